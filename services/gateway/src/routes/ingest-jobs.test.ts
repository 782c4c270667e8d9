import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import {
  IngestItemStatus,
  IngestJobItemSchema,
  IngestJobSchema,
  IngestJobService,
  IngestJobStatus,
  IngestOperation,
  IngestSource,
} from "@emissions/proto/activity/v1/ingest_job_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { NOW, SAMPLE_ID, sample } from "../../test/samples.ts";

const { listIngestJobs, listIngestJobItems } = IngestJobService.method;
const jobSample = sample(IngestJobSchema, {
  operation: "create",
  source: "api_bulk",
  status: "processing",
  total_items: 2,
  failed_items: 1,
  idempotency_key: "monday",
  created_by: SAMPLE_ID,
  started_at: NOW,
});
const failed = {
  status: "failed",
  entity_id: SAMPLE_ID,
  external_id: "W-1",
  code: "CALCULATION_FAILED",
  detail: "There is no factor for it.",
};
const itemsOfJob = [
  sample(IngestJobItemSchema, failed),
  sample(IngestJobItemSchema, { index: 1, status: "pending", entity_id: SAMPLE_ID }),
];
const handlers = serve(IngestJobService, {
  listIngestJobs: () => ({ jobs: [jobSample], total: 11 }),
  listIngestJobItems: ({ jobId }) => {
    if (jobId !== SAMPLE_ID) throw notFound("ingest job");
    return { items: itemsOfJob, total: 2 };
  },
  revertIngestJob: ({ jobId }) => {
    if (jobId !== SAMPLE_ID) throw conflict("JOB_RECORDS_CHANGED", "The job cannot be reverted.");
    return { job: { ...jobSample, revertsJobId: jobId } };
  },
});
const { app, calls } = await gateway({ samples: [jobSample], handlers: [handlers] });
const get = (path: string) => app.inject({ url: `/v2/ingest-jobs${path}`, headers: as("viewer") });
const PROBLEM = /^application\/problem\+json/;

const job = {
  id: SAMPLE_ID,
  organization_id: OURS,
  entity_type: "purchases",
  operation: "create",
  source: "api_bulk",
  status: "processing",
  total_items: 2,
  succeeded_items: 0,
  failed_items: 1,
  idempotency_key: "monday",
  created_by: expect.any(String),
  created_at: "2026-01-31T10:00:00.250Z",
  started_at: "2026-01-31T10:00:00.250Z",
  finished_at: null,
  file_id: null,
  reverts_job_id: null,
  reverted_by_job_id: null,
};

describe("ingest jobs", () => {
  it("are listed ten to a page, with the total", async () => {
    const answer = await get("");
    expect([answer.statusCode, answer.json()]).toEqual([200, { page: 1, size: 10, total: 11, items: [job] }]);
    expect(calls.lastRequest(listIngestJobs)).toMatchObject({ page: 1, size: 10 });
  });

  it("are filtered, with or without brackets, by times with any offset", async () => {
    const filter =
      "?page=2&size=100&status[]=queued&status[]=completed_with_errors&entity_type=wastes&operation=delete" +
      "&source=app&created_at_from=2026-01-31T10:00:00Z&created_at_to=2026-01-31T12:00:00.5%2B01:30";
    expect((await get(filter)).statusCode).toBe(200);
    const asked = calls.lastRequest(listIngestJobs);
    expect(asked).toMatchObject({
      page: 2,
      size: 100,
      status: [IngestJobStatus.QUEUED, IngestJobStatus.COMPLETED_WITH_ERRORS],
      operation: [IngestOperation.DELETE],
      source: [IngestSource.APP],
    });
    expect([asked.createdAtFrom, asked.createdAtTo].map((at) => timestampDate(at!).toISOString())).toEqual([
      "2026-01-31T10:00:00.000Z",
      "2026-01-31T10:30:00.500Z",
    ]);
  });

  it.each([
    { query: "status=done", field: "status" },
    { query: "size=101", field: "size" },
    { query: "created_at_from=2026-02-30T10:00:00Z", field: "created_at_from" },
    { query: "created_at_to=2026-01-31", field: "created_at_to" },
  ])("are not filtered by $query", async ({ query, field }) => {
    const answer = await get(`?${query}`);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([422, expect.stringMatching(PROBLEM)]);
    expect(answer.json()).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", status: 422 });
    expect(answer.json().errors[0].loc.slice(0, 2)).toEqual(["query", field]);
  });

  it("are shown one by one, with the outcome of each record", async () => {
    expect((await get(`/${SAMPLE_ID}`)).json()).toEqual(job);
    const items = await get(`/${SAMPLE_ID}/items?status[]=failed&status[]=pending`);
    expect(items.json()).toEqual({
      page: 1,
      size: 10,
      total: 2,
      items: [
        {
          index: 0,
          status: "failed",
          entity_id: expect.any(String),
          external_id: "W-1",
          code: "CALCULATION_FAILED",
          detail: "There is no factor for it.",
        },
        { index: 1, status: "pending", entity_id: expect.any(String), external_id: null, code: null, detail: null },
      ],
    });
    expect(calls.lastRequest(listIngestJobItems).status).toEqual([IngestItemStatus.FAILED, IngestItemStatus.PENDING]);
  });

  it.each([`/${newId()}`, `/${newId()}/items`])(
    "that are missing are answered with problem details: %s",
    async (path) => {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, expect.stringMatching(PROBLEM)]);
      expect(answer.json()).toMatchObject({ code: "NOT_FOUND", status: 404, errors: [] });
    },
  );
});

describe("POST /v2/ingest-jobs/{job_id}/revert", () => {
  const revert = (id: string, role: Parameters<typeof as>[0], query = "") =>
    app.inject({ method: "POST", url: `/v2/ingest-jobs/${id}/revert${query}`, headers: as(role) });

  it("answers the deletion job and where it is", async () => {
    const reply = await revert(SAMPLE_ID, "editor");
    expect([reply.statusCode, reply.headers.location]).toEqual([202, `/v2/ingest-jobs/${SAMPLE_ID}`]);
    expect(reply.json()).toMatchObject({ id: SAMPLE_ID, reverts_job_id: SAMPLE_ID, reverted_by_job_id: null });
    expect((await revert(SAMPLE_ID, "editor", "?dry_run=true")).json()).toEqual({
      dry_run: true,
      valid: true,
      total: 2,
    });
  });

  it("refuses viewers, and shows the reason of a conflict as problem details", async () => {
    expect((await revert(SAMPLE_ID, "viewer")).statusCode).toBe(403);
    const reply = await revert(newId(), "humanResources");
    expect(reply.headers["content-type"]).toMatch(PROBLEM);
    expect(reply.json()).toMatchObject({ status: 409, code: "JOB_RECORDS_CHANGED" });
  });
});
