import { newId } from "@emissions/kit/process/id";
import {
  LogisticsPackageService,
  LogisticsPackageStatus,
} from "@emissions/proto/activity/v1/logistics_package_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { createLeg, enqueueLeg } from "../logistics_request/logistics_request.fixture.ts";
import { calculateLegs, legOf as leg, ofLoad, removeLegs, storeLegs } from "./legs.fixture.ts";
import { LEGS_MAX } from "./legs.ts";

eachTest();

const { ACTIVE, INACTIVE } = LogisticsPackageStatus;
const packages = (as = us) => activity.as(as, LogisticsPackageService);
const list = async (filter: object = {}) => (await packages().listLogisticsPackages(filter)).packages;
const get = async (id: string) => (await packages().getLogisticsPackage({ id })).package!;

describe("a package", () => {
  it("has the shipment, the client and the weight of its first leg, and the sums of all legs", async () => {
    const [first, second] = await storeLegs([
      leg({ client: "C-1", origin: "MAD", destination: "BCN" }),
      leg({ client: "C-2", ...ofLoad("700", "12.5") }),
    ]);
    await calculateLegs([{ recordId: first!.id, co2e: "164.43" }]);
    const [unfinished] = await list();
    expect(unfinished!.totalCo2e).toBeUndefined();
    await calculateLegs([{ recordId: second!.id, co2e: "0.000000000001" }]);
    const shown = await get(unfinished!.id);
    expect(shown).toMatchObject({
      ...{ shipmentId: "M-1", packageKey: "P-1", clientBillingId: "C-1", status: ACTIVE },
      ...{ weightKg: { value: "5000" }, totalDistanceKm: { value: "215.5" }, totalCo2e: { value: "164.430000000001" } },
    });
    expect(shown.updatedAt).toBeUndefined();
    expect(shown.detail.value?.items).toMatchObject([
      { id: first!.id, origin: "MAD", destination: "BCN", distanceKm: { value: "203" }, co2e: { value: "164.43" } },
      { id: second!.id, distanceKm: { value: "12.5" } },
    ]);
  });

  it("without a shipment is a shipment of its own, until a leg names one", async () => {
    await storeLegs([leg({ movementId: undefined })]);
    expect(await list()).toMatchObject([{ shipmentId: "P-1" }]);
    await storeLegs([leg({ movementId: "M-2", client: "C-2" })]);
    await storeLegs([leg({ movementId: "M-3", client: "C-3" })]);
    expect(await list()).toMatchObject([{ shipmentId: "M-2", clientBillingId: "C-2" }]);
  });

  it("is inactive when every leg is deleted, and active again with a new one", async () => {
    const [first, second] = await storeLegs([leg(ofLoad("1")), leg(ofLoad("2"))]);
    await calculateLegs([first!, second!].map(({ id }) => ({ recordId: id, co2e: "5" })));
    await removeLegs([first!.id]);
    expect(await list()).toMatchObject([{ status: ACTIVE, weightKg: { value: "2" }, totalCo2e: { value: "5" } }]);
    await removeLegs([second!.id]);
    const [inactive] = await list();
    expect(inactive).toMatchObject({ status: INACTIVE, weightKg: { value: "1" }, totalDistanceKm: { value: "0" } });
    expect([inactive!.totalCo2e, inactive!.updatedAt === undefined]).toEqual([undefined, false]);
    await storeLegs([leg(ofLoad("3"))]);
    expect(await list()).toMatchObject([{ id: inactive!.id, status: ACTIVE, weightKg: { value: "3" } }]);
  });

  it("is one when 50 legs arrive at once", async () => {
    const created = await Promise.all(Array.from({ length: 50 }, () => createLeg(leg())));
    const all = await packages().listLogisticsPackages({ packageKey: "P-1" });
    expect([all.total, all.packages[0]!.detail.value?.items.length]).toEqual([1, 50]);
    expect(all.packages[0]).toMatchObject({ totalDistanceKm: { value: "10150" }, totalCo2e: { value: "50" } });
    expect(new Set(created.map(({ packageId }) => packageId))).toEqual(new Set([all.packages[0]!.id]));
  });

  it("keeps one leg when a request is repeated, also 50 times at once", async () => {
    const repeated = leg();
    await Promise.all(Array.from({ length: 50 }, () => enqueueLeg(repeated)));
    const [shown] = await list({ packageKey: "P-1" });
    expect(shown!.detail.value?.items).toHaveLength(1);
    await enqueueLeg({ ...repeated, ...ofLoad("9", "1") });
    expect(await list()).toMatchObject([{ weightKg: { value: "9" }, totalDistanceKm: { value: "1" } }]);
  });

  it(`has at most ${LEGS_MAX} legs, and takes repeats of them`, async () => {
    const repeated = leg();
    await storeLegs([repeated, ...Array.from({ length: LEGS_MAX - 1 }, () => leg())]);
    await storeLegs([repeated]);
    expect(await refusalOf(storeLegs([leg(), leg({ packageKey: "P-2" })]))).toMatchObject({
      code: "PACKAGE_LEGS_LIMIT",
    });
    await storeLegs([leg({ packageKey: "P-2" }), leg({ packageKey: undefined })]);
    expect((await packages().listLogisticsPackages({})).total).toBe(2);
  });
});

