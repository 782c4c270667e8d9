import type { HandlerContext } from "@connectrpc/connect";
import { conflict, isUnavailable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { Context } from "../../context.ts";
import { type Duplicate, isStrict, POSSIBLE_DUPLICATE, sentenceOf, toDuplicate } from "../../duplicate/duplicate.ts";
import { compareRecords } from "../../duplicate/find.ts";
import { PIECE_RECORDS_MAX } from "../../submit/limits.ts";
import { templateOfSession } from "../mapping.ts";
import { requireLiveSession } from "../moves.ts";
import type { SessionRow } from "../row.ts";
import { duplicatesOf, type SeenRows } from "./repeats.ts";
import { type DuplicateRow, selectDuplicateRows, selectValidRowsAfter } from "./row-queries.ts";
import { selectSameImports } from "./same-imports.ts";

/** Rows that are compared again at the submission. Those of larger files keep the notices of the validation. */
const RECHECKED_ROWS_MAX = 50_000;
/** How long the comparison may take. It is shorter than the deadline of a call. */
const RECHECK_MS_MAX = 6_000;
/** Rows that the answer lists. */
const LISTED_ROWS_MAX = 20;

export interface Recheck {
  revision: number;
  rows: DuplicateRow[];
  total: number;
  sameFiles: Duplicate[];
}

/** Finds what the valid rows repeat now. Records may have been stored since the validation. */
export async function recheckSession(context: Context, call: HandlerContext, importId: string): Promise<Recheck> {
  const principal = principalOf(call);
  const { session, sameFiles, known } = await context.db.read(call, async (tx, org) => {
    const session = await requireLiveSession(tx, principal, importId);
    const sameFiles = await selectSameImports(tx, principal, session);
    return { session, sameFiles, known: await selectDuplicateRows(tx, org, session.id, LISTED_ROWS_MAX) };
  });
  const { revision, validRows, duplicateRows } = session;
  const asValidated = { rows: [...known], total: session.isStrict ? known.length : duplicateRows };
  if (session.status !== "validated" || validRows > RECHECKED_ROWS_MAX) return { revision, sameFiles, ...asValidated };
  const late = AbortSignal.timeout(RECHECK_MS_MAX);
  try {
    return { revision, sameFiles, ...(await compareAll(context, call, session, late)) };
  } catch (error) {
    // A submission does not wait for activity, unless it must not store duplicates.
    if (isStrict(call) || !(isUnavailable(error) || late.aborted)) throw error;
    return { revision, sameFiles, ...asValidated };
  }
}

async function compareAll(context: Context, call: HandlerContext, session: SessionRow, late: AbortSignal) {
  const principal = principalOf(call);
  const { entityType } = templateOfSession(context, session);
  const signal = AbortSignal.any([call.signal, late]);
  const seen: SeenRows = new Map();
  const rows: DuplicateRow[] = [];
  let total = 0;
  const pieceAfter = (after: number) => {
    const page = { after, limit: PIECE_RECORDS_MAX };
    return context.db.read(call, (tx, org) => selectValidRowsAfter(tx, org, session.id, page));
  };
  for (let piece = await pieceAfter(-1); piece.length > 0; ) {
    const records = piece.map(({ record }) => record);
    const [comparisons, next] = await Promise.all([
      compareRecords(context, { principal, entityType, records, signal }),
      pieceAfter(piece.at(-1)!.rowIndex),
    ]);
    for (const [at, { rowIndex, rowNumber }] of piece.entries()) {
      const duplicates = duplicatesOf(comparisons[at]!, rowNumber, seen);
      if (duplicates.length === 0) continue;
      total++;
      if (rows.length < LISTED_ROWS_MAX) rows.push({ rowIndex, rowNumber, duplicates });
    }
    piece = next;
  }
  return { rows, total };
}

/** Refuses a strict submission of duplicates. */
export function refuseDuplicates({ total, rows, sameFiles }: Recheck): void {
  if (total === 0 && sameFiles.length === 0) return;
  const listed = rows.flatMap(({ rowIndex, rowNumber, duplicates }) =>
    duplicates.map((duplicate) => ({
      loc: ["body", "rows", String(rowIndex), ...(duplicate.field === null ? [] : [duplicate.field])],
      msg: `row ${rowNumber} has ${sentenceOf(duplicate)}`,
      type: "value_error.duplicate",
    })),
  );
  const files = sameFiles.map((file) => ({
    loc: ["body"],
    msg: `the file has ${sentenceOf(file)}`,
    type: "value_error.duplicate",
  }));
  const detail = `${total} rows and ${sameFiles.length > 0 ? "the file" : "no file"} may be there already.`;
  throw conflict(POSSIBLE_DUPLICATE, detail, [...files, ...listed]);
}

/** The part of the answer of a submission. */
export const toSummary = ({ total, rows, sameFiles }: Recheck) => ({
  duplicateRows: total,
  duplicates: rows.map(({ duplicates, ...row }) => ({ ...row, duplicates: duplicates.map(toDuplicate) })),
  sameFiles: sameFiles.map(toDuplicate),
});
