import { createHash } from "node:crypto";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";

const CHAIN_EVERY_MS = 1_000;
/** Organizations that one round looks up at once. */
const ORGANIZATIONS_MAX = 100;
/** Entries of the queue that are read for one block. */
const ENTRIES_MAX = 1_000;
/** Rows of one block. */
const ROWS_MAX = 5_000;
/** Rows of one entry of the queue: see migration 0082. */
const ENTRY_ROWS_MAX = 1_000;
export const HASH_BYTES = 32;
/** The hash before the first block. */
export const NO_HASH = Buffer.alloc(HASH_BYTES);

export interface Head {
  position: number;
  hash: Buffer;
}

export interface Block extends Head {
  chainedAt: Date;
  ids: readonly string[];
  rowHashes: Buffer;
  previousHash: Buffer;
}

/** A row of the log with the text that its hash covers. */
export interface HashedRow {
  id: string;
  at: Date;
  text: string;
}

/** Postgres writes the text: a JSON array has the same spaces and escapes everywhere, and times have microseconds. */
export const hashedRows = (tx: Tx): Fragment => tx`
  select id, at, jsonb_build_array(organization_id, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    service, action, entity_kind, entity_id, actor_kind, actor_id, api_key_id, request_id, address, changes)::text as text
  from audit_log`;

export const hashOfRow = ({ text }: HashedRow): Buffer => createHash("sha256").update(text).digest();

export function hashOfBlock(org: string, block: Omit<Block, "hash">): Buffer {
  const { position, chainedAt, ids, rowHashes, previousHash } = block;
  const fields = [org, position, chainedAt.toISOString(), ids, rowHashes.toString("hex"), previousHash.toString("hex")];
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}

/** Chains the rows that transactions have committed. Writers do not wait for it. */
export const chainSweep = ({ db }: { db: Db }): Sweep => ({
  name: "audit-chain",
  everyMs: CHAIN_EVERY_MS,
  work: async (signal) => {
    let orgs = await selectQueued(db, NIL_ID);
    while (orgs.length > 0 && !signal.aborted) {
      for (const org of orgs) await chainQueued(db, org, signal);
      orgs = await selectQueued(db, orgs.at(-1)!);
    }
  },
});

/** The next organizations with unchained rows. Each is one index lookup, however long its queue is. */
async function selectQueued(db: Db, after: string): Promise<string[]> {
  const rows = await db.systemWide(
    (tx) => tx<{ org: string }[]>`
      with recursive next as (
        select ${after}::uuid as org, 0 as place
        union all
        select (
          select organization_id from audit_queue where organization_id > next.org order by organization_id limit 1),
          place + 1
        from next where next.org is not null and place < ${ORGANIZATIONS_MAX})
      select org from next where place > 0 and org is not null`,
  );
  return rows.map(({ org }) => org);
}

async function chainQueued(db: Db, org: string, signal: AbortSignal): Promise<void> {
  let isFull = true;
  while (isFull && !signal.aborted) isFull = await db.asService(org, appendBlock);
}

/** Answers whether more rows may wait. Two processes would append the same position, and one of them would fail. */
async function appendBlock({ tx, org }: Write): Promise<boolean> {
  const { ids, isFull } = await takeQueued(tx, org);
  if (ids.length === 0) return false;
  const rows = await tx<HashedRow[]>`
    ${hashedRows(tx)} where organization_id = ${org} and id = any(${ids}::uuid[]) order by id`;
  // Rows that were removed before they were chained are named, and the verification misses them.
  const byId = new Map(rows.map((row) => [row.id, hashOfRow(row)]));
  const { position, hash: previousHash } = (await selectHead(tx, org)) ?? { position: 0, hash: NO_HASH };
  const block = {
    position: position + 1,
    chainedAt: new Date(),
    ids,
    rowHashes: Buffer.concat(ids.map((id) => byId.get(id) ?? NO_HASH)),
    previousHash,
  };
  const hash = hashOfBlock(org, block);
  await tx`
    insert into audit_blocks (organization_id, position, chained_at, ids, row_hashes, previous_hash, hash)
    values (${org}, ${block.position}, ${block.chainedAt}, ${ids}::uuid[], ${block.rowHashes}, ${previousHash}, ${hash})`;
  await tx`
    insert into audit_heads (organization_id, position, hash) values (${org}, ${block.position}, ${hash})
    on conflict (organization_id) do update set position = excluded.position, hash = excluded.hash`;
  return isFull;
}

async function takeQueued(tx: Tx, org: string): Promise<{ ids: string[]; isFull: boolean }> {
  const taken = await tx<{ ids: string[] }[]>`
    with first as (
      select id, ids from audit_queue where organization_id = ${org} order by id limit ${ENTRIES_MAX}),
    counted as (select id, sum(cardinality(ids)) over (order by id) as total from first)
    delete from audit_queue q using counted c
    where q.organization_id = ${org} and q.id = c.id and c.total <= ${ROWS_MAX}
    returning q.ids`;
  const ids = taken.flatMap((entry) => entry.ids).sort();
  return { ids, isFull: taken.length === ENTRIES_MAX || ids.length > ROWS_MAX - ENTRY_ROWS_MAX };
}

export async function selectHead(tx: Tx, org: string): Promise<Head | null> {
  const [row] = await tx<{ position: string; hash: Buffer }[]>`
    select position, hash from audit_heads where organization_id = ${org} for update`;
  return row === undefined ? null : { position: Number(row.position), hash: row.hash };
}
