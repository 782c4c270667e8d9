import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import type { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import type { Deletable } from "./deletion.ts";
import { fillingHandlers } from "./filling.ts";
import { isVisibleJob, parseItemQuery, parseJobQuery } from "./list.ts";
import { toItem, toJob } from "./message.ts";
import { type IngestJobRow, selectItems, selectJob, selectJobs } from "./queries.ts";
import { revertHandlers } from "./revert/handler.ts";

export const jobHandlers = (
  { db }: Pick<Context, "db">,
  deletables: readonly Deletable[],
): ServiceImpl<typeof IngestJobService> => ({
  listIngestJobs: async (request, call) => {
    const query = withCursor(parseJobQuery(request, principalOf(call)), call);
    const { rows, total } = await db.read(call, (tx) => selectJobs(tx, query));
    return { jobs: rows.map(toJob), total };
  },

  // Every user of the organization can read a job, because another user may repeat the request.
  getIngestJob: ({ jobId }, call) =>
    db.read(call, async (tx) => ({ job: toJob(await requireJob(tx, principalOf(call), jobId)) })),

  listIngestJobItems: async ({ jobId, ...request }, call) => {
    const query = parseItemQuery(request, principalOf(call));
    return db.read(call, async (tx) => {
      await requireJob(tx, principalOf(call), jobId);
      const { rows, total } = await selectItems(tx, query, jobId);
      return { items: rows.map(toItem), total };
    });
  },

  ...fillingHandlers({ db }),
  ...revertHandlers({ db }, deletables),
});

async function requireJob(tx: Tx, caller: Principal, id: string): Promise<IngestJobRow> {
  const row = isId(id) ? await selectJob(tx, caller.organizationId, id) : null;
  if (row === null || !isVisibleJob(row, caller)) throw notFound("ingest job");
  return row;
}
