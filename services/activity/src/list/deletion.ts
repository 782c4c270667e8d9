import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, unprocessable } from "@emissions/kit/wire/errors";
import type { BulkDeletionSchema } from "@emissions/proto/activity/v1/list";
import { hashOf, type Matches, sumOf } from "./hash.ts";
import { type ListQuery, matching } from "./query.ts";

/** So many fit into an answer, and into its time. */
const RECORDS_MAX = 100_000;

/** Deletes those of the records that there are, with all that hangs on them, and tells which there were. */
export type Remove = (write: Write, ids: readonly string[]) => Promise<readonly string[]>;

type Deletion = MessageInitShape<typeof BulkDeletionSchema>;

/** Deletes records by id. Those that are not there, or another organization's, are told as failed. */
export async function deleteById(
  write: Write,
  { table, field, ids }: { table: string; field: string; ids: readonly string[] },
  remove: Remove,
): Promise<Deletion> {
  refuse(checkIds(field, ids));
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  const deleted = new Set(await remove(write, asked));
  const gone = asked.filter((id) => deleted.has(id));
  keep(write, { table, ids: gone, filterHash: null, filters: null });
  return summary(
    gone,
    asked.filter((id) => !deleted.has(id)),
  );
}

/**
 * Deletes every record that matches. The rows are locked before they are compared with the hash, so exactly those
 * are deleted that the hash was given for, whatever is written meanwhile.
 */
export async function deleteMatching(
  write: Write,
  asked: ListQuery,
  filterHash: string,
  remove: Remove,
): Promise<Deletion> {
  const { ids, ...matches } = await lockMatches(write.tx, asked);
  if (matches.total > RECORDS_MAX) {
    throw unprocessable("TOO_MANY_ROWS", `At most ${RECORDS_MAX} can be deleted at once.`);
  }
  if (hashOf(asked, matches) !== filterHash) {
    throw conflict("FILTER_HASH_MISMATCH", "What matches the filters is not what the hash was given for.");
  }
  const deleted = ids.length > 0 ? await remove(write, ids) : [];
  const filters = Object.fromEntries(asked.conditions.map(({ name, asked: value }) => [name, value]));
  keep(write, { table: asked.table, ids: deleted, filterHash, filters });
  return summary(deleted, []);
}

async function lockMatches(tx: Tx, asked: ListQuery) {
  const [locked] = await tx<[Matches & { ids: string[] }]>`
    with locked as materialized (
      select id from ${tx(asked.table)} ${matching(tx, asked)} order by id limit ${RECORDS_MAX + 1} for update)
    select ${sumOf(tx)}, coalesce(array_agg(id), '{}') as ids from locked`;
  return locked;
}

function checkIds(field: string, ids: readonly string[]): Check[] {
  if (ids.length === 0) return [missing(field)];
  if (ids.length > RECORDS_MAX) return [violation(field, "value_error.list.max_items", `at most ${RECORDS_MAX} ids`)];
  return ids.flatMap((id) => checkId(field, id));
}

interface Kept {
  table: string;
  ids: readonly string[];
  filterHash: string | null;
  filters: Record<string, string | string[]> | null;
}

/** What was deleted together stays known; the audit row of the call points to it. */
function keep({ tx, org, about, send }: Write, { table, ids, filterHash, filters }: Kept): void {
  const id = newId();
  about(id);
  send(tx`
    insert into deletions (organization_id, id, resource, filter_hash, filters, ids)
    values (${org}, ${id}, ${table}, ${filterHash}, ${filters && JSON.stringify(filters)}::text::jsonb,
      ${ids as string[]}::uuid[])`);
}

const summary = (gone: readonly string[], failed: readonly string[]): Deletion => ({
  successCount: gone.length,
  successIds: [...gone],
  failedCount: failed.length,
  failedIds: [...failed],
  message: failed.length === 0 ? `${gone.length} deleted.` : `${gone.length} deleted, ${failed.length} not found.`,
});
