import { plainColumn } from "@emissions/kit/db/columns";
import { pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { currentStatus, type SessionRow } from "./row.ts";
import { EXPIRING, type State } from "./states.ts";

export type NewSession = Pick<
  SessionRow,
  | "id"
  | "templateId"
  | "isPersonal"
  | "fileId"
  | "rawFileId"
  | "fileName"
  | "fileType"
  | "userId"
  | "actorType"
  | "actorApiKeyId"
  | "numericLocale"
  | "dateLocale"
  | "projectId"
  | "folderId"
  | "sheetName"
  | "headerRow"
>;

/** Counts sessions under a lock of the organization, so that concurrent calls count one after the other. */
export async function countOpenSessions(tx: Tx, org: string): Promise<number> {
  await tx`insert into file_totals (organization_id) values (${org}) on conflict do nothing`;
  await tx`select from file_totals where organization_id = ${org} for update`;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from import_sessions
    where organization_id = ${org} and expires_at > now() and status = any(${[...EXPIRING]}::text[])`;
  return count;
}

export const insertSession = (tx: Tx, org: string, session: NewSession, ttlHours: number) => tx`
  insert into import_sessions (organization_id, id, template_id, is_personal, file_id, raw_file_id, file_name, file_type,
    user_id, actor_type, actor_api_key_id, numeric_locale, date_locale, project_id, folder_id, sheet_name, header_row,
    expires_at)
  values (${org}, ${session.id}, ${session.templateId}, ${session.isPersonal}, ${session.fileId}, ${session.rawFileId},
    ${session.fileName}, ${session.fileType}, ${session.userId}, ${session.actorType}, ${session.actorApiKeyId},
    ${session.numericLocale}, ${session.dateLocale}, ${session.projectId}, ${session.folderId}, ${session.sheetName},
    ${session.headerRow}, now() + make_interval(hours => ${ttlHours}))`;

export async function selectSession(tx: Tx, org: string, id: string, lock?: "to change"): Promise<SessionRow | null> {
  const [row] = await tx<SessionRow[]>`
    select *, ${currentStatus(tx)} as status from import_sessions
    where organization_id = ${org} and id = ${id} ${lock ? tx`for no key update` : tx``}`;
  return row ?? null;
}

export interface SessionFilter {
  status: State | null;
  templateId: string;
  userId: string;
  includeExpired: boolean;
  /** Values of `is_personal` that the caller may see. */
  visible: readonly boolean[];
  page: number;
  size: number;
}

const PAGE_SIZE = 10;

export async function selectSessions(tx: Tx, org: string, filter: SessionFilter) {
  const { status, templateId, userId, includeExpired, visible } = filter;
  const { limit, offset } = pageOf(filter, PAGE_SIZE);
  const where = tx`
    where organization_id = ${org} and is_personal = any(${plainColumn(visible)}::boolean[])
      ${status === null ? tx`` : tx`and ${currentStatus(tx)} = ${status}`}
      ${templateId === "" ? tx`` : tx`and template_id = ${templateId}`}
      ${userId === "" ? tx`` : tx`and user_id = ${userId}`}
      ${includeExpired ? tx`` : tx`and expires_at > now()`}`;
  const [rows, [{ total }]] = await Promise.all([
    tx<SessionRow[]>`
      select *, ${currentStatus(tx)} as status from import_sessions ${where}
      order by created_at desc, id desc limit ${limit} offset ${offset}`,
    tx<[{ total: number }]>`select count(*)::int as total from import_sessions ${where}`,
  ]);
  return { rows, total };
}

/** Columns of a session that a move changes. */
export type SessionChanges = Partial<
  Pick<
    SessionRow,
    | "statusCode"
    | "statusDetail"
    | "numericLocale"
    | "dateLocale"
    | "fileType"
    | "sheets"
    | "selectedSheet"
    | "detectedHeaderRow"
    | "sourceColumns"
    | "dateSystem"
    | "styles"
    | "mapping"
    | "fill"
    | "combine"
    | "combinedFrom"
    | "valueMappings"
    | "totalRows"
    | "hiddenRows"
    | "validRows"
    | "errorRows"
    | "duplicateRows"
    | "isStrict"
    | "errorsByColumn"
    | "processingJobId"
    | "rowsSubmitted"
  >
>;

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  "mapping",
  "fill",
  "combine",
  "valueMappings",
  "errorsByColumn",
  "styles",
]);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export async function updateSession(
  tx: Tx,
  org: string,
  id: string,
  status: State,
  changes: SessionChanges,
): Promise<SessionRow> {
  const sets = Object.entries(changes).map(([name, value]) =>
    JSON_COLUMNS.has(name)
      ? tx`, ${tx(snake(name))} = ${value === null ? null : JSON.stringify(value)}::text::jsonb`
      : tx`, ${tx(snake(name))} = ${value as string}`,
  );
  const [row] = await tx<[SessionRow]>`
    update import_sessions set status = ${status}, revision = revision + 1, updated_at = now() ${sets.length > 0 ? sets : tx``}
    where organization_id = ${org} and id = ${id} returning *`;
  return row;
}

/** Notes that the combined rows of a session are made. It is no move. */
export const updateCombinedFrom = (tx: Tx, org: string, id: string, rows: number) =>
  tx`update import_sessions set combined_from = ${rows} where organization_id = ${org} and id = ${id}`;

/** Foreign keys delete its rows, its results and its run. */
export const deleteSession = (tx: Tx, org: string, id: string) =>
  tx`delete from import_sessions where organization_id = ${org} and id = ${id}`;

/** Marks a file as being about people. */
export const hideFile = (tx: Tx, org: string, id: string) =>
  tx`update files set for_people = true where organization_id = ${org} and id = ${id}`;
