import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { checkId, refuse } from "@emissions/kit/wire/checks";
import type { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import type { Context } from "../context.ts";
import { type Count, selectRechargesOf, selectRequestsOf, selectSummary } from "./queries.ts";

const NOTHING: Count = { count: 0, last: null };

export const logisticsSummaryHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof LogisticsSummaryService> => ({
  getLogisticsSummary: async ({ projectId }, call) => {
    refuse(projectId === "" ? [] : checkId("project_id", projectId));
    const [requests, recharges, hubs] = await db.read(call, async (tx, org) =>
      // Hubs are linked to no project.
      projectId === ""
        ? Promise.all([
            selectSummary(tx, org, "logistics_requests"),
            selectSummary(tx, org, "logistics_recharges"),
            selectSummary(tx, org, "logistic_hubs"),
          ])
        : [await selectRequestsOf(tx, org, projectId), await selectRechargesOf(tx, org, projectId), NOTHING],
    );
    return { logisticsSummary: { requests: shown(requests!), recharges: shown(recharges!), hubs: shown(hubs!) } };
  },
});

const shown = ({ count, last }: Count) => ({
  count: BigInt(count),
  ...(last && { lastUpdated: timestampFromDate(last) }),
});
