import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { Principal } from "@emissions/kit/wire/principal";
import { type Duplicate, SAME_FILES_MAX, sameFiles } from "../../duplicate/duplicate.ts";
import { visibleSessions } from "../moves.ts";
import type { SessionRow } from "../row.ts";

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
  return sameFiles("imports", rows);
}
