import type { Write } from "@emissions/kit/db/transactions";
import { addCounts } from "../total_impact/coverage-queries.ts";
import type { Deltas } from "../total_impact/deltas.ts";
import { addToTotals } from "../total_impact/queries.ts";
import { addSeriesRows, insertChanges, insertRestated } from "../total_impact/series-queries.ts";
import { type CoverageChange, countChanges } from "./held-records.ts";
import { type LockedPeriod, openWindows, windowOf } from "./locks.ts";

export interface TotalsChange {
  deltas: Deltas;
  coverage: readonly CoverageChange[];
}

/**
 * Adds a change to the totals. Amounts on the days of locked periods are kept apart instead, by lock. So no path of an
 * event can change the totals of a locked period.
 */
export async function applyChange(
  { tx, org, send }: Pick<Write, "tx" | "org" | "send">,
  locks: readonly LockedPeriod[],
  { deltas, coverage }: TotalsChange,
): Promise<void> {
  const counts = await countChanges(tx, org, locks, coverage);
  const open = locks.length === 0 ? deltas : deltas.within(openWindows(locks));
  const apart = locks.map((lock) => ({ lock, series: deltas.within([windowOf(lock)]).series() }));
  const series = open.series();
  await Promise.all([
    addCounts(tx, org, counts),
    addToTotals(tx, org, open),
    addSeriesRows(tx, org, series),
    ...apart.map(({ lock, series: { steps } }) => steps.length > 0 && insertRestated(tx, org, lock.id, steps)),
  ]);
  // The last statement, so that the time of the change is close to that of the commit.
  if (series.steps.length > 0) send(insertChanges(tx, org, series));
}
