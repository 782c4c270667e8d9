import type { Write } from "@emissions/kit/db/transactions";
import { FreightRunChangedSchema } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { selectReplaced } from "../freight_run/queries.ts";
import type { RechargeRow } from "./rules.ts";

const rechargesOf = (rows: readonly object[]) => rows as readonly RechargeRow[];

/** After the transaction, because the consumer reads what is stored then. */
function announce({ emit }: Write, runs: readonly string[]): void {
  for (const run of new Set(runs)) emit(FreightRunChangedSchema, { run });
}

/** Before recharges are stored: their runs, and those of the recharges that they replace. */
export async function announceStoring<T extends object>(write: Write, rows: readonly T[]): Promise<readonly T[]> {
  const recharges = rechargesOf(rows);
  const replaced = await selectReplaced(
    write.tx,
    write.org,
    recharges.map(({ dedupKey }) => dedupKey),
  );
  announce(write, [...replaced, ...recharges.flatMap(({ run }) => run ?? [])]);
  return rows;
}

/** With the deletion of recharges. */
export async function announceDeletion(write: Write, gone: readonly object[]): Promise<void> {
  announce(
    write,
    rechargesOf(gone).flatMap(({ run }) => run ?? []),
  );
}
