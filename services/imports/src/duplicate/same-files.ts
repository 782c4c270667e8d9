import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import { DuplicateReason } from "@emissions/proto/common/v1/duplicate";
import { visibleSessions } from "../session/moves.ts";
import type { SessionRow } from "../session/row.ts";
import { type Duplicate, reasonText, type ThereKind } from "./duplicate.ts";

/** Imports and readings of the same content that an answer names. */
const SAME_FILES_MAX = 10;

const toDuplicates = (kind: ThereKind, rows: readonly { id: string }[]): Duplicate[] =>
  rows.map(({ id }) => ({ reason: reasonText(DuplicateReason.SAME_FILE), field: null, there: { kind, id } }));

/** Submitted imports of the same content, sheet and template that the caller may see. */
export async function selectSameImports(
  tx: Tx,
  caller: Principal,
  { organizationId: org, id, fileId, templateId, selectedSheet }: SessionRow,
): Promise<Duplicate[]> {
  if (fileId === null) return [];
  const rows = await tx<{ id: string }[]>`
    select s.id from files own
      join files f on f.organization_id = ${org} and f.sha256 = own.sha256 and f.state = 'stored'
      join import_sessions s on s.organization_id = ${org} and s.file_id = f.id
    where own.organization_id = ${org} and own.id = ${fileId} and s.id <> ${id}
      and s.status in ('submitting', 'submitted') and s.template_id = ${templateId}
      and s.selected_sheet is not distinct from ${selectedSheet}
      and s.is_personal = any(${plainColumn(visibleSessions(caller))}::boolean[])
    order by s.created_at desc, s.id limit ${SAME_FILES_MAX}`;
  return toDuplicates("imports", rows);
}

/** Confirmed readings of the same content. They are about no people. */
export async function selectSameReadings(
  tx: Tx,
  org: string,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Duplicate[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from files f join readings r on r.organization_id = ${org} and r.file_id = f.id
    where f.organization_id = ${org} and f.sha256 = ${sha256} and f.state = 'stored' and not f.for_people
      and r.id <> ${id} and r.status = 'confirmed'
    order by r.created_at desc, r.id limit ${SAME_FILES_MAX}`;
  return toDuplicates("file_readings", rows);
}
