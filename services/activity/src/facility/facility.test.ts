import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  FacilityCategory,
  FacilityRelocatedSchema,
  FacilityService,
  FacilityStatus,
} from "@emissions/proto/activity/v1/facility_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { moveTotals } from "../records/owner-totals.ts";
import { facilityOwner } from "./owner.ts";

eachTest();

const facilities = (principal: Principal = us) => activity.as(principal, FacilityService);
const office = { name: "Office", type: "office", country: "ES" };
const add = async (values: object = {}, principal: Principal = us) =>
  (await facilities(principal).createFacility({ ...office, ...values })).facility!;

const { HEAT } = FacilityCategory;
const long = (length: number) => "x".repeat(length + 1);
const factor = (value: string) => ({ logisticFactor: { value } });

/** Invalid values of fields, for every way to send them. */
const MISTAKES: [what: string, sent: object, violation: string][] = [
  ["no name", { name: "" }, "name value_error.missing"],
  ["a long name", { name: long(255) }, "name value_error.any_str.max_length"],
  ["no type", { type: "" }, "type value_error.missing"],
  ["a long type", { type: long(255) }, "type value_error.any_str.max_length"],
  ["no country", { country: "" }, "country value_error.missing"],
  ["a country that is none", { country: "UK" }, "country value_error.country"],
  ["a long address", { address: long(500) }, "address value_error.any_str.max_length"],
  ["a factor above one", factor("1.0000001"), "logistic_factor value_error.number.not_le"],
  ["a negative factor", factor("-0.1"), "logistic_factor value_error.number.not_ge"],
  ["a factor that is no number", factor("NaN"), "logistic_factor type_error.decimal"],
  ["a category twice", { categories: [HEAT, HEAT] }, "categories value_error.list.unique_items"],
  ["a category that is none", { categories: [HEAT, 77] }, "categories.1 type_error.enum"],
  ["a supply point with a space", { cupsList: ["ES1", "ES 2"] }, "cups_list.1 value_error.str.regex"],
  ["a long supply point", { cupsList: [long(30)] }, "cups_list.0 value_error.str.regex"],
  ["a grid zone of another country", { gridZone: "camx" }, "grid_zone value_error.grid_zone"],
  ["a grid zone that is none", { gridZone: "x".repeat(51) }, "grid_zone value_error.grid_zone"],
  ["101 supply points", { cupsList: Array(101).fill("ES1") }, "cups_list value_error.list.max_items"],
];

describe("CreateFacility", () => {
  it("takes the country of the organization for an address without one", async () => {
    const french = await activity.organization({ country: "FR" });
    const address = "Rue de Rivoli 1, Paris";
    expect(await add({ country: "", address }, french)).toMatchObject({ country: "FR", address });
    expect(await add({ country: "PT", address }, french)).toMatchObject({ country: "PT" });
    expect((await refusalOf(add({ country: "", address: " " }, french))).violations).toEqual([
      "body.country value_error.missing",
    ]);
  });

  it("stores what was sent, and fills in what was not", async () => {
    const made = await add();
    expect(made).toMatchObject({
      ...office,
      organizationId: us.organizationId,
      status: FacilityStatus.ACTIVE,
      logisticFactor: { value: "0.8" },
      co2e: { value: "0" },
      co2eBiomass: { value: "0" },
      categories: [],
      cupsList: [],
      facilityPurposeType: "facilities",
    });
    expect(made.address ?? made.externalId ?? made.updatedAt).toBeUndefined();
    expect((await facilities().getFacility({ facilityId: made.id })).facility).toEqual(made);
  });

  it("keeps every digit, word and code, at the limits too", async () => {
    const values = {
      name: "ñ".repeat(255),
      type: "🏭".repeat(255),
      address: "Calle de Alcalá 1",
      logisticFactor: { value: "0.123456789012345678901234567890" },
      categories: [FacilityCategory.WASTES, FacilityCategory.HEAT],
      cupsList: Array.from({ length: 100 }, (_, index) => `ES00219011${index}`.padEnd(30, "X")),
    };
    const made = await add(values);
    expect(made).toMatchObject(values);
    expect((await facilities().getFacility({ facilityId: made.id })).facility).toEqual(made);
  });

  it.each(MISTAKES)("refuses %s", async (_, sent, violation) => {
    expect((await refusalOf(add(sent))).violations).toEqual([`body.${violation}`]);
    expect(await activity.rows(us, "facilities")).toEqual([]);
  });
});

