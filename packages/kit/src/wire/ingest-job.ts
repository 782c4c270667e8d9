import { isId } from "../process/id.ts";
import { invalid } from "./errors.ts";
import { INGEST_JOB } from "./headers.ts";

/** The indexes of an ingest job that one batch fills. Its records are those that have not failed yet, in order. */
export interface JobRange {
  jobId: string;
  firstIndex: number;
  /** Number of indexes, failed ones included. */
  size: number;
}

/** Digits of the largest number in the metadata. */
const FORM = /^([^;]{36});(\d{1,7});(\d{1,7})$/;

/** The call metadata of a batch that fills the range. */
export const jobRangeHeaders = ({ jobId, firstIndex, size }: JobRange): Record<string, string> => ({
  [INGEST_JOB]: `${jobId};${firstIndex};${size}`,
});

/** The range in call metadata. Null without one. */
export function parseJobRange(header: string | null): JobRange | null {
  if (header === null) return null;
  const [, jobId = "", firstIndex, size] = FORM.exec(header) ?? [];
  if (!isId(jobId)) {
    throw invalid([{ loc: ["header", INGEST_JOB], msg: "expected job, first index and size", type: "value_error" }]);
  }
  return { jobId: jobId.toLowerCase(), firstIndex: Number(firstIndex), size: Number(size) };
}
