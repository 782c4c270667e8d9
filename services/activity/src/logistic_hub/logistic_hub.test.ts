import { Code } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { LogisticHubStatus, LogisticHubType } from "@emissions/proto/activity/v1/logistic_hub_service";
import { HubCategory } from "@emissions/proto/factors/v1/freight";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { facilityOwner } from "../facility/owner.ts";
import { moveTotals } from "../records/owner-totals.ts";
import { addFacility, addHub, changeHub, facilities, getHub, hubs, TERMINAL } from "./logistic_hub.fixture.ts";
import { lookUpHubs } from "./lookup.ts";

eachTest();

const { OWNED, SUBCONTRACTED } = LogisticHubType;
const TAKEN = { code: "LOGISTIC_HUB_ALREADY_EXISTS", violations: ["body.name value_error.name.exists"] };
const missing = { code: "LOGISTIC_HUB_NOT_FOUND", violations: [] };
const facilityRows = () => activity.rows<{ id: string }>(us, "facilities");

describe("a new hub", () => {
  it("of another company has no facility, and no emissions yet", async () => {
    const created = await addHub({ facilityId: newId(), address: "Calle Mayor 1, Valencia, ES", supercharger: true });
    const { ACTIVE } = LogisticHubStatus;
    expect(created).toMatchObject({
      ...TERMINAL,
      country: "ES",
      status: ACTIVE,
      supercharger: true,
      co2e: { value: "0" },
    });
    expect(created.facilityId).toBeUndefined();
    expect(await getHub(created.id)).toEqual(created);
  });

  it("of the organization shows the emissions of its facility", async () => {
    const facilityId = await addFacility();
    const { id } = await addHub({ type: OWNED, facilityId: facilityId.toUpperCase() });
    await activity.db.asService(us.organizationId, ({ tx, org }) =>
      moveTotals(tx, org, facilityOwner, [
        { ownerId: facilityId, was: null, is: { co2e: "123.456", co2eBiomass: "1", failed: 0 } },
      ]),
    );
    expect(await getHub(id)).toMatchObject({ facilityId, co2e: { value: "123.456" } });
  });

  it.each([
    ["no name", { name: " " }, "name value_error.missing"],
    ["a long name", { name: "x".repeat(256) }, "name value_error.any_str.max_length"],
    ["a long address", { address: "x".repeat(501) }, "address value_error.any_str.max_length"],
    ["no type", { type: 0 }, "type value_error.missing"],
    ["a type that is none", { type: 7 }, "type type_error.enum"],
    ["a category that is none", { category: 77 }, "category type_error.enum"],
    ["an own hub without a facility", { type: OWNED }, "facility_id value_error.missing"],
    ["an own hub with an address alone", { type: OWNED, address: "Valencia, ES" }, "facility_id value_error.missing"],
    ["a facility that is no id", { type: OWNED, facilityId: "plant" }, "facility_id type_error.uuid"],
    ["an unknown facility", { type: OWNED, facilityId: newId() }, "facility_id value_error.not_found"],
  ])("with %s is refused", async (_what, sent, violation) => {
    expect((await refusalOf(addHub(sent))).violations).toEqual([`body.${violation}`]);
    expect(await activity.rows(us, "logistic_hubs")).toEqual([]);
  });

  it("cannot have a facility of another organization", async () => {
    const theirs = await addFacility(await activity.organization());
    const refused = await refusalOf(addHub({ type: OWNED, facilityId: theirs }));
    expect(refused.violations).toEqual(["body.facility_id value_error.not_found"]);
  });

  it("has a name that no other hub of the organization has, also when 20 arrive at once", async () => {
    const attempts = Array.from({ length: 20 }, (_, at) => addHub({ name: at % 2 === 0 ? "Puerto" : "PUERTO" }));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refusalOf(addHub({ name: " puerto " }))).toMatchObject(TAKEN);
    await addHub({ name: "Puerto" }, await activity.organization());
  });

  it.each([
    ["Valencia, ES", "ES"],
    ["Muelle 3, Nave 7, Valencia, ES", "ES"],
    ["Calle Mayor 1", undefined],
    [undefined, undefined],
  ])("at %s has the country %s", async (address, country) => {
    expect((await addHub({ address })).country).toBe(country);
  });

  it("with an address is not stored while places cannot be found", async () => {
    activity.places.away.places = true;
    await expect(addHub({ address: "Valencia, ES" })).rejects.toMatchObject({ code: Code.Unavailable });
    expect((await addHub()).country).toBeUndefined();
  });
});

