import { setTimeout } from "node:timers/promises";
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
import { activity, eachTest, us } from "../activity.fixture.ts";
import { countResults } from "./item-results.ts";
import { begin, result } from "./job.fixture.ts";

eachTest();

const jobs = (principal: Principal = us) => activity.as(principal, IngestJobService);
const get = async (jobId: string) => (await jobs().getIngestJob({ jobId })).job!;
const list = async (filter: object = {}, principal: Principal = us) => {
  const { jobs: found, total } = await jobs(principal).listIngestJobs(filter);
  return { ids: found.map(({ id }) => id), total };
};
const end = (...results: ReturnType<typeof result>[]) =>
  activity.db.asService(us.organizationId, (write) => countResults(write, results));

describe("a job", () => {
  it("has its items in the order of the request", async () => {
    const ids = [newId(), newId(), newId()];
    const { id } = await begin({ ids });
    const job = await get(id);
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
    expect([job.startedAt, job.finishedAt, job.idempotencyKey]).toEqual([undefined, undefined, undefined]);
    const { items } = await jobs().listIngestJobItems({ jobId: id });
    const sent = ids.map((entityId, index) => ({ index, entityId, externalId: `sent ${index}` }));
    expect(items).toMatchObject(sent);
  });

  it("has the source of its principal: API key or user", async () => {
    const { id } = await begin({ by: { ...us, kind: "api_key" } });
    expect((await get(id)).source).toBe(IngestSource.API_BULK);
  });

  it("is not found by another organization", async () => {
    const { id } = await begin();
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
      begun.push((await begin({ by })).id);
      await setTimeout(2);
    }
    await begin({ by: await activity.organization() });
    expect(await list()).toEqual({ ids: [begun[2], begun[0]], total: 2 });
    expect(await list({ page: 2, size: 1 })).toEqual({ ids: [begun[0]], total: 2 });
    expect(await list({}, colleague)).toEqual({ ids: [begun[1]], total: 1 });
  });

  it("combines filters with AND and the values of one filter with OR", async () => {
    const wastes = await begin();
    await setTimeout(2);
    const facilities = await begin({ entityType: "facilities", operation: "delete" });
    await end(result(wastes.ids[0]!));
    const { COMPLETED, QUEUED } = IngestJobStatus;
    const { DELETE } = IngestOperation;
    const of = (...jobs: { id: string }[]) => ({ ids: jobs.map(({ id }) => id), total: jobs.length });
    expect(await list({ status: [COMPLETED] })).toEqual(of(wastes));
    expect(await list({ status: [COMPLETED, QUEUED] })).toEqual(of(facilities, wastes));
    expect(await list({ entityType: [EntityType.FACILITIES] })).toEqual(of(facilities));
    expect(await list({ operation: [DELETE] })).toEqual(of(facilities));
    expect(await list({ operation: [DELETE], status: [COMPLETED] })).toEqual(of());
    expect(await list({ source: [IngestSource.API_BULK] })).toEqual(of());
    const at = (ms: number) => timestampFromDate(new Date(wastes.createdAt.getTime() + ms));
    expect((await list({ createdAtFrom: at(0) })).ids).toContain(wastes.id);
    expect((await list({ createdAtTo: at(0) })).ids).toContain(wastes.id);
    expect(await list({ createdAtFrom: at(60_000) })).toEqual(of());
    expect(await list({ createdAtTo: at(-1) })).toEqual(of());
  });
});

describe("a result", () => {
  it("ends its pending item, and the last result finishes the job", async () => {
    const { id, ids } = await begin({ ids: [newId(), newId()] });
    await end(result(ids[0]!));
    const begun = await get(id);
    expect(begun).toMatchObject({ status: IngestJobStatus.PROCESSING, startedAt: expect.anything() });
    expect(begun.finishedAt).toBeUndefined();
    await end(result(ids[1]!, { failed: true }));
    expect((await get(id)).finishedAt).toBeDefined();
    const { items } = await jobs().listIngestJobItems({ jobId: id, status: [IngestItemStatus.FAILED] });
    expect(items).toMatchObject([{ index: 1, entityId: ids[1], detail: "There is no factor for it." }]);
  });

  it("does not change an item that has ended", async () => {
    const { id, ids } = await begin();
    await end(result(ids[0]!, { failed: true }));
    const before = await get(id);
    await end(result(ids[0]!));
    expect(await get(id)).toEqual(before);
  });

  it("of an earlier revision does not end the item", async () => {
    const { id, ids } = await begin({ operation: "recalculate", revision: 3 });
    for (const [revision, status] of [
      [2, IngestJobStatus.QUEUED],
      [4, IngestJobStatus.COMPLETED],
    ] as const) {
      await end(result(ids[0]!, { revision }));
      expect(await get(id)).toMatchObject({ status });
    }
  });

  it("does not end an item of a deletion", async () => {
    const { id, ids } = await begin({ operation: "delete" });
    await end(result(ids[0]!));
    expect(await get(id)).toMatchObject({ status: IngestJobStatus.QUEUED });
  });
});

it("human_resources sees jobs of people's entities, and no others", async () => {
  const hr = { ...us, role: "human_resources" as const };
  const wastes = await begin({ by: hr });
  const people = await begin({ by: hr, entityType: "own_workforces", operation: "delete", ids: [newId()] });
  expect(await list({}, hr)).toEqual({ ids: [people.id], total: 1 });
  expect((await jobs(hr).listIngestJobItems({ jobId: people.id })).items).toHaveLength(1);
  for (const call of [jobs(hr).getIngestJob, jobs(hr).listIngestJobItems]) {
    expect((await refusalOf(call({ jobId: wastes.id }))).code).toBe("INGEST_JOB_NOT_FOUND");
  }
});
