import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportCorrection, ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import type { Template } from "../template/template.ts";
import { createColumnScan } from "../values/scan.ts";
import { seenInOtherRows } from "./duplicate/other-rows.ts";
import { CORRECTIONS_MAX, VALUE_LENGTH_MAX } from "./limits.ts";
import { templateOfSession } from "./mapping.ts";
import { toRow } from "./messages.ts";
import { changedMeanwhile, invalidState, move, requireLiveSession } from "./moves.ts";
import type { SessionRow } from "./row.ts";
import {
  COMBINED_FROM,
  countResults,
  deleteResultsOf,
  insertResults,
  type SourceRow,
  selectRowsByIndex,
  updateCorrections,
} from "./row-queries.ts";
import { sourceOf } from "./source.ts";
import { nextState } from "./states.ts";
import { createValidator, stylesOf } from "./validate.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "correctImportRows">;

export const correctionHandlers = (context: Context): Handlers => ({
  /** The rows are checked before the transaction, and stored if nobody has changed the session since. */
  correctImportRows: async (request, call) => {
    const { db } = context;
    const principal = principalOf(call);
    const { session, rows } = await db.read(call, async (tx, org) => {
      const session = await requireLiveSession(tx, principal, request.importId);
      if (nextState(session.status, "rows_changed") === null) throw invalidState(session);
      refuse(checkCorrections(templateOfSession(context, session), request.corrections));
      const indices = [...new Set(request.corrections.map(({ rowIndex }) => rowIndex))];
      // Rows of the file that became a part of combined ones are no records, nor are combined rows of an earlier mapping.
      const all = await selectRowsByIndex(tx, org, session.id, indices);
      const rows = all.filter(({ rowIndex }) => rowIndex >= COMBINED_FROM === (session.combine !== null));
      refuse(checkRows(rows, request.corrections));
      return { session, rows: corrected(rows, request.corrections) };
    });
    const results = await validate(context, { session, rows, call });
    return db.write(call, request, async ({ tx, org, about }) => {
      const locked = await requireLiveSession(tx, principal, session.id, "to change");
      if (locked.revision !== session.revision) throw changedMeanwhile();
      about(session.id);
      await updateCorrections(tx, org, session.id, rows);
      await deleteResultsOf(tx, org, session.id, results);
      await insertResults(tx, org, session.id, results);
      const { errorRows } = await move(tx, locked, "rows_changed", await countResults(tx, org, session.id));
      const updatedRows = results.map((result, at) => toRow({ ...rows[at]!, ...result }, session.sourceColumns ?? []));
      return { corrected: { totalErrorsRemaining: errorRows, updatedRows } };
    });
  },
});

type CorrectedRow = SourceRow & { corrections: Record<string, string | null> };

interface Validation {
  session: SessionRow;
  rows: readonly CorrectedRow[];
  call: HandlerContext;
}

/** Numbers and days are read in the styles of the validation of the whole file. */
async function validate(context: Context, { session, rows, call }: Validation) {
  const source = sourceOf(session, templateOfSession(context, session));
  const scan = createColumnScan(source);
  for (const row of rows) scan.add(source.cellsOf(row));
  const styles = stylesOf(session);
  const seenOf = seenInOtherRows(context.db, call, session, rows);
  const { distinct } = scan;
  const principal = principalOf(call);
  const validator = await createValidator(context, { principal, session, source, styles, distinct, seenOf });
  return validator(rows, call.signal);
}

function corrected(rows: readonly SourceRow[], corrections: readonly ImportCorrection[]): CorrectedRow[] {
  const byRow = Map.groupBy(corrections, ({ rowIndex }) => rowIndex);
  return rows.map((row) => {
    const values = (byRow.get(row.rowIndex) ?? []).map(({ column, value }) => [column, value ?? null] as const);
    return { ...row, corrections: { ...row.corrections, ...Object.fromEntries(values) } };
  });
}

function checkCorrections({ columns }: Template, corrections: readonly ImportCorrection[]): Check[] {
  const fault = (at: number | null, field: string, type: string, msg: string): Check => ({
    loc: ["body", "corrections", ...(at === null ? [] : [String(at), field])],
    type,
    msg,
  });
  if (corrections.length === 0) return [fault(null, "", "value_error.missing", "field required")];
  if (corrections.length > CORRECTIONS_MAX) {
    return [fault(null, "", "value_error.list.max_items", `at most ${CORRECTIONS_MAX}`)];
  }
  const keys = new Set(columns.map(({ key }) => key));
  return corrections.flatMap(({ column, value = "" }, at) => [
    ...(keys.has(column) ? [] : [fault(at, "column", "value_error.not_found", "the template has no such column")]),
    ...(value.length > VALUE_LENGTH_MAX || value.includes("\0")
      ? [fault(at, "value", "value_error.any_str.max_length", `at most ${VALUE_LENGTH_MAX} characters, without U+0000`)]
      : []),
  ]);
}

function checkRows(rows: readonly SourceRow[], corrections: readonly ImportCorrection[]): Check[] {
  const known = new Set(rows.map(({ rowIndex }) => rowIndex));
  return corrections.flatMap(({ rowIndex }, at) =>
    known.has(rowIndex)
      ? []
      : [
          {
            loc: ["body", "corrections", String(at), "row_index"],
            type: "value_error.not_found",
            msg: "the import has no such row",
          },
        ],
  );
}
