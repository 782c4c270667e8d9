import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { Context } from "../context.ts";
import { selectEvidence } from "./evidence.ts";
import { toRecord } from "./messages.ts";
import { lockRecord, type Place, type RecordRow, selectRecord } from "./queries.ts";

/** The record in force; refuses with CUSTOM_RECORD_NOT_FOUND. */
export async function findRecord(tx: Tx, place: Place): Promise<RecordRow> {
  const row = isId(place.recordId) ? await selectRecord(tx, place) : null;
  if (row === null) throw notFound("custom record");
  return row;
}

/** Locked first and read then, so that a change which came before the lock is not undone. */
export async function lockedRecord(tx: Tx, place: Place): Promise<RecordRow> {
  if (!isId(place.recordId) || !(await lockRecord(tx, place))) throw notFound("custom record");
  return findRecord(tx, place);
}

/** Records as callers see them, with their evidence. */
export async function showRecords(tx: Tx, rows: readonly RecordRow[], { publicUrl }: Pick<Context, "publicUrl">) {
  const owner = rows[0]?.organizationId;
  if (owner === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const byRecord = Map.groupBy(await selectEvidence(tx, owner, ids), ({ recordId }) => recordId);
  return rows.map((row) => toRecord(row, { evidence: byRecord.get(row.id) ?? [], publicUrl }));
}

export async function showRecord(tx: Tx, place: Place, context: Pick<Context, "publicUrl">) {
  const [record] = await showRecords(tx, [await findRecord(tx, place)], context);
  return record!;
}
