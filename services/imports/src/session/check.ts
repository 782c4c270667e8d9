import type { Principal } from "@emissions/kit/wire/principal";
import type { Context } from "../context.ts";
import { type PieceViolation, type RecordInit, validatePiece } from "../submit/validate.ts";
import type { Template } from "../template/template.ts";
import type { RowErrors } from "../values/read-row.ts";
import { ERRORS_OF_CELL_MAX } from "./limits.ts";

/** The place of errors that belong to no column. */
export const WHOLE_ROW = "_row";

interface Check {
  principal: Principal;
  template: Template;
  records: readonly RecordInit[];
  signal: AbortSignal;
}

/** By the places of the records. */
export interface Checked {
  /** With these the batch RPC of the template would refuse the records. */
  errors: ReadonlyMap<number, RowErrors>;
  notices: ReadonlyMap<number, RowErrors>;
}

export async function checkRecords(
  context: Pick<Context, "activity">,
  { principal, template, records, signal }: Check,
): Promise<Checked> {
  const errors = new Map<number, RowErrors>();
  const notices = new Map<number, RowErrors>();
  let open = records.map((_, place) => place);
  // An answer that is cut has violations of at least one record, so each round leaves fewer records.
  while (open.length > 0) {
    const sent = open.map((place) => records[place]!);
    const {
      violations,
      notices: noted,
      truncated,
      refusal,
    } = await validatePiece(context, {
      principal,
      template,
      records: sent,
      signal,
    });
    if (refusal !== null) {
      for (const place of open) errors.set(place, { [WHOLE_ROW]: [{ code: refusal.code, message: refusal.detail }] });
    }
    const add = (list: Map<number, RowErrors>, { index, path, msg, type }: PieceViolation) => {
      const place = open[index];
      if (place === undefined) return;
      const found = list.get(place) ?? {};
      list.set(place, found);
      addError(found, columnKey(template, path), { code: type, message: msg });
    };
    notices.clear();
    for (const violation of violations) add(errors, violation);
    for (const notice of noted) add(notices, notice);
    if (!truncated || violations.length === 0) break;
    open = open.filter((place) => !errors.has(place));
  }
  return { errors, notices };
}

function addError(errors: RowErrors, key: string, error: RowErrors[string][number]): void {
  const list = errors[key] ?? [];
  errors[key] = list;
  if (list.length < ERRORS_OF_CELL_MAX) list.push(error);
}

/** The column of a violation. A violation of an object or of a list belongs to its first column. */
export function columnKey({ columns }: Pick<Template, "columns">, path: readonly string[]): string {
  if (path.length === 0) return WHOLE_ROW;
  const key = path.join(".");
  if (columns.some((column) => column.key === key)) return key;
  const inner = columns.find((column) => column.key.startsWith(`${key}.`));
  const outer = columns.find((column) => key.startsWith(`${column.key}.`));
  return inner?.key ?? outer?.key ?? key;
}
