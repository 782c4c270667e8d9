import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  IngestItemStatus,
  IngestJobService,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest } from "../activity.fixture.ts";
import { countResults } from "./item-results.ts";
import { begin, result } from "./job.fixture.ts";

let activity: Activity;
let us: Principal;

eachTest((ours) => {
  ({ activity, us } = ours);
});

const jobs = (principal = us) => activity.as(principal, IngestJobService);
const list = async (filter: object = {}, principal = us) => {
  const { jobs: found, total } = await jobs(principal).listIngestJobs(filter);
  return { ids: found.map(({ id }) => id), total };
};
const end = (...results: ReturnType<typeof result>[]) =>
  activity.db.asService(us.organizationId, (write) => countResults(write, results));

describe("a job", () => {
  it("has its items in the order of the request", async () => {
    const ids = [newId(), newId(), newId()];
    const { id } = await begin(activity, us, { ids });
    const { job } = await jobs().getIngestJob({ jobId: id });
    expect(job).toMatchObject({
      id,
      organizationId: us.organizationId,
      entityType: EntityType.WASTES,
      operation: IngestOperation.CREATE,
      source: IngestSource.APP,
      status: IngestJobStatus.QUEUED,
      totalItems: 3,
      succeededItems: 0,
      failedItems: 0,
      createdBy: us.userId,
    });
    expect([job?.startedAt, job?.finishedAt, job?.idempotencyKey]).toEqual([undefined, undefined, undefined]);
    const { items } = await jobs().listIngestJobItems({ jobId: id });
    expect(items.map(({ index, entityId, externalId }) => [index, entityId, externalId])).toEqual(
      ids.map((entityId, index) => [index, entityId, `sent ${index}`]),
    );
  });

  it("has the source of its principal: API key or user", async () => {
    const { id } = await begin(activity, { ...us, kind: "api_key" });
    expect((await jobs().getIngestJob({ jobId: id })).job?.source).toBe(IngestSource.API_BULK);
  });

  it("is not found by another organization", async () => {
    const { id } = await begin(activity, us);
    const them = jobs(await activity.organization());
    for (const jobId of [id, newId(), "none"]) {
      expect((await refusalOf(them.getIngestJob({ jobId }))).code).toBe("INGEST_JOB_NOT_FOUND");
      expect((await refusalOf(them.listIngestJobItems({ jobId }))).code).toBe("INGEST_JOB_NOT_FOUND");
    }
  });
});

describe("the list of jobs", () => {
  it("has the jobs of the caller's user in this organization, the newest first", async () => {
    const colleague = { ...us, userId: newId() };
    const begun = [];
    for (const by of [us, colleague, { ...us, kind: "api_key" as const }]) {
      begun.push((await begin(activity, by)).id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await begin(activity, await activity.organization());
    expect(await list()).toEqual({ ids: [begun[2], begun[0]], total: 2 });
    expect(await list({ page: 2, size: 1 })).toEqual({ ids: [begun[0]], total: 2 });
    expect(await list({}, colleague)).toEqual({ ids: [begun[1]], total: 1 });
  });

  it("combines filters with AND and the values of one filter with OR", async () => {
    const wastes = await begin(activity, us);
    const facilities = await begin(activity, us, { entityType: "facilities", operation: "delete" });
    await end(result(wastes.ids[0]!));
    const both = { ids: [facilities.id, wastes.id].sort().reverse(), total: 2 };
    const [onlyWastes, onlyFacilities, none] = [
      { ids: [wastes.id], total: 1 },
      { ids: [facilities.id], total: 1 },
      { ids: [], total: 0 },
    ];
    expect(await list({ status: [IngestJobStatus.COMPLETED] })).toEqual(onlyWastes);
    expect(await list({ status: [IngestJobStatus.COMPLETED, IngestJobStatus.QUEUED] })).toEqual(both);
    expect(await list({ entityType: [EntityType.FACILITIES] })).toEqual(onlyFacilities);
    expect(await list({ operation: [IngestOperation.DELETE] })).toEqual(onlyFacilities);
    expect(await list({ operation: [IngestOperation.DELETE], status: [IngestJobStatus.COMPLETED] })).toEqual(none);
    expect(await list({ source: [IngestSource.API_BULK] })).toEqual(none);
    const at = (ms: number) => timestampFromDate(new Date(wastes.createdAt.getTime() + ms));
    expect((await list({ createdAtFrom: at(0) })).ids).toContain(wastes.id);
    expect((await list({ createdAtTo: at(0) })).ids).toContain(wastes.id);
    expect(await list({ createdAtFrom: at(60_000) })).toEqual(none);
    expect(await list({ createdAtTo: at(-1) })).toEqual(none);
  });
});

describe("a result", () => {
  it("ends its pending item, and the last result finishes the job", async () => {
    const { id, ids } = await begin(activity, us, { ids: [newId(), newId()] });
    await end(result(ids[0]!));
    const { job: begun } = await jobs().getIngestJob({ jobId: id });
    expect(begun).toMatchObject({ status: IngestJobStatus.PROCESSING, succeededItems: 1, failedItems: 0 });
    expect([begun?.startedAt !== undefined, begun?.finishedAt]).toEqual([true, undefined]);
    await end(result(ids[1]!, { failed: true }));
    const { job } = await jobs().getIngestJob({ jobId: id });
    expect(job).toMatchObject({ status: IngestJobStatus.COMPLETED_WITH_ERRORS, succeededItems: 1, failedItems: 1 });
    expect(job?.finishedAt).toBeDefined();
    const { items } = await jobs().listIngestJobItems({ jobId: id, status: [IngestItemStatus.FAILED] });
    expect(items).toMatchObject([
      { index: 1, entityId: ids[1], code: "CALCULATION_FAILED", detail: "There is no factor for it." },
    ]);
  });

  it("does not change an item that has ended", async () => {
    const { id, ids } = await begin(activity, us);
    await end(result(ids[0]!, { failed: true }));
    const { job: before } = await jobs().getIngestJob({ jobId: id });
    await end(result(ids[0]!));
    expect((await jobs().getIngestJob({ jobId: id })).job).toEqual(before);
  });

  it("of an earlier revision does not end the item", async () => {
    const { id, ids } = await begin(activity, us, { operation: "recalculate", revision: 3 });
    await end(result(ids[0]!, { revision: 2 }));
    expect((await jobs().getIngestJob({ jobId: id })).job?.status).toBe(IngestJobStatus.QUEUED);
    await end(result(ids[0]!, { revision: 4 }));
    expect((await jobs().getIngestJob({ jobId: id })).job?.status).toBe(IngestJobStatus.COMPLETED);
  });

  it("does not end an item of a deletion", async () => {
    const { id, ids } = await begin(activity, us, { operation: "delete" });
    await end(result(ids[0]!));
    expect((await jobs().getIngestJob({ jobId: id })).job?.status).toBe(IngestJobStatus.QUEUED);
  });
});
