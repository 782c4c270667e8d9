import type { Entry } from "../entry.ts";

/** Reasons why a record of a batch is rejected: `type` of an error of `BULK_RECORDS_REJECTED`. */
export const recordRejections: readonly Entry[] = [
  {
    code: "SCHEMA_INVALID",
    meaning: "a field is missing, unknown, of another kind or out of its bounds, or names what is not there",
    help: "repair the field that `loc` names",
  },
  {
    code: "UNIT_NOT_SUPPORTED",
    meaning: "the unit is not the one that such records are given in: wastes are weighed in kilograms",
    help: "convert the amount, and send the unit of it",
  },
  {
    code: "ACTIVITY_DATE_OUT_OF_RANGE",
    meaning: "the day lies before 1970 or after the end of next year",
    help: "correct the date",
  },
];
