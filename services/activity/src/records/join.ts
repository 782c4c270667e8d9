import type { Fragment, Tx } from "@emissions/kit/db";

/**
 * A statement that joins as many rows as there are results. While Postgres knows nothing of a table it expects one row,
 * and would compare each with each; here it makes a table of hashes instead.
 */
export async function joined<R>(tx: Tx, statement: Fragment): Promise<R[]> {
  // A statement leaves when it is waited for: in this order, and together.
  const [, rows] = await Promise.all([
    tx`set local enable_nestloop = off`,
    statement,
    tx`set local enable_nestloop = on`,
  ]);
  return rows as unknown as R[];
}
