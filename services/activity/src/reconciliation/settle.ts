import { insertCommandAudit } from "@emissions/kit/db/command-audit";
import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import type { RecordTable } from "../records/kind.ts";
import { applyFound, type Found } from "./apply.ts";
import type { Compared } from "./candidates.ts";
import { compareLocks, type LockLine } from "./locks.ts";
import { selectNamed } from "./own-records.ts";
import { type CalcRecord, DIFFERENCES, differenceOf } from "./rules.ts";

/** The person who settles the differences, and the reason. Both are in the audit log of each organization. */
export interface Decision {
  by: string;
  reason: string;
}

interface Settling {
  db: Db;
  kinds: readonly RecordTable[];
  behindSince: Date | null;
  /** Null for a look without changes. */
  decision: Decision | null;
  print(line: string): void;
}

export interface Tally {
  organizations: number;
  records: number;
  differences: number;
  /** Records that differ and wait for calc. */
  waiting: number;
}

export type Line = CalcRecord | LockLine | Compared;

/** Records that are named for each organization and difference. */
const EXAMPLES_MAX = 3;

const isLock = (line: Line): line is LockLine => "periodLockId" in line;
const isCompared = (line: Line): line is Compared => "records" in line;

/**
 * Compares the listed records once more, and settles the differences of one group in one transaction. The lines of an
 * organization follow one another, and groups do not mix organizations. A second run continues after an interruption.
 */
export async function settle(settling: Settling, groups: AsyncIterable<readonly [Line, ...Line[]]>): Promise<Tally> {
  const tally: Tally = { organizations: 0, records: 0, differences: 0, waiting: 0 };
  let current: OrganizationReport | undefined;
  for await (const group of groups) {
    const { organizationId: org } = group[0];
    if (current?.org !== org) {
      await current?.end(settling, tally);
      current = new OrganizationReport(org);
    }
    for (const line of group) {
      if (isLock(line)) current.locks.push(line);
      if (isCompared(line)) tally.records += line.records;
    }
    const records = group.filter((line): line is CalcRecord => "state" in line);
    if (records.length > 0) await settleRecords(settling, current, records);
  }
  await current?.end(settling, tally);
  return tally;
}

async function settleRecords(settling: Settling, report: OrganizationReport, records: readonly CalcRecord[]) {
  const { db, kinds, behindSince, decision } = settling;
  const { org } = report;
  const settled = await db.asService(org, async (write) => {
    const { tx } = write;
    const own = await selectNamed(
      tx,
      kinds,
      org,
      records.map(({ recordId }) => recordId),
    );
    const deleted = await selectDeleted(tx, org);
    let waiting = 0;
    const found: Found[] = [];
    for (const calc of records) {
      const record = own.get(calc.recordId);
      const difference = differenceOf(record, calc, behindSince);
      if (difference === null) continue;
      if (record?.pending || (record === undefined && deleted.has(calc.recordId))) waiting++;
      else found.push({ difference, calc, own: record });
    }
    if (decision !== null && found.length > 0) {
      await applyFound(write, kinds, found);
      await audit(write, found, decision);
    }
    return { found, waiting };
  });
  report.add(settled.found, settled.waiting);
}

/** Deletions that calc has yet to confirm. */
async function selectDeleted(tx: Tx, org: string): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select unnest(record_ids) as id from pending_deletions where organization_id = ${org}`;
  return new Set(rows.map(({ id }) => id));
}

async function audit({ tx, org }: Write, found: readonly Found[], { by, reason }: Decision) {
  const counts = Object.entries(Object.groupBy(found, ({ difference }) => difference));
  const values = { by, reason, ...Object.fromEntries(counts.map(([name, all]) => [name, all.length])) };
  const changes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { old: null, new: value }]));
  await insertCommandAudit(tx, org, {
    action: "ReconcileRecords",
    entityKind: "reconciliation",
    entityId: null,
    changes,
  });
}

class OrganizationReport {
  readonly org: string;
  readonly locks: LockLine[] = [];
  readonly #counts = new Map<string, { count: number; examples: string[] }>();
  #differences = 0;
  #waiting = 0;

  constructor(org: string) {
    this.org = org;
  }

  add(found: readonly Found[], waiting: number): void {
    this.#waiting += waiting;
    this.#differences += found.length;
    for (const { difference, calc, own } of found) {
      const kind = own === undefined ? "records" : own.kind;
      const key = `${kind} ${DIFFERENCES[difference]}`;
      const known = this.#counts.get(key) ?? { count: 0, examples: [] };
      known.count++;
      if (known.examples.length < EXAMPLES_MAX) known.examples.push(calc.recordId);
      this.#counts.set(key, known);
    }
  }

  /** Locks follow when records agree: calc would keep the amounts of missing records apart otherwise. */
  async end({ db, decision, print }: Settling, tally: Tally): Promise<void> {
    const apply = decision !== null && this.#differences + this.#waiting === 0;
    const { missing, unknown } = await db.asService(this.org, ({ tx }) =>
      compareLocks(tx, this.org, this.locks, apply),
    );
    for (const [what, { count, examples }] of this.#counts)
      print(`${this.org} ${count} ${what}, such as ${examples.join(", ")}`);
    if (missing > 0) print(`${this.org} ${missing} locked periods missing in calc`);
    if (unknown > 0) print(`${this.org} ${unknown} periods that only calc holds as locked`);
    if (this.#waiting > 0) print(`${this.org} ${this.#waiting} records wait for calc`);
    tally.organizations++;
    tally.differences += this.#differences + missing + unknown;
    tally.waiting += this.#waiting;
  }
}
