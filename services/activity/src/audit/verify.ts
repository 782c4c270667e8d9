import type { Db, Tx } from "@emissions/kit/db/transactions";
import {
  type Block,
  HASH_BYTES,
  type HashedRow,
  type Head,
  hashedRows,
  hashOfBlock,
  hashOfRow,
  NO_HASH,
} from "./chain.ts";

/** Blocks that are read at once. */
const BLOCKS_MAX = 10;
/** A row that is chained later than this is counted as late: its time may have been set back. */
const LATE_MS = 600_000;
/** Limit of the statement that reads the ids of all rows and blocks. */
const SEARCH_TIMEOUT_MS = 600_000;

export interface Verification {
  blocks: number;
  rows: number;
  /** Rows that were added a moment ago. */
  waiting: number;
  /** Rows that were chained long after their time, such as changes that arrived after a fault of NATS. */
  late: number;
  /** To note outside of the database. Null for an organization without blocks. */
  head: string | null;
  /** The first difference. */
  problem: string | null;
}

/** A head as the command prints and reads it. */
const headText = ({ position, hash }: Head) => `${position}:${hash.toString("hex")}`;

interface Chain {
  db: Db;
  org: string;
  /** A head that was noted outside of the database, as `<position>:<hash>`. */
  noted?: string | undefined;
}

/**
 * Compares the audit log of an organization with its hash chain, and names the first block or row that was changed,
 * removed, inserted or moved. Services may write meanwhile.
 */
export async function verifyAudit({ db, org, noted }: Chain): Promise<Verification> {
  const found: Verification = { blocks: 0, rows: 0, waiting: 0, late: 0, head: null, problem: null };
  let last: Head = { position: 0, hash: NO_HASH };
  let isNotedFound = noted === undefined;
  const read = <R>(work: (tx: Tx) => Promise<R>) => db.asService(org, ({ tx }) => work(tx));
  const { stored, highest } = await read((tx) => selectEnds(tx, org));

  for (let blocks: Block[] | null = null; found.problem === null && blocks?.length !== 0; ) {
    blocks = await read((tx) => selectBlocks(tx, org, last.position));
    for (const block of blocks) {
      found.problem = brokenLink(org, last, block) ?? (await brokenRow(read, org, block, found));
      if (found.problem !== null) break;
      found.blocks += 1;
      found.rows += block.ids.length;
      last = block;
      if (headText(block) === noted) isNotedFound = true;
      if (block.position === stored?.position && !stored.hash.equals(block.hash))
        found.problem = `block ${block.position} is not the one that was chained last`;
    }
  }
  if (last.position > 0) found.head = headText(last);
  if (found.problem === null && highest !== (stored?.position ?? 0))
    found.problem = `${highest} blocks are stored, and the head is ${stored?.position ?? "missing"}`;
  if (found.problem === null && last.position < (stored?.position ?? 0))
    found.problem = `the blocks after ${last.position} were removed`;
  if (found.problem === null && !isNotedFound) found.problem = `the chain does not contain the block ${noted}`;
  const { waiting, unchained } = await read((tx) => selectUnchained(tx, org));
  found.waiting = waiting;
  if (found.problem === null && unchained !== null) found.problem = `row ${unchained} is in no block: it was inserted`;
  return found;
}

function brokenLink(org: string, last: Head, block: Block): string | null {
  const { position } = block;
  if (position !== last.position + 1) return `block ${last.position + 1} was removed`;
  if (!block.previousHash.equals(last.hash)) return `block ${position} does not follow block ${last.position}`;
  return hashOfBlock(org, block).equals(block.hash) ? null : `block ${position} was changed`;
}

type Read = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;

async function brokenRow(read: Read, org: string, block: Block, found: Verification): Promise<string | null> {
  const rows = await read(
    (tx) => tx<HashedRow[]>`
    ${hashedRows(tx)} where organization_id = ${org} and id = any(${block.ids as string[]}::uuid[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [index, id] of block.ids.entries()) {
    const row = byId.get(id);
    if (row === undefined) return `row ${id} of block ${block.position} was removed`;
    const hash = block.rowHashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
    if (!hashOfRow(row).equals(hash)) return `row ${id} of block ${block.position} was changed`;
    if (block.chainedAt.getTime() - row.at.getTime() > LATE_MS) found.late += 1;
  }
  return null;
}

/** The head and the highest block, in one snapshot. */
async function selectEnds(tx: Tx, org: string): Promise<{ stored: Head | null; highest: number }> {
  const [row] = await tx<[{ position: string | null; hash: Buffer; highest: string }]>`
    select h.position, h.hash, coalesce(b.highest, 0) as highest
    from (select max(position) as highest from audit_blocks where organization_id = ${org}) b
    left join audit_heads h on h.organization_id = ${org}`;
  const { position, hash, highest } = row;
  return { stored: position === null ? null : { position: Number(position), hash }, highest: Number(highest) };
}

async function selectBlocks(tx: Tx, org: string, after: number): Promise<Block[]> {
  const rows = await tx<(Omit<Block, "position"> & { position: string })[]>`
    select position, chained_at, ids, row_hashes, previous_hash, hash from audit_blocks
    where organization_id = ${org} and position > ${after} order by position limit ${BLOCKS_MAX}`;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** Rows in the queue, and the first row that is neither there nor in a block, in one snapshot. */
async function selectUnchained(tx: Tx, org: string): Promise<{ waiting: number; unchained: string | null }> {
  // The planner expects few elements of arrays, and would compare each row with each element.
  await tx.unsafe(`set local enable_nestloop = off; set local statement_timeout = ${SEARCH_TIMEOUT_MS}`);
  const [row] = await tx<[{ waiting: number; unchained: string | null }]>`
    with known as (
      select unnest(ids) as id from audit_blocks where organization_id = ${org}
      union all select unnest(ids) from audit_queue where organization_id = ${org})
    select (select coalesce(sum(cardinality(ids)), 0)::int from audit_queue where organization_id = ${org}) as waiting,
      (select min(l.id::text) from audit_log l
        where l.organization_id = ${org} and not exists (select from known k where k.id = l.id)) as unchained`;
  return row;
}
