import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  ImportActorTypeSchema,
  ImportFillAsSchema,
  type ImportFillingSchema,
  type ImportRowSchema,
  type ImportSessionSchema,
  ImportSessionStatusSchema,
  type ImportStatusSchema,
} from "@emissions/proto/imports/v1/import_session_service";
import { toDuplicate } from "../duplicate/duplicate.ts";
import type { Fill } from "../mapping/fill.ts";
import type { ValueMappings } from "../mapping/history.ts";
import type { Cell } from "../table/table.ts";
import type { RowErrors } from "../values/read-row.ts";
import { toCombine } from "./combine.ts";
import { noticesOf as duplicateNotices } from "./duplicate/mark.ts";
import type { SessionRow } from "./row.ts";
import type { ResultRow } from "./row-queries.ts";
import type { State } from "./states.ts";

export const statusNumber = (state: State) => enumNumber(ImportSessionStatusSchema, state);

const instant = (at: Date | null) => (at === null ? undefined : timestampFromDate(at));

export const toFill = (fill: Fill): Record<string, MessageInitShape<typeof ImportFillingSchema>> =>
  Object.fromEntries(
    Object.entries(fill).map(([key, filling]) => [
      key,
      "value" in filling ? filling : { column: filling.column, as: enumNumber(ImportFillAsSchema, filling.as) },
    ]),
  );

export const toValueMappings = (mappings: ValueMappings) =>
  Object.fromEntries(Object.entries(mappings).map(([key, values]) => [key, { values: { ...values } }]));

/** Fields that are named alike in all answers. */
const common = (row: SessionRow) => ({
  status: statusNumber(row.status),
  statusDetail: row.statusDetail ?? undefined,
  templateId: row.templateId,
  fileName: row.fileName,
  totalRows: row.totalRows,
  validRows: row.validRows,
  errorRows: row.errorRows,
  numericLocale: row.numericLocale ?? undefined,
  errorsByColumn: row.errorsByColumn === null ? undefined : { counts: row.errorsByColumn },
  mapping: row.mapping === null ? undefined : { columns: row.mapping },
  fill: toFill(row.fill),
  combine: toCombine(row.combine),
  processingJobId: row.processingJobId ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: instant(row.updatedAt),
  expiresAt: timestampFromDate(row.expiresAt),
});

/** The file of the records. */
const submittedFile = ({ processingJobId, fileId }: SessionRow) =>
  processingJobId === null ? undefined : (fileId ?? undefined);

export const toSession = (row: SessionRow): MessageInitShape<typeof ImportSessionSchema> => ({
  ...common(row),
  id: row.id,
  organizationId: row.organizationId,
  userId: row.userId ?? undefined,
  fileType: row.fileType,
  actorType: enumNumber(ImportActorTypeSchema, row.actorType),
  actorApiKeyId: row.actorApiKeyId ?? undefined,
  sourceColumns: row.sourceColumns === null ? undefined : { texts: row.sourceColumns },
  submittedFileId: submittedFile(row),
  projectId: row.projectId ?? undefined,
  folderId: row.folderId ?? undefined,
  selectedSheet: row.selectedSheet ?? undefined,
  detectedHeaderRow: row.detectedHeaderRow,
  rawFileId: row.rawFileId ?? undefined,
});

export const toStatus = (row: SessionRow): MessageInitShape<typeof ImportStatusSchema> => ({
  ...common(row),
  importId: row.id,
  fileId: submittedFile(row),
  sheets: row.sheets,
  hiddenRows: row.hiddenRows,
  duplicateRows: row.duplicateRows,
});

/** The text of a cell as a person reads it; null for an empty cell. */
export function textOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "string") return cell;
  if (typeof cell === "boolean") return String(cell);
  if ("number" in cell) return cell.number;
  if ("day" in cell) return cell.time === undefined ? cell.day : `${cell.day} ${cell.time}`;
  return cell.text ?? cell.error;
}

const byColumn = (found: RowErrors) =>
  Object.fromEntries(Object.entries(found).map(([name, errors]) => [name, { errors }]));

/** Notices of a valid row, with those of its duplicates. */
function noticesOf({ errors, notices, duplicates }: ResultRow): RowErrors {
  if (errors !== null || duplicates === null) return notices ?? {};
  const all = { ...notices };
  for (const [name, found] of Object.entries(duplicateNotices(duplicates))) {
    all[name] = [...(all[name] ?? []), ...found];
  }
  return all;
}

export function toRow(row: ResultRow, sourceColumns: readonly string[]): MessageInitShape<typeof ImportRowSchema> {
  const texts =
    row.data === null
      ? sourceColumns.map((name, at) => [name, textOf(row.cells[at])] as const)
      : Object.entries(row.data);
  return {
    rowIndex: row.rowIndex,
    rowNumber: row.rowNumber,
    data: Object.fromEntries(texts.map(([name, text]) => [name, text === null ? {} : { text }])),
    errors: byColumn(row.errors ?? {}),
    notices: byColumn(noticesOf(row)),
    duplicates: (row.duplicates ?? []).map(toDuplicate),
  };
}
