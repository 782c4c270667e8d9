import { expect, it } from "vitest";
import { operations } from "../../../client/src/gen/operations.ts";
import { daysOf, idsOf, kindOf, kinds, titleOf, unitOf } from "./kinds.ts";
import { NO_FILTERS, parametersOf } from "./read.ts";

it.each(kinds)("fills the path of the calculation of $name", ({ calculation, path }) => {
  const inPath = [...operations[calculation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(path.map(([parameter]) => parameter)).toEqual(inPath);
});

it("sends only the filters that a list has, under its names", () => {
  const filters = { ...NO_FILTERS, text: "oil", status: "active", from: "2025-01-01", to: "2025-01-31" };
  expect(parametersOf(kindOf("logistics_requests"), filters)).toEqual({
    search: "oil",
    status: ["active"],
    date_from: "2025-01-01",
    date_until: "2025-01-31",
  });
  expect(parametersOf(kindOf("commuting_periods"), { ...NO_FILTERS, status: "active" })).toEqual({});
});

it("shows what a record has", () => {
  const kind = kindOf("vehicle_consumptions");
  const row = { id: "c", vehicle_id: "v", start_date: "2025-01-01", end_date: "2025-01-01", custom_id: null };
  expect(idsOf(kind, row)).toEqual(["v", "c"]);
  expect(daysOf(kind, row)).toEqual(["2025-01-01"]);
  expect(titleOf(kind, row)).toBeUndefined();
  expect(unitOf({ id: "c", unit: { name: "kilogram_(kg)" } })).toBe("kg");
});
