import type { Tx } from "@emissions/kit/db/transactions";
import { storedResult } from "./messages.ts";
import { type CalculationRow, selectImpacts } from "./queries.ts";

/** The results of stored calculations, each of another record. */
export async function storedResults(tx: Tx, org: string, rows: readonly CalculationRow[]) {
  const impacts = Map.groupBy(await selectImpacts(tx, org, rows), ({ recordId }) => recordId);
  return rows.map((row) => storedResult(row, impacts.get(row.recordId) ?? []));
}
