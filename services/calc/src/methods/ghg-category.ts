import type { Scope } from "./method.ts";

/** Categories of scope 3 in the order of their numbers: GHG Protocol Scope 3 Standard, table 5.3. */
export const SCOPE_3_CATEGORIES = [
  "purchased_goods_and_services",
  "capital_goods",
  "fuel_and_energy_related_activities",
  "upstream_transportation_and_distribution",
  "waste_generated_in_operations",
  "business_travel",
  "employee_commuting",
  "upstream_leased_assets",
  "downstream_transportation_and_distribution",
  "processing_of_sold_products",
  "use_of_sold_products",
  "end_of_life_treatment_of_sold_products",
  "downstream_leased_assets",
  "franchises",
  "investments",
] as const;

/** GHG Protocol Corporate Standard, chapter 4 and appendix D. */
export const SCOPE_1_CATEGORIES = [
  "stationary_combustion",
  "mobile_combustion",
  "process_emissions",
  "fugitive_emissions",
] as const;

export const SCOPE_2_CATEGORIES = ["purchased_electricity", "purchased_heat"] as const;

/** Gases outside the Kyoto Protocol are reported separately: GHG Protocol Corporate Standard, chapter 9. */
export const OUTSIDE_SCOPES = "outside_scopes";

export type GhgCategory =
  | (typeof SCOPE_1_CATEGORIES)[number]
  | (typeof SCOPE_2_CATEGORIES)[number]
  | (typeof SCOPE_3_CATEGORIES)[number];

/** Category 3 of scope 3. */
export const ENERGY_RELATED = "fuel_and_energy_related_activities" satisfies GhgCategory;

const SCOPE_1: Readonly<Record<string, GhgCategory>> = {
  vehicles: "mobile_combustion",
  process: "process_emissions",
  recharge: "fugitive_emissions",
  recharges: "fugitive_emissions",
  logistics_recharges: "mobile_combustion",
};

const SCOPE_3: Readonly<Record<string, GhgCategory>> = {
  capital_goods: "capital_goods",
  energy_production: ENERGY_RELATED,
  goods_received: "upstream_transportation_and_distribution",
  goods_shipped: "downstream_transportation_and_distribution",
  wastes: "waste_generated_in_operations",
  travels: "business_travel",
  employees: "employee_commuting",
  sold_products: "use_of_sold_products",
};

/** Freight and services of a capital expense belong to the capital good, in any sector. */
const CAPITAL_GOODS = "capital_goods";

const ENERGY_PARTS: ReadonlySet<string> = new Set(["upstream", "losses", "losses_upstream"]);

interface Emission {
  scope: Scope;
  /** The category of the activity, as in the totals. */
  category: string;
  part: string;
  /** Whether the organization pays for the transport. */
  buysFreight?: boolean;
  /** The category that the factor decides about, as for purchases by sector. */
  ofFactor?: string | undefined;
}

/**
 * The category of the GHG Protocol. All emissions of capital goods are category 2: Scope 3 Standard, table 5.4. Outbound
 * transport that the organization buys is category 4: Technical Guidance for Calculating Scope 3 Emissions, chapter 4.
 */
export function ghgCategoryOf({ scope, category, part, ofFactor, buysFreight }: Emission): string {
  if (ofFactor !== undefined && category !== CAPITAL_GOODS) return ofFactor;
  if (scope === 1) return SCOPE_1[category] ?? "stationary_combustion";
  if (scope === 2) return category === "heat" ? "purchased_heat" : "purchased_electricity";
  if (ENERGY_PARTS.has(part)) return ENERGY_RELATED;
  if (category === "water" && part === "treatment") return "waste_generated_in_operations";
  if (category === "goods_shipped" && buysFreight) return SCOPE_3.goods_received!;
  return SCOPE_3[category] ?? "purchased_goods_and_services";
}
