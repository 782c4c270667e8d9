import type { Db, Tx, Write } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import type { CoverageChange } from "../restatement/held-records.ts";
import { lockedPeriods, openWindows } from "../restatement/locks.ts";
import { applyChange } from "../restatement/totals.ts";
import type { Coverage, Outcome } from "../total_impact/coverage.ts";
import { Deltas } from "../total_impact/deltas.ts";
import { selectSeriesImpacts } from "../total_impact/earlier-series.ts";
import { type Change, selectChangesAfter, updateSuperseded } from "./change-queries.ts";
import { lockRun, type Run, updateApplied } from "./run-queries.ts";

/** Changes whose masses are read in one transaction. */
const READ_MAX = 1_000;
/** Records that one statement locks. */
const MOVED_MAX = 5_000;

type NumberedRun = Run & { number: number };

/**
 * Makes the new calculations of a run current and moves the totals, all in one transaction. Masses are read before it,
 * because they never change and take most of the time: records and totals are locked only while they are written.
 * Records that changed since their new calculation stay as they are. Answers false if another process works on the run.
 */
export async function applyRun(db: Db, run: NumberedRun): Promise<boolean> {
  const { organizationId, id } = run;
  const all = new Deltas();
  let after: string | undefined = NIL_ID;
  while (after !== undefined) {
    const from: string = after;
    after = await db.asService(organizationId, async ({ tx, org }) => {
      const changes = await selectChangesAfter(tx, org, id, from, READ_MAX);
      await addChanges(tx, org, run, { to: all, changes, undo: false });
      return changes.length === READ_MAX ? changes.at(-1)!.recordId : undefined;
    });
  }
  return db.asService(
    organizationId,
    async (write) => {
      const { tx, org } = write;
      const locks = await lockedPeriods(write);
      const locked = await lockRun(tx, org, id, "skip locked");
      if (locked?.state !== "accepting" || locked.appliedAt !== null) return false;
      // A repeated attempt of the transaction must begin with the same differences.
      const deltas = all.within(openWindows([]));
      const { coverage, superseded } = await moveAll(write, run, deltas);
      await applyChange(write, locks, { deltas, coverage });
      write.send(updateApplied(tx, org, id, superseded));
      return true;
    },
    { lane: "bulk" },
  );
}

interface Masses {
  to: Deltas;
  changes: readonly Change[];
  /** Takes the differences away again. */
  undo: boolean;
}

async function addChanges(tx: Tx, org: string, { number }: NumberedRun, { to, changes, undo }: Masses): Promise<void> {
  const counted = changes.filter((change) => change.counted);
  const [before, after] = await Promise.all([
    selectSeriesImpacts(
      tx,
      org,
      counted.map(({ recordId, revision, replacedVersion }) => ({ recordId, revision, version: replacedVersion })),
    ),
    selectSeriesImpacts(
      tx,
      org,
      counted.map(({ recordId, revision }) => ({ recordId, revision, version: number })),
    ),
  ]);
  const [removed, added] = undo ? [after, before] : [before, after];
  for (const { masses } of removed) to.remove(masses);
  for (const { masses } of added) to.add(masses);
}

async function moveAll({ tx, org }: Write, run: NumberedRun, deltas: Deltas) {
  const coverage: CoverageChange[] = [];
  let superseded = 0;
  let after: string | undefined = NIL_ID;
  while (after !== undefined) {
    const changes: Change[] = await selectChangesAfter(tx, org, run.id, after, MOVED_MAX);
    const moved = new Map((await moveRecords(tx, org, run, changes)).map((row) => [row.recordId, row]));
    const left = changes.filter(({ recordId }) => !moved.has(recordId));
    if (left.length > 0) {
      const ids = left.map(({ recordId }) => recordId);
      await updateSuperseded(tx, org, run.id, ids);
      await addChanges(tx, org, run, { to: deltas, changes: left, undo: true });
    }
    superseded += left.length;
    for (const change of changes) {
      const was = moved.get(change.recordId);
      if (was !== undefined)
        coverage.push({ recordId: change.recordId, before: coverageOf(was), after: coverageOf(change) });
    }
    after = changes.length === MOVED_MAX ? changes.at(-1)!.recordId : undefined;
  }
  return { coverage, superseded };
}

/** Null for a record that no range includes. */
function coverageOf({ outcome, startDate, endDate, marks }: MovedRow | Change): Coverage | null {
  return outcome === null ? null : { outcome, startDate: startDate!, endDate: endDate!, marks: marks! };
}

interface MovedRow {
  recordId: string;
  /** Before the move. Null with the other fields, if no coverage counted the record. */
  outcome: Outcome | null;
  startDate: string;
  endDate: string;
  marks: string;
}

/** Locks in the order of the key, as `claimRevisions` does. Records with another revision or version are left out. */
const moveRecords = (tx: Tx, org: string, { id, number }: NumberedRun, changes: readonly Change[]) => tx<MovedRow[]>`
  with locked as materialized (
    select n.record_id, x.outcome, x.start_date, x.end_date, x.marks
    from recalculation_changes x join current_records n
      on n.organization_id = ${org} and n.record_id = x.record_id and n.revision = x.revision
      and n.version = x.replaced_version and n.state <> 'deleted'
    where x.organization_id = ${org} and x.recalculation_id = ${id}
      and x.record_id = any (${changes.map(({ recordId }) => recordId)}::uuid[])
    order by n.record_id
    for update of n)
  update current_records n set
    version = ${number}, outcome = l.outcome, start_date = l.start_date, end_date = l.end_date, marks = l.marks
  from locked l
  where n.organization_id = ${org} and n.record_id = l.record_id
  returning n.record_id, old.outcome, old.start_date, old.end_date, old.marks`;
