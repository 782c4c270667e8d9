import type { Fragment, Tx } from "@emissions/kit/db/transactions";

/** Parsing so many rows takes milliseconds: the database does not wait long for the next statement. */
const PAGE_ROWS = 500;

/**
 * All rows of a statement, read in pages. A slow process that reads all at once would leave the transaction idle while it
 * parses them, and the database ends an idle transaction.
 */
export async function readPaged<R extends object>(
  tx: Tx,
  statement: PromiseLike<R[]>,
  rowsMax = PAGE_ROWS,
): Promise<R[]> {
  const rows: R[] = [];
  await tx`declare paged no scroll cursor for ${statement as unknown as Fragment}`;
  for (;;) {
    const page = (await tx.unsafe(`fetch ${rowsMax} from paged`)) as unknown as R[];
    for (const row of page) rows.push(row);
    if (page.length < rowsMax) break;
  }
  await tx`close paged`;
  return rows;
}
