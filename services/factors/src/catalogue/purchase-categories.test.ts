import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isTrade, purchaseCategoryOf, RULES } from "./purchase-categories.ts";
import type { Scheme } from "./sector.ts";

const sector = (scheme: Scheme, code: string) => ({ scheme, code, title: "" });

describe("the GHG Protocol category of a purchase", () => {
  it.each<[Scheme, string, string]>([
    ["nace_rev2", "24.10", "purchased_goods_and_services"],
    ["nace_rev2", "49.20", "upstream_transportation_and_distribution"],
    ["nace_rev2", "49.1", "business_travel"],
    ["nace_rev2", "49", "upstream_transportation_and_distribution"],
    ["nace_rev2", "51.21", "upstream_transportation_and_distribution"],
    ["nace_rev2", "55.10", "business_travel"],
    ["nace_rev2", "56.10", "purchased_goods_and_services"],
    ["nace_rev2", "38.11", "waste_generated_in_operations"],
    ["nace_rev2", "36.00", "purchased_goods_and_services"],
    ["nace_rev2", "68.20", "upstream_leased_assets"],
    ["nace_rev2", "68.31", "purchased_goods_and_services"],
    ["nace_rev2", "77.40", "purchased_goods_and_services"],
    ["nace_rev2", "19.20", "energy"],
    ["nace_rev2", "47.30", "energy"],
    ["naics_2017", "481111", "business_travel"],
    ["naics_2017", "481112", "upstream_transportation_and_distribution"],
    ["naics_2017", "482111", "upstream_transportation_and_distribution"],
    ["naics_2017", "221320", "waste_generated_in_operations"],
    ["naics_2017", "221310", "purchased_goods_and_services"],
    ["naics_2017", "532111", "business_travel"],
    ["naics_2017", "532112", "upstream_leased_assets"],
    ["naics_2017", "324191", "purchased_goods_and_services"],
    ["naics_2017", "324121", "purchased_goods_and_services"],
    ["naics_2017", "324110", "energy"],
    ["naics_2017", "221122", "energy"],
    ["naics_2017", "221330", "energy"],
  ])("of %s %s is %s", (scheme, code, category) => {
    expect(purchaseCategoryOf(sector(scheme, code))).toBe(category);
  });

  it.each([
    ["48-49", "485119", "upstream_transportation_and_distribution"],
    ["22", "221310", "energy"],
    ["324", "324121", "energy"],
    ["2213", "221330", "purchased_goods_and_services"],
  ])("of the NAICS group %s is that of the group, not of the industry that stands for it", (group, code, category) => {
    expect(purchaseCategoryOf({ ...sector("naics_2017", code), group })).toBe(category);
  });

  it("has the rules of the table in docs/scopes.md", () => {
    const text = readFileSync(new URL("../../../../docs/scopes.md", import.meta.url), "utf8");
    const table = text.slice(text.indexOf("## Purchases by sector")).split("\n");
    const rows = table.filter((line) => line.startsWith("|")).slice(2);
    const printed = rows.map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
    expect(printed.map(([, category, nace, naics, reason]) => ({ category, nace, naics, reason }))).toEqual(
      RULES.map(({ category, nace, naics, reason }) => {
        return { category, nace: nace.join(", "), naics: naics.join(", "), reason };
      }),
    );
  });
});

it("trade is NACE 45 to 47 and NAICS 42, 44 and 45, without the repair of vehicles", () => {
  const codes = ["44", "45", "45.11", "45.2", "45.20", "46.72", "47", "48"];
  expect(codes.filter((code) => isTrade(sector("nace_rev2", code)))).toEqual(["45", "45.11", "46.72", "47"]);
  const naics = ["423510", "441110", "452319", "484110", "811111"];
  expect(naics.filter((code) => isTrade(sector("naics_2017", code)))).toEqual(["423510", "441110", "452319"]);
});
