import { createHash } from "node:crypto";
import { expectedVersions, hasChanged } from "@emissions/kit/db/row-versions";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { Call } from "@emissions/kit/wire/call";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "@emissions/kit/wire/headers";
import { type RecordKind, type StoredRecord, tableOf } from "./kind.ts";
import { decidedColumns, type Row, selectRecord } from "./table.ts";

const VERSION_LENGTH = 22;

type VersionedKind = Pick<RecordKind, "entityType" | "values" | "columns">;

/** Changes with the values of the record and with each new calculation. The result of a calculation does not change it. */
function versionOf(kind: VersionedKind, row: StoredRecord): string {
  const values = decidedColumns(kind).map(({ key }) => (row as unknown as Row)[key] ?? null);
  const text = JSON.stringify([row.id, row.revision, values]);
  return createHash("sha256").update(text).digest("base64url").slice(0, VERSION_LENGTH);
}

export const showVersion = (call: Call, kind: VersionedKind, row: StoredRecord): void =>
  call.responseHeader.set(RECORD_VERSION, versionOf(kind, row));

/** Refuses when the caller expects another version. The row must be locked. */
export function checkVersion(call: Call, kind: VersionedKind, row: StoredRecord): void {
  const expected = expectedVersions(call);
  if (expected !== null && !expected.includes(versionOf(kind, row))) throw hasChanged();
}

/** The same for a record that is not read otherwise. Locks it. */
export async function lockVersion(
  call: Call,
  { tx, org }: { tx: Tx; org: string },
  kind: VersionedKind,
  id: string,
): Promise<void> {
  if (!call.requestHeader.has(EXPECTED_VERSIONS) || !isId(id)) return;
  const row = await selectRecord<StoredRecord>(tx, org, tableOf(kind), id, "lock");
  if (row !== null) checkVersion(call, kind, row);
}