it("a facility of another organization is hidden like one that does not exist", async () => {
  const { id } = await add();
  const them = facilities(await activity.organization());
  const changes = { name: "Theirs", updateMask: { paths: ["name"] } };
  for (const facilityId of [id, newId(), "x'"]) {
    const detail = facilityId === "x'" ? "Facility not found" : `Facility with id=UUID('${facilityId}') not found`;
    const attempts = [
      them.getFacility({ facilityId }),
      them.listFacilityFuels({ facilityId }),
      them.updateFacility({ facilityId, ...changes }),
      them.deleteFacility({ facilityId }),
    ];
    for (const refusal of await Promise.all(attempts.map(refusalOf))) {
      expect(refusal).toMatchObject({ code: "FACILITY_NOT_FOUND", detail, violations: [] });
    }
  }
  expect(await activity.rows(us, "facilities")).toMatchObject([{ name: "Office" }]);
});

describe("ListFacilities", () => {
  const names = async (filters: object, by: Principal = us) =>
    (await facilities(by).listFacilities(filters)).facilities.map(({ name }) => name);

  it("shows our facilities by name, ten on a page", async () => {
    await add({ name: "beta" }, await activity.organization());
    for (let count = 0; count < 12; count++) await add({ name: `plant ${String.fromCharCode(108 - count)}` });
    expect((await facilities().listFacilities({})).total).toBe(12);
    expect(await names({})).toEqual([..."abcdefghij"].map((letter) => `plant ${letter}`));
    expect(await names({ page: 2 })).toEqual(["plant k", "plant l"]);
    expect(await names({ page: 3 })).toEqual([]);
  });

  it("filters by name, country, type and status", async () => {
    await add({ name: "Mádrid 100%" });
    await add({ name: "Lyon", country: "FR", type: "factory" });
    const old = await add({ name: "Porto", country: "PT", type: "factory" });
    const archived = { updateMask: { paths: ["status"] }, status: FacilityStatus.ARCHIVED };
    await facilities().updateFacility({ facilityId: old.id, ...archived });
    expect(await names({ name: "LY" })).toEqual(["Lyon"]);
    expect(await names({ name: "%" })).toEqual(["Mádrid 100%"]);
    expect(await names({ name: "MADRID" })).toEqual(["Mádrid 100%"]);
    expect(await names({ country: ["FR", "PT"] })).toEqual(["Lyon", "Porto"]);
    expect(await names({ type: ["factory"], status: [FacilityStatus.ACTIVE] })).toEqual(["Lyon"]);
  });

  it("shows those of the accepted organizations below, or of some of them, when asked to", async () => {
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    const stranger = await activity.organization();
    await add({ name: "Ours" });
    await add({ name: "Theirs" }, child);
    await add({ name: "Foreign" }, stranger);
    const holding = { ...us, descendants: [child.organizationId] };
    const [children, strange] = [[child.organizationId.toUpperCase()], [stranger.organizationId]];
    expect(await names({}, holding)).toEqual(["Ours"]);
    expect(await names({ includeChildren: true }, holding)).toEqual(["Ours", "Theirs"]);
    expect(await names({ includeChildren: true, organizationId: children }, holding)).toEqual(["Theirs"]);
    expect(await names({ includeChildren: true, organizationId: strange }, holding)).toEqual([]);
    expect(await names({ organizationId: children }, holding)).toEqual([]);
  });
});

