import { setRestatement } from "@emissions/kit/db/restatement";
import type { Write } from "@emissions/kit/db/transactions";
import { subtractFromOwners } from "../records/delete.ts";
import { type RecordTable, type StoredRecord, tableOf } from "../records/kind.ts";
import { forgetPending, insertOverdue } from "../records/pending.ts";
import { emitDeleted } from "../records/pending-deletions.ts";
import { resetRecords, selectRecords } from "../records/table.ts";
import { type CalcRecord, type Difference, needsRevision, type OwnRecord } from "./rules.ts";

export interface Found {
  difference: Difference;
  calc: CalcRecord;
  own: OwnRecord | undefined;
}

/** Why records of locked periods get a new revision. */
const REASON = "Reconciled: the schema of one service was set back alone.";

/**
 * Settles differences of one organization. Records wait for a new result, and the sweep publishes them within seconds.
 * What calc counts without a record is deleted like any record.
 */
export async function applyFound(write: Write, kinds: readonly RecordTable[], found: readonly Found[]): Promise<void> {
  const gone = found.filter(({ own }) => own === undefined);
  if (gone.length > 0) {
    const records = gone.map(({ calc: { recordId, revision } }) => ({ recordId, revision: revision + 1 }));
    emitDeleted(write, records, { lane: "bulk" });
  }
  for (const kind of kinds) {
    const ofKind = found.filter(({ own }) => own?.kind === tableOf(kind));
    if (ofKind.length > 0) await announceAgain(write, kind, ofKind);
  }
}

async function announceAgain(write: Write, kind: RecordTable, found: readonly Found[]): Promise<void> {
  const { tx, org } = write;
  const table = tableOf(kind);
  await renew(
    write,
    kind,
    found.filter(({ difference, own }) => needsRevision(difference, own!)),
  );
  const ids = found.map(({ calc: { recordId } }) => recordId);
  const rows = await selectRecords<StoredRecord>(tx, org, table, ids, "lock");
  await forgetPending(tx, org, table, ids);
  await insertOverdue(
    tx,
    org,
    table,
    rows.map(({ id, revision }) => ({ recordId: id, revision })),
  );
}

/** A revision above all that calc knows, without a result. */
async function renew(write: Write, kind: RecordTable, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const { tx, org } = write;
  const ids = found.map(({ calc: { recordId } }) => recordId);
  await setRestatement(tx, { reason: REASON, userId: null });
  const held = await selectRecords<StoredRecord>(tx, org, tableOf(kind), ids, "lock");
  const above = found.map(({ calc: { revision } }) => revision);
  await resetRecords(tx, org, kind, ids, above);
  await subtractFromOwners(write, kind, held);
}
