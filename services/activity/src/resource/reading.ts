import type { Call } from "@emissions/kit/db/transactions";
import { type Listed, listing } from "../list/listing.ts";
import { selectUsersById } from "../organization/queries.ts";
import type { Caller } from "../records/kind.ts";
import { findOne } from "./table.ts";

/** Reads of one row and of many. */
export function resourceReads<T extends { uploadedBy: string | null }, L, M>(noun: string, listed: Listed<T, L, M>) {
  const { db, list, lookUp, toMessage } = listed;
  /** The row and the user who recorded it. */
  const find = (call: Call, id: string) =>
    db.read(call, async (tx, org) => {
      const row = await findOne<T>(tx, org, { noun, list }, id);
      const users = row.uploadedBy === null ? [] : await selectUsersById(tx, [row.uploadedBy]);
      return { row, user: users[0] ?? null };
    });
  return {
    ...listing(listed),
    find,
    get: async (call: Caller, id: string): Promise<M> => {
      const { row, user } = await find(call, id);
      return toMessage(row, await lookUp(call, [row], undefined), user);
    },
  };
}
