import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { Context } from "../context.ts";
import { RECORD_EVIDENCE, selectEvidence } from "./evidence.ts";
import { toRecord } from "./messages.ts";
import { lockRecord, type RecordPath, type RecordRow, selectRecord } from "./queries.ts";

/** The current revision of the record. Throws CUSTOM_RECORD_NOT_FOUND. */
export async function findRecord(tx: Tx, path: RecordPath): Promise<RecordRow> {
  const row = isId(path.recordId) ? await selectRecord(tx, path) : null;
  if (row === null) throw notFound("custom record");
  return row;
}

/** Locks first and reads after that, so that the caller does not overwrite an earlier change. */
export async function lockedRecord(tx: Tx, path: RecordPath): Promise<RecordRow> {
  if (!isId(path.recordId) || !(await lockRecord(tx, path))) throw notFound("custom record");
  return findRecord(tx, path);
}

/** The messages of records, with their evidence. */
export async function showRecords(tx: Tx, rows: readonly RecordRow[], { publicUrl }: Pick<Context, "publicUrl">) {
  const owner = rows[0]?.organizationId;
  if (owner === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const byRecord = Map.groupBy(await selectEvidence(tx, RECORD_EVIDENCE, [owner], ids), ({ ownerId }) => ownerId);
  return rows.map((row) => toRecord(row, { evidence: byRecord.get(row.id) ?? [], publicUrl }));
}

export async function showRecord(tx: Tx, path: RecordPath, context: Pick<Context, "publicUrl">) {
  const [record] = await showRecords(tx, [await findRecord(tx, path)], context);
  return record!;
}
