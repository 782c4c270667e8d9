import type { MessageInitShape } from "@bufbuild/protobuf";
import type { SpendOverlapSchema } from "@emissions/proto/calc/v1/total_impact_service";
import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import type { PurchasedRow } from "./group-queries.ts";
import { tonnes } from "./tonnes.ts";

const ENERGY = ["stationary_combustion", "mobile_combustion", "purchased_electricity", "purchased_heat"];

/** By category of purchases: the categories of records that may count the same emissions. */
const SAME_ACTIVITY: Readonly<Record<string, readonly string[]>> = {
  fuel_and_energy_related_activities: ["fuel_and_energy_related_activities", ...ENERGY],
  upstream_transportation_and_distribution: [
    "upstream_transportation_and_distribution",
    "downstream_transportation_and_distribution",
  ],
  waste_generated_in_operations: ["waste_generated_in_operations"],
  business_travel: ["business_travel"],
  upstream_leased_assets: ENERGY,
};

/** Purchases beside records of the same activity. Only organizations that have both count. */
export function spendOverlaps(rows: readonly PurchasedRow[]): MessageInitShape<typeof SpendOverlapSchema>[] {
  const organizations = [...Map.groupBy(rows, ({ organizationId }) => organizationId).values()];
  return Object.entries(SAME_ACTIVITY).flatMap(([ghgCategory, activities]) => {
    const both = organizations
      .map((own) => ({
        purchases: own.filter((row) => row.purchased && row.ghgCategory === ghgCategory),
        activity: own.filter((row) => !row.purchased && activities.includes(row.ghgCategory)),
      }))
      .filter(({ purchases, activity }) => purchases.length > 0 && activity.length > 0);
    if (both.length === 0) return [];
    return {
      ghgCategory,
      purchasesCo2e: tonnes(kilograms(both.flatMap(({ purchases }) => purchases))),
      activityCo2e: tonnes(kilograms(both.flatMap(({ activity }) => activity))),
    };
  });
}

const kilograms = (rows: readonly PurchasedRow[]): Decimal => rows.reduce((sum, { kg }) => sum.plus(kg), ZERO);
