import type { Write } from "@emissions/kit/db/transactions";
import type { CountDelta } from "./count-deltas.ts";
import { addCounts } from "./coverage-queries.ts";
import type { Deltas } from "./deltas.ts";
import { addToTotals } from "./queries.ts";
import type { Series } from "./series.ts";
import { addSeriesRows, insertChanges, insertSeries } from "./series-queries.ts";

interface TotalsChange {
  deltas: Deltas;
  counts: readonly CountDelta[];
  /** Series that may not be stored yet. */
  series: Iterable<Series>;
}

/**
 * Moves all totals, series and counts by the differences, and keeps these for questions about an earlier instant. That
 * statement is the last one, so that the time of the change is close to that of the commit.
 */
export async function changeTotals(
  { tx, org, send }: Pick<Write, "tx" | "org" | "send">,
  { deltas, counts, series }: TotalsChange,
): Promise<void> {
  const rows = deltas.series();
  await Promise.all([
    insertSeries(tx, org, series),
    addCounts(tx, org, counts),
    addToTotals(tx, org, deltas),
    addSeriesRows(tx, org, rows),
  ]);
  if (rows.steps.length > 0) send(insertChanges(tx, org, rows));
}
