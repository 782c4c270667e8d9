import type { Call, Db } from "@emissions/kit/db/transactions";
import type { SessionRow } from "../row.ts";
import type { SeenRows } from "./repeats.ts";
import { selectRowsOfKeys } from "./row-queries.ts";

/** Finds the other rows of the session that have a key of some rows. */
export const seenInOtherRows =
  (db: Db, call: Call, { id }: Pick<SessionRow, "id">, rows: readonly { rowIndex: number }[]) =>
  async (keys: readonly string[]): Promise<SeenRows> => {
    if (keys.length === 0) return new Map();
    const except = rows.map(({ rowIndex }) => rowIndex);
    const found = await db.read(call, (tx, org) => selectRowsOfKeys(tx, org, id, { keys, except }));
    return new Map(found.map(({ key, rowNumber }) => [key, rowNumber]));
  };
