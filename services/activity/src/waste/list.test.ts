import { NIL_ID, newId } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { calculate, facility, record, wasteOf } from "./waste.fixture.ts";

let north: string;
let south: string;
let fileId: string;

allTests(async () => {
  [north, south, fileId] = [await facility(), await facility(), newId()];
  const create = async (name: string, change: object) =>
    (await wastes().createWaste({ ...wasteOf(north), identificationName: name, ...change })).waste!.id;
  const ids = [
    await create("a", { startDate: "2025-01-10" }),
    await create("b", { startDate: "2025-01-20", fileId, fileName: "list.csv" }),
    await create("c", { startDate: "2025-01-30", wasteRdCodeId: undefined }),
    await create("d", { facilityId: south, lerCodeId: undefined, customEfRecordId: record() }),
  ];
  await calculate([{ recordId: ids[0]! }, { recordId: ids[1]!, failed: "FACTOR_NOT_FOUND" }]);
});

const wastes = () => activity.as(us, WasteService);
const list = async (filter: object = {}) => {
  const { wastes: found, total, total2, totalGeneral } = await wastes().listWastes(filter);
  return { names: found.map((waste) => waste.identificationName).join(""), total, total2, totalGeneral };
};

describe("the list of wastes", () => {
  it.each<{ filter: { facilityId?: string; [name: string]: unknown }; names: string }>([
    { filter: {}, names: "cbad" },
    { filter: { facilityId: "south" }, names: "d" },
    { filter: { endDate: "2025-01-31", startDate: "2025-01-30" }, names: "c" },
    { filter: { lerCode: ["150101"] }, names: "cba" },
    { filter: { lerCode: ["15 01 01"] }, names: "cba" },
    { filter: { lerCode: ["150102"] }, names: "" },
    { filter: { rdCode: ["R03"] }, names: "bad" },
    { filter: { rdCode: ["R03"], lerCode: ["150101", "150102"] }, names: "ba" },
    { filter: { identificationName: ["a", "c"] }, names: "ca" },
  ])("with $filter shows $names", async ({ filter, names }) => {
    const known = filter.facilityId === undefined ? filter : { ...filter, facilityId: south };
    expect((await list(known)).names).toBe(names);
  });

  it("counts what matches, what of it has failed, and all that is in scope", async () => {
    expect(await list()).toMatchObject({ total: 4, total2: 1, totalGeneral: 4 });
    expect(await list({ facilityId: north, identificationName: ["a"] })).toMatchObject({
      total: 1,
      total2: 0,
      totalGeneral: 3,
    });
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

it("a deletion by filters needs the facility and one filter more", async () => {
  const attempt = (filter: object) =>
    refusalOf(wastes().deleteWastesByFilters({ filterHash: "0000000000000000", ...filter }));
  expect((await attempt({ lerCode: ["150101"] })).violations).toEqual(["query.facility_id value_error.missing"]);
  expect((await attempt({ facilityId: north })).violations).toEqual(["query.filters value_error.missing"]);
});
