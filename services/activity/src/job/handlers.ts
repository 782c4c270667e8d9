import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import type { Context } from "../context.ts";
import { parseItemQuery, parseJobQuery } from "./list.ts";
import { toItem, toJob } from "./message.ts";
import { selectItems, selectJob, selectJobs } from "./queries.ts";

export const jobHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof IngestJobService> => ({
  listIngestJobs: async (request, call) => {
    const query = parseJobQuery(request, principalOf(call));
    const { rows, total } = await db.read(call, (tx) => selectJobs(tx, query));
    return { jobs: rows.map(toJob), total };
  },

  // Every user of the organization can read a job, because another user may repeat the request.
  getIngestJob: ({ jobId }, call) =>
    db.read(call, async (tx, org) => {
      const row = isId(jobId) ? await selectJob(tx, org, jobId) : null;
      if (row === null) throw notFound("ingest job");
      return { job: toJob(row) };
    }),

  listIngestJobItems: async ({ jobId, ...request }, call) => {
    const query = parseItemQuery(request, principalOf(call));
    return db.read(call, async (tx, org) => {
      if (!isId(jobId) || (await selectJob(tx, org, jobId)) === null) throw notFound("ingest job");
      const { rows, total } = await selectItems(tx, query, jobId);
      return { items: rows.map(toItem), total };
    });
  },
});
