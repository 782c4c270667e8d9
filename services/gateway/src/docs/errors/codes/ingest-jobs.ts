import type { Refusal } from "../entry.ts";

/** Reverts of ingest jobs. */
export const ingestJobRefusals: readonly Refusal[] = [
  {
    code: "JOB_NOT_REVERTIBLE",
    status: 409,
    meaning:
      "the job cannot be reverted: it created no records or answers of surveys, has not ended, was reverted already, or changed records that existed before; the `type` of the error has the reason",
    help: "wait for the end of the job, or delete the records themselves",
  },
  {
    code: "JOB_RECORDS_CHANGED",
    status: 409,
    meaning:
      "records of the job were changed after it, or others depend on them, such as consumptions of a vehicle; nothing is deleted. Also the `code` of an item of a revert whose record was changed meanwhile and stays",
    help: "delete the dependent records first, or delete the unchanged records themselves",
  },
];