describe("the list of packages", () => {
  it("has the latest package first, and pages", async () => {
    for (const packageKey of ["a", "b", "c"]) await storeLegs([leg({ packageKey })]);
    const { packages: page, total } = await packages().listLogisticsPackages({ page: 2, size: 2 });
    expect([page.map(({ packageKey }) => packageKey), total]).toEqual([["a"], 3]);
    expect((await packages().listLogisticsPackages({ page: 3, size: 2 })).packages).toEqual([]);
  });

  it("compares shipment, client and key exactly, and has legs only with the key", async () => {
    const keys = ['a"b', "a\\b", "{a,NULL}", "null", "%"];
    await storeLegs(keys.map((packageKey) => leg({ packageKey, movementId: `M ${packageKey}`, client: "C-1" })));
    for (const packageKey of keys) {
      const [byKey, ...others] = await list({ packageKey });
      expect([byKey!.packageKey, byKey!.detail.value?.items.length, others]).toEqual([packageKey, 1, []]);
      const byShipment = await packages().listLogisticsPackages({ movementId: `M ${packageKey}` });
      expect(byShipment).toMatchObject({ total: 1, packages: [{ packageKey }] });
    }
    const byClient = await list({ client: "C-1", movementId: "M %" });
    expect([byClient.length, byClient[0]!.detail.case]).toEqual([1, undefined]);
    expect(await list({ client: "C-2" })).toEqual([]);
    expect(await list({ client: "c-1" })).toEqual([]);
  });

  it("is refused for an unknown organization", async () => {
    const nobody = packages({ ...us, organizationId: newId() });
    expect(await refusalOf(nobody.listLogisticsPackages({}))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
  });

  it("hides the packages of another organization", async () => {
    await storeLegs([leg()]);
    const { id } = (await list())[0]!;
    const other = packages(await activity.organization());
    expect(await other.listLogisticsPackages({ packageKey: "P-1" })).toMatchObject({ packages: [], total: 0 });
    const [foreign, missing] = [
      await refusalOf(other.getLogisticsPackage({ id })),
      await refusalOf(other.getLogisticsPackage({ id: newId() })),
    ];
    expect([foreign, foreign.code]).toEqual([missing, "PACKAGE_NOT_FOUND"]);
    expect(await refusalOf(other.getShipmentFootprint({ id }))).toEqual(foreign);
    expect(await refusalOf(packages().getLogisticsPackage({ id: "no id" }))).toEqual(missing);
  });
});
