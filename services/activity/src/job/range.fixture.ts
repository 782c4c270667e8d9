import { newId } from "@emissions/kit/process/id";
import { type JobRange, jobRangeHeaders } from "@emissions/kit/wire/ingest-job";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { activity, us } from "../activity.fixture.ts";
import { wasteOf } from "../waste/waste.fixture.ts";

export const jobService = (by: Principal = us) => activity.as(by, IngestJobService);

/** Begins a job that several calls fill. */
export async function beginJobOf(totalItems: number, values: object = {}, by: Principal = us): Promise<string> {
  const request = { id: newId(), entityType: EntityType.WASTES, totalItems, ...values };
  return (await jobService(by).beginIngestJob(request)).job!.id;
}

interface Piece extends JobRange {
  records?: readonly object[];
  key?: string;
  by?: Principal;
}

/** Stores wastes as the records of a range of a job. */
export async function fill({ records, key = newId(), by = us, ...range }: Piece) {
  const sent = records ?? Array.from({ length: range.size }, (_, n) => ({ ...wasteOf(), externalId: `w-${n}` }));
  const service = activity.as(by, WasteService, { ...jobRangeHeaders(range), "idempotency-key": key });
  return (await service.createWastes({ records: sent })).job!;
}

export const jobOf = async (jobId: string) => (await jobService().getIngestJob({ jobId })).job!;
export const itemsOf = async (jobId: string) => (await jobService().listIngestJobItems({ jobId, size: 100 })).items;
