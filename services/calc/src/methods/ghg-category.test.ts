import { describe, expect, it } from "vitest";
import { ghgCategoryOf } from "./ghg-category.ts";

describe("the GHG Protocol category of energy", () => {
  it.each(["upstream", "losses", "losses_upstream"])("is category 3 for the part %s of an invoice", (part) => {
    const expected = "fuel_and_energy_related_activities";
    expect(ghgCategoryOf({ scope: 3, category: "electricity", part })).toBe(expected);
  });
});

describe("the GHG Protocol category of a purchase", () => {
  const purchase = { scope: 3, part: "purchase" } as const;
  it.each([
    ["is that of its sector", "purchases", "business_travel", "business_travel"],
    ["is category 1 without a sector", "purchases", undefined, "purchased_goods_and_services"],
    ["is category 2 for a capital expense, in any sector", "capital_goods", "business_travel", "capital_goods"],
    ["is category 2 for a capital expense without a sector", "capital_goods", undefined, "capital_goods"],
  ])("%s", (_, category, ofFactor, expected) => {
    expect(ghgCategoryOf({ ...purchase, category, ofFactor })).toBe(expected);
  });
});

it("of the fuel of a trip is business travel, as that of the trip: the organization does not buy the fuel", () => {
  for (const part of ["travel", "travel_upstream"]) {
    expect(ghgCategoryOf({ scope: 3, category: "travels", part })).toBe("business_travel");
  }
});

it("of commuting is category 7, also for work at home and the fuel of the trip", () => {
  for (const part of ["commuting", "telecommuting", "commuting_upstream"]) {
    expect(ghgCategoryOf({ scope: 3, category: "employees", part })).toBe("employee_commuting");
  }
});

it("of sold products is category 11, for all energy of the customer", () => {
  expect(ghgCategoryOf({ scope: 3, category: "sold_products", part: "use" })).toBe("use_of_sold_products");
});
