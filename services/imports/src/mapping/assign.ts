import { munkres } from "munkres";

/**
 * The target of each source, by the pairs with the greatest sum of profits; -1 for none. A pair without profit is none.
 * `profits` has a row for each source and a column for each target.
 */
export function assignPairs(profits: readonly (readonly number[])[]): number[] {
  const assigned = profits.map(() => -1);
  if ((profits[0]?.length ?? 0) === 0) return assigned;
  const costs = profits.map((row) => row.map((profit) => -profit));
  for (const [source, target] of munkres(costs)) if (profits[source]![target]! > 0) assigned[source] = target;
  return assigned;
}
