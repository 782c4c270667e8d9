import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  type RecordResult,
  RecordResultSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { activity, us } from "../activity.fixture.ts";
import { beginJob } from "./begin.ts";
import type { IngestJobItemRow, IngestJobRow, JobEntity, JobOperation } from "./queries.ts";

interface JobOptions {
  by?: Principal;
  entityType?: JobEntity;
  operation?: JobOperation;
  ids?: readonly string[];
  revision?: number;
}

/** Begins a job of a request of the principal. */
export async function begin(job: JobOptions = {}) {
  const { by = us, entityType = "wastes", operation = "create", ids = [newId()], revision = 1 } = job;
  const items = ids.map((entityId, index) => ({ entityId, externalId: `sent ${index}`, revision }));
  const row = await activity.db.asService(by.organizationId, async (write) =>
    beginJob({ ...write, principal: by }, { entityType, operation, items }),
  );
  return { ...row, ids };
}

/** A result of calc for a record. */
export const result = (recordId: string, values: { failed?: boolean; revision?: number } = {}): RecordResult =>
  create(RecordResultSchema, {
    recordId,
    revision: values.revision ?? 1,
    entityType: EntityType.WASTES,
    status: values.failed ? CalculationOutcome.FAILED : CalculationOutcome.CALCULATED,
    ...(values.failed
      ? { errorCode: "FACTOR_NOT_FOUND", errorDetail: "There is no factor for it." }
      : { co2e: { value: "1" } }),
  });

export const jobs = (by: Principal = us) => activity.rows<IngestJobRow>(by, "ingest_jobs");
export const items = () => activity.rows<IngestJobItemRow>(us, "ingest_job_items");
/** The announced jobs. */
export const finished = async (by: Principal = us) =>
  (await activity.events(by, IngestJobFinishedSchema)).map(({ job }) => job!);
