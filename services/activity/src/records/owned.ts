import { chunked } from "@emissions/kit/db/chunked";
import type { Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import { unprocessable } from "@emissions/kit/wire/errors";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import type { Deletable } from "../job/deletion.ts";
import type { Revertible } from "../job/revert/revertible.ts";
import { RECORDS_MAX } from "./announce.ts";
import { recalculateRecords, removeRows } from "./delete.ts";
import { type InputCatalogues, type RecordKind, type RecordTable, tableOf } from "./kind.ts";
import type { Owner } from "./owner.ts";

/** Records that are locked and deleted by one statement. */
const PAGE_RECORDS_MAX = 5_000;

/** Records that are deleted with their owner. */
export interface DeletedWith {
  kind: string;
  count: number;
}

/** The kinds whose records belong to an owner. */
const kindsOf = <K extends RecordTable>(owner: Owner, kinds: readonly K[]): K[] =>
  kinds.filter((kind) => kind.owner === owner);

/**
 * Deletes the existing owners with all their records, which leave all totals. The locks prevent new records meanwhile.
 * Owners are locked before records, and both in the order of their ids, as all writers do. More records of one kind than
 * `recordsMax` are refused; jobs have no such limit.
 */
export async function deleteOwners(
  write: Write,
  owner: Owner,
  kinds: readonly RecordTable[],
  ids: readonly string[],
  recordsMax: number | null = null,
): Promise<{ ids: string[]; deletedWith: DeletedWith[] }> {
  const { tx, org, send } = write;
  const [table, totals, column] = [tx(owner.table), tx(owner.totals), tx(owner.column)];
  const locked = await tx<{ id: string }[]>`
    select id from ${table} where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
    order by id for update`;
  const found = locked.map(({ id }) => id);
  if (found.length === 0) return { ids: found, deletedWith: [] };
  const deletedWith: DeletedWith[] = [];
  for (const kind of kindsOf(owner, kinds)) {
    const records = await selectOwned(write, owner, kind, { ownerIds: found, recordsMax });
    await deleteOwned(write, kind, records);
    deletedWith.push({ kind: tableOf(kind), count: records.length });
  }
  send(tx`
    delete from ${totals} where organization_id = ${org} and ${column} in (select unnest(${found}::uuid[]))`);
  send(tx`delete from ${table} where organization_id = ${org} and id in (select unnest(${found}::uuid[]))`);
  return { ids: found, deletedWith };
}

interface OwnedQuery {
  ownerIds: readonly string[];
  recordsMax: number | null;
}

/** Ids of the records of locked owners. Refuses with TOO_MANY_ROWS. */
async function selectOwned(
  { tx, org }: Write,
  owner: Owner,
  kind: RecordTable,
  { ownerIds, recordsMax }: OwnedQuery,
): Promise<string[]> {
  const limit = recordsMax === null ? tx`` : tx`limit ${recordsMax + 1}`;
  const rows = await tx<{ id: string }[]>`
    select r.id from ${ofOwners(tx, org, owner, kind, ownerIds)} as r order by r.id ${limit}`;
  if (recordsMax !== null && rows.length > recordsMax) {
    throw unprocessable("TOO_MANY_ROWS", `More records of the ${owner.table} than can be deleted at once.`);
  }
  return rows.map(({ id }) => id);
}

async function deleteOwned(write: Write, kind: RecordTable, ids: readonly string[]): Promise<void> {
  for (const page of chunked(ids, PAGE_RECORDS_MAX)) await removeRows(write, kind, page);
  // Records are locked before items and jobs, and kinds in their order, as consumers of results do.
  await completeItemsOfDeleted(write, tableOf(kind), ids);
}

/**
 * The ids of the records of owners. `offset 0` keeps the look-up in the index by owner: before the first analyze, Postgres
 * would compare each record with each of 100,000 owners.
 */
const ofOwners = (tx: Tx, org: string, owner: Owner, kind: RecordTable, ids: readonly string[]): Fragment => tx`(
  select found.id from (select distinct unnest(${ids as string[]}::uuid[])) as o (id)
  cross join lateral (
    select id from ${tx(tableOf(kind))} where organization_id = ${org} and ${tx(owner.column)} = o.id offset 0) as found)`;

/** The records of owners, by kind, as far as they exist. */
export const countOwned = (tx: Tx, org: string, owner: Owner, kinds: readonly RecordTable[], ids: readonly string[]) =>
  Promise.all(
    kindsOf(owner, kinds).map(async (kind): Promise<DeletedWith> => {
      const [row] = await tx<[{ count: number }]>`
        select count(*)::int as count from ${ofOwners(tx, org, owner, kind, ids)} as r`;
      return { kind: tableOf(kind), count: row.count };
    }),
  );

/** Deletion jobs: one owner in each transaction, with all its records. `more` are other rows that name owners. */
export const ownerDeletable = (
  owner: Owner,
  kinds: readonly RecordTable[],
  more: Revertible["dependants"] = [],
): Deletable => ({
  entityType: owner.table,
  batchSize: 1,
  deleteItems: async (write, ids) => void (await deleteOwners(write, owner, kinds, ids)),
  revert: {
    table: owner.table,
    dependants: [...kindsOf(owner, kinds).map((kind) => ({ table: tableOf(kind), column: owner.column })), ...more],
  },
});

/** The next records of an owner to calculate again: their kind, and start date and id of the record before them. */
export interface OwnedPage {
  entityType: EntityType;
  recordsDoneTo: string;
}

interface Recalculation {
  owner: Owner;
  ownerId: string;
  kinds: readonly RecordKind[];
  /** Leaves out other records. */
  only?: (tx: Tx) => Fragment;
}

/**
 * Starts a new calculation of the next records of an owner, at most RECORDS_MAX of one kind, because the owner changed.
 * Returns the next page, or null after the last one. The first page has no entity type.
 */
export async function recalculateOwned(
  context: InputCatalogues,
  write: Write,
  { owner, ownerId, kinds, only }: Recalculation,
  { entityType, recordsDoneTo }: OwnedPage,
): Promise<OwnedPage | null> {
  const own = kindsOf(owner, kinds);
  const index = entityType === EntityType.UNSPECIFIED ? 0 : own.findIndex((kind) => kind.entityType === entityType);
  const kind = own[index];
  if (kind === undefined) return null;
  const { tx, org } = write;
  // Before its records, in the order in which an owner is deleted.
  await owner.lockLocations(tx, org, [ownerId]);
  const condition = only === undefined ? tx`` : tx`and ${only(tx)}`;
  const page = await selectNext(write, kind, { owner, ownerId, doneTo: recordsDoneTo, condition });
  await recalculateRecords(
    context,
    write,
    kind,
    page.map(({ id }) => id),
  );
  const last = page.length === RECORDS_MAX ? page.at(-1) : undefined;
  if (last !== undefined) return { entityType: kind.entityType, recordsDoneTo: `${last.startDate} ${last.id}` };
  const next = own[index + 1];
  return next === undefined ? null : { entityType: next.entityType, recordsDoneTo: "" };
}

interface NextRecords {
  owner: Owner;
  ownerId: string;
  doneTo: string;
  condition: Fragment;
}

/** In the order of the index by owner. */
function selectNext({ tx, org }: Write, kind: RecordTable, { owner, ownerId, doneTo, condition }: NextRecords) {
  const [startDate, id] = doneTo.split(" ");
  const after = id ? tx`and (start_date, id) < (${startDate!}, ${id})` : tx``;
  return tx<{ id: string; startDate: string }[]>`
    select id, start_date from ${tx(tableOf(kind))}
    where organization_id = ${org} and ${tx(owner.column)} = ${ownerId} ${condition} ${after}
    order by start_date desc, id desc limit ${RECORDS_MAX}`;
}