describe("UpdateFacility", () => {
  const change = async (facilityId: string, values: object, paths: string[]) =>
    (await facilities().updateFacility({ facilityId, updateMask: { paths }, ...values })).facility!;

  it("changes what was sent, clears what was sent empty, and leaves the rest", async () => {
    const values = { address: "Here", cupsList: ["ES1"], logisticFactor: { value: "0.5" } };
    const { id } = await add(values);
    const changed = await change(id, { name: "Plant" }, ["name", "address", "cups_list"]);
    expect(changed).toMatchObject({ ...office, name: "Plant", cupsList: [], logisticFactor: { value: "0.5" } });
    expect(changed.address).toBeUndefined();
    expect(changed.updatedAt).toBeDefined();
    expect((await facilities().getFacility({ facilityId: id })).facility).toEqual(changed);
  });

  it("archives and takes up again", async () => {
    const { id } = await add();
    expect(await change(id, { status: FacilityStatus.ARCHIVED }, ["status"])).toMatchObject({ status: 2 });
    expect(await change(id, { status: FacilityStatus.ACTIVE }, ["status"])).toMatchObject({ status: 1 });
  });

  it.each(MISTAKES)("refuses %s", async (_, sent, violation) => {
    const { id } = await add();
    const [path] = violation.split(/[ .]/) as [string];
    expect((await refusalOf(change(id, sent, [path]))).violations).toEqual([`body.${violation}`]);
  });

  it("keeps the zone of the grid, and refuses a country without it", async () => {
    const { id, gridZone } = await add({ country: "US", gridZone: "CAMX" });
    expect(gridZone).toBe("camx");
    expect((await refusalOf(change(id, { country: "ES" }, ["country"]))).violations).toEqual([
      "body.grid_zone value_error.grid_zone",
    ]);
    const moved = await change(id, { country: "ES", gridZone: "es_cn_te" }, ["country", "grid_zone"]);
    expect(moved).toMatchObject({ country: "ES", gridZone: "es_cn_te" });
    const [relocated] = await activity.events(us, FacilityRelocatedSchema);
    expect(relocated).toMatchObject({ facilityId: id, gridZoneOnly: false });
    expect((await change(id, {}, ["grid_zone"])).gridZone).toBeUndefined();
    expect((await activity.events(us, FacilityRelocatedSchema)).slice(1)).toMatchObject([
      { facilityId: id, gridZoneOnly: true },
    ]);
  });

  it("tells of a new country, once, and of nothing else", async () => {
    const { id } = await add();
    await change(id, { name: "Plant", country: "ES" }, ["name", "country"]);
    expect(await activity.events(us, FacilityRelocatedSchema)).toEqual([]);
    await change(id, { country: "FR" }, ["country"]);
    expect(await activity.events(us, FacilityRelocatedSchema)).toMatchObject([{ facilityId: id, entityType: 0 }]);
  });
});

describe("DeleteFacility", () => {
  it("leaves nothing of it, and nothing to delete again", async () => {
    const { id } = await add();
    const moves = [{ ownerId: id, was: null, is: { co2e: "1", co2eBiomass: null, failed: 0 } }];
    await activity.db.asService(us.organizationId, ({ tx, org }) => moveTotals(tx, org, facilityOwner, moves));
    await facilities().deleteFacility({ facilityId: id });
    for (const table of ["facilities", "facility_totals"]) expect(await activity.rows(us, table)).toEqual([]);
    const again = facilities().deleteFacility({ facilityId: id });
    expect(await refusalOf(again)).toMatchObject({ code: "FACILITY_NOT_FOUND" });
  });
});

describe("ListFacilityFuels", () => {
  it("shows what can be burned and refilled in the country of the facility", async () => {
    const { id } = await add({ country: "FR" });
    expect((await facilities().listFacilityFuels({ facilityId: id })).fuels).toMatchObject([
      {
        fuel: "Natural gas FR",
        category: FacilityCategory.HEAT,
        country: "FR",
        units: [{ name: "kilogram_(kg)" }, {}],
      },
      { fuel: "District heat FR", category: FacilityCategory.HEAT },
      { fuel: "R-410A FR", category: FacilityCategory.RECHARGE, country: "FR" },
    ]);
  });
});
