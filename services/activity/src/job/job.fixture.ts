import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  type RecordResult,
  RecordResultSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { until } from "@emissions/testkit/poll";
import { activity, us } from "../activity.fixture.ts";
import { deletables } from "../service.ts";
import { beginJob } from "./begin.ts";
import { startDeletions } from "./deletion.ts";
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

/** Runs the deletion jobs to their end. */
export async function runDeletions(): Promise<void> {
  const log = createLogger({ service: "test", level: "silent" });
  const worker = startDeletions({ db: activity.db, deletables, log });
  const areFinished = async () =>
    (await jobs()).every(({ operation, finishedAt }) => operation !== "delete" || finishedAt !== null);
  await until("the deletions to finish", areFinished).finally(() => worker.stop());
}
