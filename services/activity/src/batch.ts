import { type Check, placed, violation } from "@emissions/kit/wire/checks";
import { invalid, unprocessable } from "@emissions/kit/wire/errors";
import { LISTED_MAX, withViolations } from "./all-violations.ts";

/** Records of one batch, or of one deletion job. */
export const BATCH_MAX = 5_000;

/** A violation of one record of a batch. */
export interface RecordCheck extends Check {
  type: RecordCode;
  /** The type that a request of this record alone would have. Validations show it in place of `SCHEMA_INVALID`. */
  ownType?: string;
}
/** Violations with a code of their own in batches. */
const RECORD_CODES = [
  "UNIT_NOT_SUPPORTED",
  "ERR_UNIT_NOT_ALLOWED_FOR_FUEL",
  "INVALID_TRANSPORT_COMBINATION",
  "CONTRACTS_OVERLAP",
  "REMUNERATIONS_OVERLAP",
  "SURVEY_ALREADY_ANSWERED",
  "SURVEY_CLOSED",
  // In validations only; otherwise it is a failure of the calculation.
  "SECTOR_AMBIGUOUS",
  // In validations only; otherwise it is the refusal of the batch.
  "PERIOD_LOCKED",
] as const;
export const SCHEMA_INVALID = "SCHEMA_INVALID";
type RecordCode = typeof SCHEMA_INVALID | "ACTIVITY_DATE_OUT_OF_RANGE" | (typeof RECORD_CODES)[number];

/** A violation with its code in batches. */
export function codedCheck(check: Check): RecordCheck {
  const type = recordCodeOf(check.type);
  return type === SCHEMA_INVALID ? schemaInvalidOf(check) : { ...check, type };
}

const recordCodeOf = (type: string): RecordCode =>
  RECORD_CODES.find((code) => code === type || code.toLowerCase() === type) ??
  (type === "activity_date_out_of_range" ? "ACTIVITY_DATE_OUT_OF_RANGE" : SCHEMA_INVALID);

/** For violations without a code of their own. */
export const schemaInvalid = (checks: readonly Check[]): RecordCheck[] => checks.map(schemaInvalidOf);

const schemaInvalidOf = (check: Check): RecordCheck => ({ ...check, type: SCHEMA_INVALID, ownType: check.type });

export function checkBatchSize(field: string, count: number, max: number): void {
  if (count === 0) {
    throw invalid([violation(field, "value_error.list.min_items", "ensure this value has at least 1 items")]);
  }
  if (count > max) {
    throw invalid([violation(field, "value_error.list.max_items", `ensure this value has at most ${max} items`)]);
  }
}

/** Refuses a batch with any invalid record. `checks` has the violations of each record, in order. */
export function refuseBatch(checks: readonly (readonly Check[])[]): void {
  const rejected = checks.filter((violations) => violations.length > 0).length;
  if (rejected === 0) return;
  const all = checks.flatMap((violations, index) => placed(violations, "body", "records", index));
  const more = all.length > LISTED_MAX ? ` Only the first ${LISTED_MAX} mistakes are listed.` : "";
  const detail = `${rejected} of ${checks.length} records were rejected.${more}`;
  throw withViolations(all, (listed) => unprocessable("BULK_RECORDS_REJECTED", detail, listed));
}
