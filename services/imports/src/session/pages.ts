import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { type Check, violation } from "@emissions/kit/wire/checks";
import type { Principal } from "@emissions/kit/wire/principal";
import type { ImportRowsSchema } from "@emissions/proto/imports/v1/import_session_service";
import { toDuplicate } from "../duplicate/duplicate.ts";
import { selectSameImports } from "./duplicate/same-imports.ts";
import { PAGE_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from "./limits.ts";
import { statusNumber, toRow } from "./messages.ts";
import type { SessionRow } from "./row.ts";
import { selectRowsPage } from "./row-queries.ts";
import type { State } from "./states.ts";

export interface RowsRequest {
  page: number;
  pageSize: number;
  errorsOnly: boolean;
  duplicatesOnly?: boolean;
}

export function checkRowsRequest({ page, pageSize, errorsOnly, duplicatesOnly }: RowsRequest): Check[] {
  const found: Check[] = [];
  const fault = (field: string, max: number) =>
    found.push(violation(field, "value_error.number.not_le", `from 1 to ${max}`, "query"));
  if (page < 0 || page > PAGE_MAX) fault("page", PAGE_MAX);
  if (errorsOnly && duplicatesOnly) {
    found.push(violation("duplicates_only", "value_error.contradiction", "not together with errors_only", "query"));
  }
  if (pageSize < 0 || pageSize > PAGE_SIZE_MAX) fault("page_size", PAGE_SIZE_MAX);
  return found;
}

/** The page while a validation runs: the counts of the session, and no rows. */
export function emptyPage(
  session: SessionRow,
  { page, pageSize }: RowsRequest,
): MessageInitShape<typeof ImportRowsSchema> {
  return {
    importId: session.id,
    status: statusNumber(session.status),
    totalRows: session.totalRows,
    page: Math.max(page, 1),
    pageSize: pageSize || PAGE_SIZE,
  };
}

/** States whose rows have the results of a validation. */
const WITH_RESULTS: readonly State[] = ["validated", "submitting", "submitted"];

export async function rowsPage(
  tx: Tx,
  caller: Principal,
  session: SessionRow,
  { page, pageSize, errorsOnly, duplicatesOnly = false }: RowsRequest,
): Promise<MessageInitShape<typeof ImportRowsSchema>> {
  const [number, size] = [Math.max(page, 1), pageSize || PAGE_SIZE];
  const withResults = WITH_RESULTS.includes(session.status);
  const duplicateRows = withResults ? session.duplicateRows : 0;
  const shownRows = withResults ? session.totalRows : (session.combinedFrom ?? session.totalRows);
  const total = errorsOnly ? session.errorRows : duplicatesOnly ? duplicateRows : shownRows;
  const rows = await selectRowsPage(tx, session.organizationId, session.id, {
    limit: size,
    offset: (number - 1) * size,
    errorsOnly,
    duplicatesOnly,
    withResults,
  });
  const sameFiles = await selectSameImports(tx, caller, session);
  return {
    importId: session.id,
    status: statusNumber(session.status),
    totalRows: total,
    validRows: session.validRows,
    errorRows: session.errorRows,
    page: number,
    pageSize: size,
    totalPages: Math.ceil(total / size),
    errorsByColumn: session.errorsByColumn === null ? undefined : { counts: session.errorsByColumn },
    duplicateRows,
    sameFiles: sameFiles.map(toDuplicate),
    rows: rows.map((row) => toRow(row, session.sourceColumns ?? [])),
  };
}
