import type { Sector } from "./sector.ts";

/** GHG Protocol category of a purchase, or energy, which spend cannot price. */
export type PurchaseCategory =
  | "purchased_goods_and_services"
  | "upstream_transportation_and_distribution"
  | "waste_generated_in_operations"
  | "business_travel"
  | "upstream_leased_assets"
  | "energy";

interface Rule {
  category: PurchaseCategory;
  /** Beginnings of NACE codes. The longest beginning of all rules decides. */
  nace: readonly string[];
  /** Beginnings of NAICS codes. */
  naics: readonly string[];
  reason: string;
}

/** GHG Protocol, Scope 3 Standard, chapter 5. docs/scopes.md has the same table. */
export const RULES: readonly Rule[] = [
  {
    category: "upstream_transportation_and_distribution",
    nace: ["49", "50", "51.2", "52", "53"],
    naics: ["48", "481112", "481212", "491", "492", "493"],
    reason: "Freight, storage, post and courier services that the organization pays for.",
  },
  {
    category: "business_travel",
    nace: ["49.1", "49.3", "50.1", "50.3", "51", "55", "79"],
    naics: ["481", "483112", "483114", "483212", "485", "487", "532111", "5615", "721"],
    reason: "Passenger transport, accommodation, rented cars, and trips that agencies sell.",
  },
  {
    category: "waste_generated_in_operations",
    nace: ["37", "38", "39"],
    naics: ["221320", "562"],
    reason: "Treatment of waste and waste water by third parties.",
  },
  {
    category: "upstream_leased_assets",
    nace: ["68", "77"],
    naics: ["5311", "532"],
    reason: "Rent and leasing of buildings, vehicles and machines.",
  },
  {
    category: "purchased_goods_and_services",
    nace: ["68.1", "68.3", "77.4"],
    naics: ["2213", "32412", "324191"],
    reason: "Estate agents and licences are not leased assets; water, bitumen and lubricants are not energy.",
  },
  {
    category: "energy",
    nace: ["05", "06", "19", "35", "46.71", "47.3"],
    naics: ["211", "2121", "22", "221330", "324", "4247", "447", "454310"],
    reason: "Spend has no emissions of use; invoices of energy have scope 1 or 2, and category 3.",
  },
];

const byPrefix = {
  nace_rev2: prefixes(({ nace }) => nace),
  naics_2017: prefixes(({ naics }) => naics),
};

function prefixes(prefixesOf: (rule: Rule) => readonly string[]): ReadonlyMap<string, PurchaseCategory> {
  return new Map(RULES.flatMap((rule) => prefixesOf(rule).map((prefix) => [prefix, rule.category] as const)));
}

/** All other sectors sell goods and services of category 1. */
export function purchaseCategoryOf({ scheme, code, group = code }: Sector): PurchaseCategory {
  for (let length = group.length; length > 0; length -= 1) {
    const category = byPrefix[scheme].get(group.slice(0, length));
    if (category !== undefined) return category;
  }
  return "purchased_goods_and_services";
}

/** The GHG Protocol category of a purchase with a custom factor. Such a factor may have the upstream emissions of energy. */
export function ghgCategoryOf(sector: Sector): string {
  const category = purchaseCategoryOf(sector);
  return category === "energy" ? "fuel_and_energy_related_activities" : category;
}

/** Wholesale and retail: NACE 45 to 47, NAICS 42, 44 and 45. Repair of vehicles (NACE 45.2) is a service. */
export function isTrade({ scheme, code }: Sector): boolean {
  return scheme === "naics_2017" ? /^4[245]/.test(code) : /^4[567]/.test(code) && !code.startsWith("45.2");
}
