import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, unprocessable } from "@emissions/kit/wire/errors";
import type { BulkDeletionSchema } from "@emissions/proto/activity/v1/list";
import { digestColumns, hashOf, type Matches } from "./hash.ts";
import { type ListQuery, matching } from "./query.ts";

/** The reply names every id, and the deletion ends within the timeout of a request. */
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

/** Deletes every record that matches. The rows are locked before the hash is compared, so no write can change the set. */
export async function deleteMatching(
  write: Write,
  query: ListQuery,
  filterHash: string,
  remove: Remove,
): Promise<Deletion> {
  const { ids, ...matches } = await lockMatches(write.tx, query);
  if (matches.total > RECORDS_MAX) {
    throw unprocessable("TOO_MANY_ROWS", `At most ${RECORDS_MAX} can be deleted at once.`);
  }
  if (hashOf(query, matches) !== filterHash) {
    throw conflict("FILTER_HASH_MISMATCH", "What matches the filters is not what the hash was given for.");
  }
  const deleted = ids.length > 0 ? await remove(write, ids) : [];
  const filters = Object.fromEntries(query.conditions.map(({ name, text }) => [name, text]));
  insertDeletion(write, { table: query.table, ids: deleted, filterHash, filters });
  return summary(deleted, []);
}

async function lockMatches(tx: Tx, query: ListQuery) {
  const [locked] = await tx<[Matches & { ids: string[] }]>`
    with locked as materialized (
      select id from ${tx(query.table)} ${matching(tx, query)} order by id limit ${RECORDS_MAX + 1} for update)
    select ${digestColumns(tx)}, coalesce(array_agg(id), '{}') as ids from locked`;
  return locked;
}

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