describe("a change", () => {
  it("keeps the fields that are not sent, and finds the country of a new address", async () => {
    const { id } = await addHub({ address: "Valencia, ES" });
    const named = await changeHub(id, { name: "Port" }, "name");
    expect(named).toMatchObject({ name: "Port", address: "Valencia, ES", country: "ES", category: TERMINAL.category });
    expect(await changeHub(id, { address: "Porto, PT" }, "address")).toMatchObject({ name: "Port", country: "PT" });
    const cleared = await changeHub(id, {}, "address", "category");
    expect([cleared.address, cleared.country, cleared.category]).toEqual([undefined, undefined, 0]);
    const audit = await activity.rows<{ changes: unknown }>(us, "audit_log");
    expect(audit[1]!.changes).toEqual({ name: { old: "Terminal", new: "Port" } });
  });

  it("archives a hub and brings it back", async () => {
    const { id } = await addHub();
    const { ACTIVE, ARCHIVED } = LogisticHubStatus;
    expect((await changeHub(id, { status: ARCHIVED }, "status")).status).toBe(ARCHIVED);
    expect((await changeHub(id, { status: ACTIVE }, "status")).status).toBe(ACTIVE);
  });

  it("to owned makes a facility at the address, once", async () => {
    const { id } = await addHub({ address: "Porto, PT" });
    const owned = await changeHub(id, { type: OWNED }, "type");
    expect(await facilityRows()).toMatchObject([
      { id: owned.facilityId, name: "Terminal", address: "Porto, PT", country: "PT" },
    ]);
    expect((await changeHub(id, { type: OWNED }, "type")).facilityId).toBe(owned.facilityId);
    const back = await changeHub(id, { type: SUBCONTRACTED }, "type");
    expect(back.facilityId).toBeUndefined();
    expect(await facilityRows()).toHaveLength(1);
  });

  it("to owned without address and facility, or without the facility, is refused", async () => {
    const { id } = await addHub();
    const MISSING = ["body.facility_id value_error.missing"];
    expect((await refusalOf(changeHub(id, { type: OWNED }, "type"))).violations).toEqual(MISSING);
    const facilityId = await addFacility();
    await changeHub(id, { type: OWNED, facilityId }, "type", "facility_id");
    await changeHub(id, { address: "Porto, PT" }, "address");
    expect((await refusalOf(changeHub(id, {}, "facility_id"))).violations).toEqual(MISSING);
    const foreign = { facilityId: await addFacility(await activity.organization()) };
    expect((await refusalOf(changeHub(id, foreign, "facility_id"))).violations).toEqual([
      "body.facility_id value_error.not_found",
    ]);
    expect(await facilityRows()).toHaveLength(1);
  });

  it("to the name of another hub, or of the country, is refused", async () => {
    await addHub();
    const { id } = await addHub({ name: "Port" });
    expect(await refusalOf(changeHub(id, { name: "TERMINAL" }, "name"))).toMatchObject(TAKEN);
    expect((await changeHub(id, { name: "PORT" }, "name")).name).toBe("PORT");
    const country = await refusalOf(changeHub(id, {}, "country"));
    expect(country.violations).toEqual(["body.country value_error.extra"]);
  });
});

describe("hubs", () => {
  it("are listed by name, and by parts of it, type, category and status", async () => {
    const facilityId = await addFacility();
    await addHub({ name: "Ávila", category: HubCategory.TRANSSHIPMENT_MIXED });
    await addHub({ name: "barcelona", type: OWNED, facilityId });
    const { id } = await addHub({ name: "Cádiz" });
    await changeHub(id, { status: LogisticHubStatus.ARCHIVED }, "status");
    const names = async (request: object) => {
      const { logisticHubs, total } = await hubs().listLogisticHubs(request);
      expect(total).toBe(logisticHubs.length);
      return logisticHubs.map(({ name }) => name);
    };
    expect((await names({})).sort()).toEqual(["barcelona", "Cádiz", "Ávila"].sort());
    expect(await names({ name: "avi" })).toEqual(["Ávila"]);
    expect(await names({ type: [OWNED] })).toEqual(["barcelona"]);
    expect(await names({ category: [HubCategory.TRANSSHIPMENT_MIXED] })).toEqual(["Ávila"]);
    expect(await names({ status: [LogisticHubStatus.ARCHIVED] })).toEqual(["Cádiz"]);
    expect((await hubs().listLogisticHubs({ page: 2, size: 2 })).logisticHubs).toHaveLength(1);
  });

  it("of another organization are hidden like those that do not exist", async () => {
    const { id: existing } = await addHub();
    const them = hubs(await activity.organization());
    for (const logisticHubId of [existing, newId(), "none"]) {
      for (const attempt of [them.getLogisticHub, them.updateLogisticHub, them.deleteLogisticHub])
        expect(await refusalOf(attempt({ logisticHubId }))).toMatchObject(missing);
    }
    expect((await them.listLogisticHubs({})).total).toBe(0);
  });

  it("outlive their facility, and have then no emissions", async () => {
    const facilityId = await addFacility();
    const { id } = await addHub({ type: OWNED, facilityId });
    await facilities().deleteFacility({ facilityId });
    const left = await getHub(id);
    expect(left).toMatchObject({ type: OWNED, co2e: { value: "0" } });
    expect(left.facilityId).toBeUndefined();
    await hubs().deleteLogisticHub({ logisticHubId: id });
    expect(await refusalOf(getHub(id))).toMatchObject(missing);
  });

  it("are looked up for legs in their organization alone", async () => {
    const { id } = await addHub();
    const theirs = await addHub({}, await activity.organization());
    const found = await activity.db.asService(us.organizationId, ({ tx, org }) =>
      lookUpHubs(tx, org, [id, theirs.id, newId(), "none"], { lock: true }),
    );
    expect([...found.values()]).toEqual([
      { id, type: "subcontracted", category: "warehouse_ambient", status: "active" },
    ]);
  });
});
