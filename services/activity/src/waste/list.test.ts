import { NIL_ID } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { calculate, facility, plant, record, wasteOf, withPlant } from "./waste.fixture.ts";

let south: string;
let fileId: string;

withPlant(allTests, async () => {
  fileId = activity.store.add(us.organizationId, "list.csv");
  south = await facility();
  const create = async (name: string, change: object) =>
    (await wastes().createWaste({ ...wasteOf(), identificationName: name, ...change })).waste!.id;
  const a = await create("a", { startDate: "2025-01-10" });
  const b = await create("b", { startDate: "2025-01-20", fileId, fileName: "list.csv" });
  await create("c", { startDate: "2025-01-30", wasteRdCodeId: undefined });
  await create("d", { facilityId: south, lerCodeId: undefined, customEfRecordId: record() });
  await calculate([{ recordId: a }, { recordId: b, failed: "FACTOR_NOT_FOUND" }]);
});

const wastes = () => activity.as(us, WasteService);
const list = async (filter: object = {}) => {
  const { wastes: found, ...totals } = await wastes().listWastes(filter);
  return { names: found.map((waste) => waste.identificationName).join(""), ...totals };
};

describe("the list of wastes", () => {
  it.each<[what: string, filter: () => object, names: string]>([
    ["all", () => ({}), "cbad"],
    ["a facility", () => ({ facilityId: south }), "d"],
    ["days", () => ({ endDate: "2025-01-31", startDate: "2025-01-30" }), "c"],
    ["a LER code", () => ({ lerCode: ["150101"] }), "cba"],
    ["a LER code with spaces", () => ({ lerCode: ["15 01 01"] }), "cba"],
    ["another LER code", () => ({ lerCode: ["150102"] }), ""],
    ["an R/D code", () => ({ rdCode: ["R03"] }), "bad"],
    ["both codes", () => ({ rdCode: ["R03"], lerCode: ["150101", "150102"] }), "ba"],
    ["names", () => ({ identificationName: ["a", "c"] }), "ca"],
  ])("is filtered by %s", async (_, filter, names) => {
    expect((await list(filter())).names).toBe(names);
  });

  it("counts what matches, what of it has failed, and all that is in scope", async () => {
    expect(await list()).toMatchObject({ total: 4, total2: 1, totalGeneral: 4 });
    const one = await list({ facilityId: plant, identificationName: ["a"] });
    expect(one).toMatchObject({ total: 1, total2: 0, totalGeneral: 3 });
  });
});

describe("the values of a field", () => {
  const values = async (field: string, scope: object = {}) => {
    const { uniqueValues } = await wastes().listWasteValues({ field, ...scope });
    return uniqueValues!.values.map(({ value, label, count }) => [value, label, count]);
  };

  it("are codes with their names", async () => {
    expect(await values("ler_code")).toEqual([["15 01 01", "Paper packaging", 3]]);
    expect(await values("rd_code", { facilityId: plant })).toEqual([["R03", "organic_recycling", 2]]);
  });

  it("are files with their names, names, and moments", async () => {
    const files = [
      [fileId, "list.csv", 1],
      [NIL_ID, undefined, 3],
    ];
    expect(await values("file_id")).toEqual(expect.arrayContaining(files));
    expect(await values("identification_name", { facilityId: south })).toEqual([["d", undefined, 1]]);
    for (const [value] of await values("created_at")) expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

it("a deletion by filters needs the facility and one filter more", async () => {
  const attempt = (filter: object) =>
    refusalOf(wastes().deleteWastesByFilters({ filterHash: "0000000000000000", ...filter }));
  expect((await attempt({ lerCode: ["150101"] })).violations).toEqual(["query.facility_id value_error.missing"]);
  expect((await attempt({ facilityId: plant })).violations).toEqual(["query.filters value_error.missing"]);
});
