import type { Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { DuplicateReasonSchema } from "@emissions/proto/common/v1/duplicate";
import type { Duplicate } from "../../duplicate/duplicate.ts";
import { type RepeatedRow, selectRepeats, selectRowsOfKeys, updateDuplicates } from "./row-queries.ts";

/** Rows whose notices are renewed at once. */
const PIECE_ROWS = 5_000;

/**
 * Renews the notices of valid rows that repeated deleted ones: they name the first row that is left, or lose the notice.
 * Rows of a strict validation are errors without a record, so they stay until the next validation.
 */
export async function renewRepeats(tx: Tx, org: string, session: string, deleted: readonly number[]): Promise<void> {
  let after = -1;
  for (;;) {
    const rows = await selectRepeats(tx, org, session, { deleted, after, limit: PIECE_ROWS });
    if (rows.length === 0) return;
    const keys = [...new Set(rows.flatMap((row) => row.keys))];
    const found = await selectRowsOfKeys(tx, org, session, { keys, except: [] });
    const first = new Map(found.map(({ key, rowNumber }) => [key, rowNumber]));
    await updateDuplicates(
      tx,
      org,
      session,
      rows.map((row) => ({ rowIndex: row.rowIndex, duplicates: renewed(row, first) })),
    );
    after = rows.at(-1)!.rowIndex;
  }
}

/** A key begins with the number of its reason. A row lists one earlier row at most. */
function renewed({ rowNumber, duplicates, keys }: RepeatedRow, first: ReadonlyMap<string, number>): Duplicate[] | null {
  const key = keys.find((text) => (first.get(text) ?? rowNumber) < rowNumber);
  const kept = duplicates.filter(({ there }) => "id" in there);
  if (key !== undefined) {
    const reason = enumText(DuplicateReasonSchema, Number(key.slice(0, key.indexOf(":"))));
    const field = duplicates.find((one) => one.reason === reason)?.field ?? null;
    kept.push({ reason, field, there: { rowNumber: first.get(key)! } });
  }
  return kept.length === 0 ? null : kept;
}
