import type { Transport } from "@connectrpc/connect";
import { activity, us } from "@emissions/activity/activity.fixture";
import { wasteOf } from "@emissions/activity/waste/waste.fixture";
import { newId } from "@emissions/kit/process/id";
import { type IngestJobItem, IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import type { SubmitContext } from "./calls.ts";
import { beginSubmission } from "./job.ts";
import type { Piece } from "./submit.ts";
import type { RecordInit, Target } from "./validate.ts";

export const WASTES: Target = { method: WasteService.method.createWastes, records: "records" };

export const submitContext = (transport: Transport = activity.transport): SubmitContext => ({
  activity: transport,
});

/** Records with their index as the client's own id. */
export const wastesOf = (count: number, change: (index: number) => object = () => ({})): RecordInit[] =>
  Array.from({ length: count }, (_, index) => ({
    ...wasteOf(),
    origin: { externalId: `row-${index}` },
    ...change(index),
  })) as RecordInit[];

export async function* piecesOf(records: readonly RecordInit[], size: number): AsyncGenerator<Piece> {
  for (let firstIndex = 0; firstIndex < records.length; firstIndex += size) {
    yield { piece: firstIndex / size, firstIndex, records: records.slice(firstIndex, firstIndex + size) };
  }
}

/** A session with its job. */
export async function session(totalItems: number) {
  const [sessionId, jobId] = [newId(), newId()];
  const job = { jobId, entityType: EntityType.WASTES, totalItems, fileId: null, principal: us };
  await beginSubmission(submitContext(), job);
  return { principal: us, sessionId, jobId, template: WASTES };
}

const ITEMS_PAGE = 100;

/** All items of a job. */
export async function itemsOf(
  jobId: string,
): Promise<Pick<IngestJobItem, "index" | "entityId" | "externalId" | "code" | "detail">[]> {
  const jobs = activity.as(us, IngestJobService);
  const items = [];
  for (let page = 1; ; page++) {
    const { items: some, total } = await jobs.listIngestJobItems({ jobId, page, size: ITEMS_PAGE });
    items.push(...some);
    if (items.length >= total) return items;
  }
}

export const jobOf = async (jobId: string) => (await activity.as(us, IngestJobService).getIngestJob({ jobId })).job!;

/** Ends the process at a call: before activity gets it, or after activity has answered. */
export function killedAt(call: number, moment: "before" | "after"): { transport: Transport; calls: () => number } {
  let calls = 0;
  const unary: Transport["unary"] = async (...request) => {
    const isLast = ++calls === call;
    if (calls > call || (isLast && moment === "before")) throw new Error("killed");
    const reply = await activity.transport.unary(...request);
    if (isLast) throw new Error("killed");
    return reply;
  };
  return { transport: { ...activity.transport, unary }, calls: () => calls };
}
