import { type Check, violation } from "@emissions/kit/wire/checks";
import { invalid, unprocessable } from "@emissions/kit/wire/errors";

/** Violations listed for a batch, so that a refusal stays readable. */
const LISTED_MAX = 100;

/** What is wrong with one record of a batch: the code for clients, and the field it is about. */
export interface RecordCheck extends Check {
  type: RecordCode;
}
type RecordCode = "SCHEMA_INVALID" | "UNIT_NOT_SUPPORTED" | "ACTIVITY_DATE_OUT_OF_RANGE";

/** Mistakes that have no code of their own. */
export const schemaInvalid = (checks: readonly Check[]): RecordCheck[] =>
  checks.map((check) => ({ ...check, type: "SCHEMA_INVALID" }));

export function checkBatchSize(field: string, count: number, max: number): void {
  if (count === 0) {
    throw invalid([violation(field, "value_error.list.min_items", "ensure this value has at least 1 items")]);
  }
  if (count > max) {
    throw invalid([violation(field, "value_error.list.max_items", `ensure this value has at most ${max} items`)]);
  }
}

/** Refuses a batch of which any record is wrong, naming each. `found` has what is wrong with each record, in order. */
export function refuseBatch(found: readonly (readonly RecordCheck[])[]): void {
  const rejected = found.filter((checks) => checks.length > 0).length;
  if (rejected === 0) return;
  const all = found.flatMap((checks, index) =>
    checks.map(({ loc, ...rest }) => ({ ...rest, loc: ["body", "records", String(index), ...loc.slice(1)] })),
  );
  const more = all.length > LISTED_MAX ? ` Only the first ${LISTED_MAX} mistakes are listed.` : "";
  throw unprocessable(
    "BULK_RECORDS_REJECTED",
    `${rejected} of ${found.length} records were rejected.${more}`,
    all.slice(0, LISTED_MAX),
  );
}
