import { type FieldChanges, fieldChanges } from "@emissions/kit/db/audit";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import type { Context } from "../context.ts";
import { EVIDENCE_MAX, type EvidenceTable, insertEvidence, selectEvidence } from "./evidence.ts";

interface File {
  fileId: string;
  fileName: string;
  sizeKb: number;
}

interface Evidence {
  /** As sent. */
  fileIds: readonly string[];
  /** Each once, in the order of the request. */
  files: readonly File[];
  found: FoundEntities;
}

/**
 * The stored files of the caller's organization. Refuses others. Must run before the transaction, so that no row is
 * locked during a call to another service.
 */
export async function lookUpEvidence(
  { files }: Pick<Context, "files">,
  call: Parameters<typeof forward>[0],
  fileIds: readonly string[],
): Promise<Evidence> {
  refuse(checkIds(fileIds));
  const ids = [...new Set(fileIds.map((id) => id.toLowerCase()))];
  const { files: stored, deletionAttempts } = await files.lookUpFiles({ ids }, forward(call));
  const known = new Map(stored.map(({ id, fileName, sizeKb }) => [id, { fileId: id, fileName, sizeKb }]));
  refuse(checkKnown(fileIds, known));
  const found = new Map(stored.map(({ id }, at) => [id, deletionAttempts[at] ?? 0]));
  return { fileIds, files: ids.map((id) => known.get(id)!), found };
}

/** Refuses files that are being deleted, and keeps the others until the end of the transaction. */
export async function lockEvidence(tx: Tx, org: string, { fileIds, found }: Evidence): Promise<void> {
  refuse(checkKnown(fileIds, await lockReferences(tx, org, found)));
}

/**
 * Adds the files that are not attached yet, and returns the change of the audit log. The caller must have locked the
 * files, then the record or group.
 */
export async function appendEvidence(
  tx: Tx,
  table: EvidenceTable,
  org: string,
  id: string,
  { files }: Evidence,
): Promise<FieldChanges> {
  const there = new Set((await selectEvidence(tx, table, [org], [id])).map(({ fileId }) => fileId));
  const added = files.filter(({ fileId }) => !there.has(fileId));
  if (there.size + added.length > EVIDENCE_MAX) refuse([tooMany]);
  if (added.length > 0) await insertEvidence(tx, table, org, id, added);
  const evidence = [...there];
  return fieldChanges({ evidence }, { evidence: [...evidence, ...added.map(({ fileId }) => fileId)] });
}

const tooMany: Check = {
  loc: ["body", "file_ids"],
  msg: `ensure this value has at most ${EVIDENCE_MAX} items`,
  type: "value_error.list.max_items",
};

function checkIds(ids: readonly string[]): Check[] {
  if (ids.length === 0) return [{ ...tooMany, msg: "at least 1 file", type: "value_error.list.min_items" }];
  if (ids.length > EVIDENCE_MAX) return [tooMany];
  return ids.flatMap((id, at) =>
    isId(id)
      ? []
      : [{ loc: ["body", "file_ids", String(at)], msg: "value is not a valid uuid", type: "type_error.uuid" }],
  );
}

/** Same error for an unknown file and another tenant's. */
const checkKnown = (ids: readonly string[], known: ReadonlyMap<string, unknown>): Check[] =>
  ids.flatMap((id, at) =>
    known.has(id.toLowerCase())
      ? []
      : [{ loc: ["body", "file_ids", String(at)], msg: "does not exist", type: "value_error.not_found" }],
  );
