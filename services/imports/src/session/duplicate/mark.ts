import type { Principal } from "@emissions/kit/wire/principal";
import { type Duplicate, POSSIBLE_DUPLICATE, sentenceOf } from "../../duplicate/duplicate.ts";
import { compareRecords, NOTHING } from "../../duplicate/find.ts";
import type { SubmitContext } from "../../submit/calls.ts";
import type { Template } from "../../template/template.ts";
import type { RowErrors } from "../../values/read-row.ts";
import { WHOLE_ROW } from "../check.ts";
import type { SessionRow } from "../row.ts";
import type { NewResult, SourceRow } from "../row-queries.ts";
import { duplicatesOf, type SeenRows } from "./repeats.ts";

/** The result of a row before it is compared. */
export type Unmarked = Omit<NewResult, "duplicates" | "keys">;

interface Marking {
  principal: Principal;
  session: Pick<SessionRow, "isStrict">;
  template: Template;
  rows: readonly SourceRow[];
  results: readonly Unmarked[];
  signal: AbortSignal;
  /** The rows of the file that come before, once the keys of these rows are known. */
  seenOf(keys: readonly string[]): SeenRows | Promise<SeenRows>;
}

/** Adds to valid rows what they repeat. In a strict validation that is an error. */
export async function markDuplicates(
  context: SubmitContext,
  { principal, session, template, rows, results, signal, seenOf }: Marking,
): Promise<NewResult[]> {
  const records = results.flatMap(({ record }) => record ?? []);
  const { entityType } = template;
  const options = { principal, entityType, records, signal };
  const compared = (await compareRecords(context, options)).values();
  const comparisons = results.map(({ record }) => (record === null ? NOTHING : (compared.next().value ?? NOTHING)));
  const seen = await seenOf(comparisons.flatMap(({ keys }) => keys.map(({ text }) => text)));
  return results.map((result, at) => {
    const comparison = comparisons[at]!;
    const duplicates = duplicatesOf(comparison, rows[at]!.rowNumber, seen);
    const keys = comparison.keys.map(({ text }) => text);
    const marked = { ...result, duplicates: duplicates.length > 0 ? duplicates : null, keys };
    if (!session.isStrict || duplicates.length === 0) return marked;
    return { ...marked, errors: noticesOf(duplicates), notices: null, record: null };
  });
}

/** Sentences by the column of the template, whose key is the name of the field. */
export function noticesOf(duplicates: readonly Duplicate[]): RowErrors {
  const notices: RowErrors = {};
  for (const duplicate of duplicates) {
    const column = duplicate.field ?? WHOLE_ROW;
    notices[column] ??= [];
    notices[column].push({ code: POSSIBLE_DUPLICATE, message: sentenceOf(duplicate) });
  }
  return notices;
}
