import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { describe, expect, it } from "vitest";
import type { InventoryRow } from "./queries.ts";
import { statementOf } from "./statement.ts";

/** 1 t CO2e of a fuel, with 0.5 t of biogenic CO2. */
const row = (fields: Partial<InventoryRow> = {}): InventoryRow => ({
  scope: 1,
  category: "combustion",
  ghgCategory: "stationary_combustion",
  part: "combustion",
  counted: true,
  gas: null,
  methaneOrigin: "general",
  gwpSet: "AR5",
  byGas: true,
  biogenicStated: true,
  method: "average_data",
  marks: [],
  factorId: "a",
  factorRevision: 1,
  factorName: "Wood",
  source: "A publication",
  region: "GB",
  year: 2024,
  kg: "1000",
  co2Kg: "1000",
  ch4Kg: "0",
  n2oKg: "0",
  biogenicCo2Kg: "500",
  ...fields,
});
const value = (message: { value?: string } | undefined) => message?.value;

describe("the statement of an inventory", () => {
  it("tells biogenic CO2 of zero from that which no source states", () => {
    const rows = [
      row({ biogenicCo2Kg: "0" }),
      row({ scope: 2, biogenicStated: false, kg: "3000", biogenicCo2Kg: "0" }),
    ];
    const { biogenicCo2 } = statementOf(rows, null);
    expect(value(biogenicCo2.scope1)).toBe("0");
    expect(biogenicCo2.scope2).toBeUndefined();
    expect(value(biogenicCo2.co2eNotStated)).toBe("3");
  });

  it("counts only figures of suppliers as primary data", () => {
    const rows = [row({ kg: "3000" }), row({ method: "supplier_specific", factorId: null })];
    expect(statementOf(rows, null).primaryData).toEqual({ co2e: { value: "1" }, share: { value: "0.25" } });
  });

  it("lists figures that are older and those that are later", () => {
    const rows = [row({ marks: ["stale_years"] }), row({ marks: ["ahead_years"] }), row({ marks: ["proxy"] })];
    const { staleFactors, proxies } = statementOf(rows, null);
    expect(staleFactors.map(({ marks }) => marks)).toEqual([[FitnessMark.STALE_YEARS], [FitnessMark.AHEAD_YEARS]]);
    expect(proxies.map(({ marks }) => marks)).toEqual([[FitnessMark.PROXY]]);
  });

  it.each<{ what: string; fields: Partial<InventoryRow> }>([
    { what: "factor", fields: { factorId: "b" } },
    { what: "revision", fields: { factorRevision: 2 } },
    { what: "mark", fields: { marks: ["proxy"] } },
    { what: "scope", fields: { scope: 3 } },
    { what: "category of the GHG Protocol", fields: { ghgCategory: "mobile_combustion" } },
    { what: "name of a custom factor", fields: { factorName: "Straw" } },
  ])("lists a factor once, and again for another $what", ({ fields }) => {
    const { factors } = statementOf([row(), row({ part: "another" }), row(fields)], null);
    expect(factors.map(({ co2e }) => value(co2e))).toEqual(["2", "1"]);
  });

  it("has the location-based figure of electricity beside the factors of the market", () => {
    const electricity = { scope: 2, category: "electricity", ghgCategory: "purchased_electricity" } as const;
    const memo = { ...electricity, counted: false, part: "electricity_location_based", kg: "400" };
    const other = { ...memo, part: "another_memo", kg: "7000" };
    const { factors, totalMarketBased, totalLocationBased } = statementOf(
      [row(electricity), row(memo), row(other)],
      null,
    );
    expect(factors.map(({ locationBased, co2e }) => [locationBased, value(co2e)])).toEqual([
      [false, "1"],
      [true, "0.4"],
    ]);
    expect([totalMarketBased, totalLocationBased].map(value)).toEqual(["1", "0.4"]);
  });

  it("keeps the set of figures without gases when another one is asked for", () => {
    const rows = [row(), row({ byGas: false, kg: "2000" }), row({ byGas: false, gwpSet: null, kg: "4000" })];
    expect(statementOf(rows, "AR6").gwpSets.map(({ gwpSet, co2e }) => [gwpSet, value(co2e)])).toEqual([
      ["AR5", "2"],
      ["AR6", "1"],
      ["unspecified", "4"],
    ]);
  });

  it("names gases outside the scopes, and counts them nowhere", () => {
    const outside = { ghgCategory: "outside_scopes", counted: false, factorName: "R-22", kg: "9000" };
    const { outsideScopes, totalMarketBased } = statementOf([row(), row(outside)], null);
    expect(outsideScopes).toEqual([{ name: "R-22", co2e: { value: "9" } }]);
    expect(value(totalMarketBased)).toBe("1");
  });
});
