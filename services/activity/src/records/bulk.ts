import { type Check, placed, refuse } from "@emissions/kit/wire/checks";
import { unprocessable } from "@emissions/kit/wire/errors";
import type { BulkError } from "@emissions/proto/activity/v1/record";
import { refuseBatch, SCHEMA_INVALID } from "../batch.ts";

// Refusals and answers of records that are calculated in the call.

/** Violations of one record of a bulk request that its answer lists. */
const LISTED_OF_RECORD_MAX = 3;
const DATE_OUT_OF_RANGE = "ACTIVITY_DATE_OUT_OF_RANGE";

/** The public contract gives days of logistics a code of their own. */
export function refuseOne([checks = []]: readonly Check[][]): void {
  const isDate = ({ type }: Check) => type === "activity_date_out_of_range";
  if (checks.length > 0 && checks.every(isDate)) {
    const { loc, msg } = checks[0]!;
    throw unprocessable(DATE_OUT_OF_RANGE, `${loc.at(-1)} ${msg}.`, checks);
  }
  refuse(checks);
}

/** Refuses a bulk request if any record is invalid. */
export const refuseBulk = (checks: readonly Check[][]): void =>
  refuseBatch(checks.map((own) => own.map((check) => ({ ...check, type: codeOf(check.type), ownType: check.type }))));

/** Codes in capitals are codes of batches already. */
const codeOf = (type: string): string => {
  if (type === "activity_date_out_of_range") return DATE_OUT_OF_RANGE;
  return type === type.toUpperCase() ? type : SCHEMA_INVALID;
};

/** The answer of a bulk request that has stored so many records, and shows the `results`. */
export function summaryOf<M>(results: readonly M[], checks: readonly Check[][], success: number) {
  const failed = checks.filter(({ length }) => length > 0).length;
  return {
    totalReceived: checks.length,
    totalProcessed: results.length + failed,
    success,
    failed,
    results: [...results],
    errors: checks.flatMap((own, index) => errorsOf(index, own)),
  };
}

const errorsOf = (index: number, checks: readonly Check[]): Omit<BulkError, "$typeName" | "$unknown">[] =>
  placed(checks.slice(0, LISTED_OF_RECORD_MAX), "body", "records", index).map(({ loc, msg, type }) => {
    return { index, loc, msg, code: codeOf(type) };
  });
