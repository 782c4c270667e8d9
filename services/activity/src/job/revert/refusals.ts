import { conflict } from "@emissions/kit/wire/errors";
import type { ChangeCounts } from "./revertible.ts";

const REASONS = {
  operation: "The job did not create records.",
  entity_type: "The records of this job are not deleted by a job.",
  unfinished: "The job has not ended.",
  reverted: "The job was reverted already, or is being reverted.",
  empty: "The job stored no records.",
  existed: "The job changed records that existed before.",
} as const;

/** The type of the violation has the reason for programs. */
export function notRevertible(reason: keyof typeof REASONS) {
  const msg = REASONS[reason];
  return conflict("JOB_NOT_REVERTIBLE", msg, [{ loc: ["path", "job_id"], msg, type: `value_error.job.${reason}` }]);
}

export function recordsChanged({ changed, depended }: ChangeCounts) {
  const reasons = [
    ...(changed > 0 ? [`${changed} of its records were changed since`] : []),
    ...(depended > 0 ? [`other records depend on ${depended} of its records`] : []),
  ];
  return conflict("JOB_RECORDS_CHANGED", `The job cannot be reverted: ${reasons.join(", and ")}.`);
}

export const periodLocked = () => conflict("PERIOD_LOCKED", "Records of the job are in a locked period.");
