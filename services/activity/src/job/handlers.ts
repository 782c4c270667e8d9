import type { ServiceImpl } from "@connectrpc/connect";
import { refuse } from "@emissions/kit/checks";
import { notFound } from "@emissions/kit/errors";
import { isId } from "@emissions/kit/id";
import { principalOf } from "@emissions/kit/principal";
import type { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { checkPage } from "../checks.ts";
import type { Context } from "../context.ts";
import { toItem, toJob } from "./message.ts";
import { selectItems, selectJob, selectJobs } from "./queries.ts";

const PAGE_SIZE = 10;

export const jobHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof IngestJobService> => ({
  listIngestJobs: (request, call) =>
    db.read(call, async (tx, org) => {
      const { rows, total } = await selectJobs(tx, org, principalOf(call).userId, paged(request));
      return { jobs: rows.map(toJob), total };
    }),

  // Whoever works for the organization may follow a job: the one who repeats a request need not be the one who began it.
  getIngestJob: ({ jobId }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(jobId) ? await selectJob(tx, org, jobId) : null;
      if (row === null) throw notFound("ingest job");
      return { job: toJob(row) };
    }),

  listIngestJobItems: (request, call) =>
    db.read(call, async (tx, org) => {
      const { jobId } = request;
      if (!isId(jobId) || (await selectJob(tx, org, jobId)) === null) throw notFound("ingest job");
      const { rows, total } = await selectItems(tx, org, paged(request));
      return { items: rows.map(toItem), total };
    }),
});

function paged<R extends { page: number; size: number }>(request: R): R {
  refuse(checkPage(request));
  return { ...request, page: request.page || 1, size: request.size || PAGE_SIZE };
}
