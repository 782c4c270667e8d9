import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Matches } from "@emissions/kit/db/filter-hash";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, unprocessable } from "@emissions/kit/wire/errors";
import type { BulkDeletionSchema } from "@emissions/proto/activity/v1/list";
import { refuseArchived } from "../organization/queries.ts";
import { digestColumns, digested, hashOf } from "./hash.ts";
import { type ListQuery, matching } from "./query.ts";

/** The reply to a deletion names every id, and the work ends within the timeout of a request. */
const RECORDS_MAX = 100_000;

/** Deletes records with their dependent rows. Skips ids that do not exist. Returns the deleted ids. */
export type Remove = (write: Write, ids: readonly string[]) => Promise<readonly string[]>;

export type Deletion = MessageInitShape<typeof BulkDeletionSchema>;

/** Deletes records by id. Missing records and another organization's count as failed. */
export async function deleteById(
  write: Write,
  { table, field, ids }: { table: string; field: string; ids: readonly string[] },
  remove: Remove,
): Promise<Deletion> {
  refuse(checkIds(field, ids));
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  const deleted = new Set(await remove(write, uniqueIds));
  const deletedIds = uniqueIds.filter((id) => deleted.has(id));
  const failedIds = uniqueIds.filter((id) => !deleted.has(id));
  insertDeletion(write, { table, ids: deletedIds, filterHash: null, filters: null });
  return summary(deletedIds, failedIds);
}

/**
 * Deletes every record that matches, of all organizations of the query. The rows are locked before the hash is compared,
 * so no write can change the set.
 */
export async function deleteMatching(
  write: Write,
  query: ListQuery,
  filterHash: string,
  remove: Remove,
): Promise<Deletion> {
  const locked = await lockMatching(write.tx, query, filterHash, "for update");
  const filters = Object.fromEntries(
    query.conditions.map(({ name, text }) => [name, query.isPersonal && name === "search" ? "" : text]),
  );
  // The principal tells only about its own organization.
  await refuseArchived(
    write.tx,
    locked.map(({ organizationId }) => organizationId),
  );
  const deletedIds: string[] = [];
  for (const { organizationId, ids } of locked) {
    const deleted = await write.within(organizationId, async (own) => {
      const gone = await remove(own, ids);
      insertDeletion(own, { table: query.table, ids: gone, filterHash, filters });
      return gone;
    });
    deletedIds.push(...deleted);
  }
  return summary(deletedIds, []);
}

/**
 * Locks every record that matches, by organization, and then compares the hash. `for key share` protects the records from
 * deletion alone.
 */
export async function lockMatching(tx: Tx, query: ListQuery, filterHash: string, lock: Lock): Promise<Locked[]> {
  const locked = await lockMatches(tx, query, lock);
  const matches = combined(locked);
  if (matches.total > RECORDS_MAX) throw unprocessable("TOO_MANY_ROWS", `At most ${RECORDS_MAX} at once.`);
  if (hashOf(query, matches) !== filterHash) {
    throw filterHashMismatch();
  }
  return locked;
}

export const filterHashMismatch = () =>
  conflict("FILTER_HASH_MISMATCH", "What matches the filters is not what the hash was given for.");

type Lock = "for update" | "for key share";

interface Locked extends Matches {
  organizationId: string;
  ids: string[];
}

/** The matching rows by organization, with the digest of each. All writers lock rows in the order of their ids. */
const lockMatches = (tx: Tx, query: ListQuery, lock: Lock) => tx<Locked[]>`
  with locked as materialized (
    select organization_id, ${digested(tx, query)} from ${tx(query.table)} ${matching(tx, query)}
    order by organization_id, id limit ${RECORDS_MAX + 1} ${lock === "for update" ? tx`for update` : tx`for key share`})
  select organization_id, ${digestColumns(tx, query)}, array_agg(id) as ids from locked
  group by organization_id order by organization_id`;

/** The digest of all rows. */
const combined = (parts: readonly Matches[]): Matches => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  xorOfIds: parts.reduce((all, { xorOfIds }) => all ^ BigInt(xorOfIds), 0n).toString(),
  sumOfIds: parts.reduce((all, { sumOfIds }) => all + BigInt(sumOfIds), 0n).toString(),
});

function checkIds(field: string, ids: readonly string[]): Check[] {
  if (ids.length === 0) return [missing(field)];
  if (ids.length > RECORDS_MAX) return [violation(field, "value_error.list.max_items", `at most ${RECORDS_MAX} ids`)];
  return ids.flatMap((id) => checkId(field, id));
}

interface NewDeletion {
  table: string;
  ids: readonly string[];
  filterHash: string | null;
  filters: Record<string, string | string[]> | null;
}

/** Stores the deleted ids; the audit row of the call refers to them. */
function insertDeletion({ tx, org, about, send }: Write, { table, ids, filterHash, filters }: NewDeletion): void {
  const id = newId();
  about(id);
  send(tx`
    insert into deletions (organization_id, id, resource, filter_hash, filters, ids)
    values (${org}, ${id}, ${table}, ${filterHash}, ${filters && JSON.stringify(filters)}::text::jsonb,
      ${ids as string[]}::uuid[])`);
}

const summary = (deleted: readonly string[], failed: readonly string[]): Deletion => ({
  successCount: deleted.length,
  successIds: [...deleted],
  failedCount: failed.length,
  failedIds: [...failed],
  message:
    failed.length === 0 ? `${deleted.length} deleted.` : `${deleted.length} deleted, ${failed.length} not found.`,
});
