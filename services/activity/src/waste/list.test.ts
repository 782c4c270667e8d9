import { NIL_ID, newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { WasteService, WasteStatus } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, startActivity } from "../activity.fixture.ts";
import { calculate, facility, record, wasteOf } from "./waste.fixture.ts";

let activity: Activity;
let us: Principal;
let north: string;
let south: string;
let fileId: string;

beforeAll(async () => {
  activity = await startActivity();
  us = await activity.organization();
  [north, south, fileId] = [await facility(activity, us), await facility(activity, us), newId()];
  const create = async (name: string, change: object) =>
    (await wastes().createWaste({ ...wasteOf(north), identificationName: name, ...change })).waste!.id;
  const ids = [
    await create("a", { startDate: "2025-01-10", description: "Cartón" }),
    await create("b", { startDate: "2025-01-20", fileId, fileName: "list.csv" }),
    await create("c", { startDate: "2025-01-30", wasteRdCodeId: undefined }),
    await create("d", { facilityId: south, lerCodeId: undefined, customEfRecordId: record(activity, {}) }),
  ];
  await calculate(activity, us, [{ recordId: ids[0]! }, { recordId: ids[1]!, failed: "FACTOR_NOT_FOUND" }]);
});
afterAll(() => activity.drop());

const wastes = (as = us) => activity.as(as, WasteService);
const list = async (filter: object = {}, as = us) => {
  const { wastes: found, total, total2, totalGeneral, filterHash } = await wastes(as).listWastes(filter);
  return { names: found.map((waste) => waste.identificationName).join(""), total, total2, totalGeneral, filterHash };
};

describe("the list of wastes", () => {
  it.each([
    { filter: {}, names: "cbad" },
    { filter: { facilityId: "south" }, names: "d" },
    { filter: { status: [WasteStatus.ERROR, WasteStatus.ACTIVE] }, names: "ba" },
    { filter: { status: [WasteStatus.ERROR] }, names: "b" },
    { filter: { startDate: "2025-01-20" }, names: "cb" },
    { filter: { endDate: "2025-01-30" }, names: "" },
    { filter: { endDate: "2025-01-31", startDate: "2025-01-30" }, names: "c" },
    { filter: { fileId: ["file"] }, names: "b" },
    { filter: { fileId: [NIL_ID] }, names: "cad" },
    { filter: { lerCode: ["150101"] }, names: "cba" },
    { filter: { lerCode: ["15 01 01"] }, names: "cba" },
    { filter: { lerCode: ["150102"] }, names: "" },
    { filter: { rdCode: ["R03"] }, names: "bad" },
    { filter: { rdCode: ["R03"], lerCode: ["150101", "150102"] }, names: "ba" },
    { filter: { identificationName: ["a", "c"] }, names: "ca" },
    { filter: { search: "CARTON" }, names: "a" },
    { filter: { co2eStatus: Co2eStatus.NOT_CALCULATED }, names: "cbd" },
    { filter: { createdAtTo: { seconds: 0n } }, names: "" },
    { filter: { sort: ["start_date"] }, names: "dabc" },
    { filter: { sort: ["-created_at"] }, names: "dcba" },
    { filter: { page: 2, size: 3 }, names: "d" },
  ])("with $filter shows $names", async ({ filter, names }) => {
    const sent = JSON.stringify(filter, (_, value) => (typeof value === "bigint" ? 0 : value));
    const known = { ...filter, ...(sent.includes("south") && { facilityId: south }) };
    expect((await list(sent.includes('["file"]') ? { fileId: [fileId] } : known)).names).toBe(names);
  });

  it("counts what matches, what of it has failed, and all that is in scope", async () => {
    expect(await list()).toMatchObject({ total: 4, total2: 1, totalGeneral: 4 });
    expect(await list({ facilityId: north, identificationName: ["a"] })).toMatchObject({
      total: 1,
      total2: 0,
      totalGeneral: 3,
    });
  });

  it("is empty for another organization", async () => {
    const them = await activity.organization();
    expect(await list({}, them)).toMatchObject({ names: "", total: 0, total2: 0, totalGeneral: 0 });
  });
});

describe("the values of a field", () => {
  const values = async (field: string, scope: object = {}) => {
    const { uniqueValues } = await wastes().listWasteValues({ field, ...scope });
    return uniqueValues!.values.map(({ value, label, count }) => [value, label, count]);
  };

  it("are codes with their names", async () => {
    expect(await values("ler_code")).toEqual([["15 01 01", "Paper packaging", 3]]);
    expect(await values("rd_code", { facilityId: north })).toEqual([["R03", "organic_recycling", 2]]);
  });

  it("are files with their names, names, and moments", async () => {
    expect(await values("file_id")).toEqual(
      expect.arrayContaining([
        [fileId, "list.csv", 1],
        [NIL_ID, undefined, 3],
      ]),
    );
    expect(await values("identification_name", { facilityId: south })).toEqual([["d", undefined, 1]]);
    for (const [value] of await values("created_at")) expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("of another field are refused", async () => {
    expect(await refusalOf(values("co2e"))).toMatchObject({ violations: ["query.field type_error.enum"] });
  });
});

describe("a bulk deletion", () => {
  const some = async (count: number) => {
    const plant = await facility(activity, us);
    const create = () => wastes().createWaste({ ...wasteOf(plant), identificationName: "bulk" });
    const ids = (await Promise.all(Array.from({ length: count }, create))).map(({ waste }) => waste!.id);
    await calculate(
      activity,
      us,
      ids.map((recordId) => ({ recordId, co2e: "2" })),
    );
    return { plant, ids };
  };
  const totalOf = async (facilityId: string) => {
    const rows = await activity.rows<{ facilityId: string; co2e: string }>(us, "facility_totals");
    return Number(rows.find((row) => row.facilityId === facilityId)?.co2e ?? 0);
  };

  it("by id deletes those that there are, and names the others", async () => {
    const { plant, ids } = await some(2);
    const missing = newId();
    const { deletion } = await wastes().deleteWastesById({ ids: [ids[0]!, missing] });
    expect(deletion).toMatchObject({ successIds: [ids[0]], failedIds: [missing] });
    expect(await totalOf(plant)).toBe(2);
  });

  it("by filters deletes what the hash was given for", async () => {
    const { plant, ids } = await some(3);
    const filter = { facilityId: plant, identificationName: ["bulk"] };
    const { filterHash } = await list(filter);
    const { deletion } = await wastes().deleteWastesByFilters({ ...filter, filterHash });
    expect([...deletion!.successIds].sort()).toEqual([...ids].sort());
    expect(await totalOf(plant)).toBe(0);
  });

  it("by filters deletes nothing when the set has changed", async () => {
    const { plant } = await some(2);
    const filter = { facilityId: plant, lerCode: ["150101"] };
    const { filterHash } = await list(filter);
    await wastes().createWaste(wasteOf(plant));
    expect(await refusalOf(wastes().deleteWastesByFilters({ ...filter, filterHash }))).toMatchObject({
      code: "FILTER_HASH_MISMATCH",
    });
    expect((await list(filter)).total).toBe(3);
  });

  it("by filters needs the facility and one filter more", async () => {
    const attempt = (filter: object) =>
      refusalOf(wastes().deleteWastesByFilters({ filterHash: "0000000000000000", ...filter }));
    expect((await attempt({ lerCode: ["150101"] })).violations).toEqual(["query.facility_id value_error.missing"]);
    expect((await attempt({ facilityId: north })).violations).toEqual(["query.filters value_error.missing"]);
  });
});
