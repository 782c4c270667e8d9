import { conflict, notFound } from "@emissions/kit/wire/errors";

/** Same error for a missing job and one of another organization. */
export const jobNotFound = () => notFound("ingest job");

export const jobNotOpen = () =>
  conflict("INGEST_JOB_NOT_OPEN", "The job has ended, is about other records, or takes no records of further calls.");

export const jobExists = () => conflict("INGEST_JOB_EXISTS", "A job with this id exists and has other values.");
