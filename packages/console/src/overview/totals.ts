import type { Client } from "../state/account.ts";
import type { Period } from "./period.tsx";

type Summary = Awaited<ReturnType<typeof totalsBy>>;
export type CoverageCounts = NonNullable<Summary["coverage"]>;

export interface ScopeItem {
  scope: number;
  co2e: string;
}
export interface CategoryItem extends ScopeItem {
  category: string;
}
export interface MonthItem {
  year: number;
  month: number;
  co2e: string;
}

const totalsBy = (
  client: Client,
  { from, to, children }: Period,
  group_by: "scope" | "category" | "month",
  signal: AbortSignal,
) => {
  const coverage = group_by === "scope";
  const query = { start_date: from, end_date: to, include_children: children, group_by, coverage };
  return client.call("getTotalImpacts", { query, signal });
};

/** The totals of a period by scope, category and month. Each grouping has items of its own shape. */
export async function readTotals(client: Client, period: Period, signal: AbortSignal) {
  const [byScope, byCategory, byMonth] = await Promise.all([
    totalsBy(client, period, "scope", signal),
    totalsBy(client, period, "category", signal),
    totalsBy(client, period, "month", signal),
  ]);
  return {
    total: byScope.total_co2e,
    coverage: byScope.coverage,
    scopes: byScope.items as ScopeItem[],
    categories: byCategory.items as CategoryItem[],
    months: byMonth.items as MonthItem[],
  };
}
