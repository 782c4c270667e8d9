import { type Restatement, RestatementService } from "@emissions/proto/activity/v1/restatement_service";
import { RestatedAmountService } from "@emissions/proto/calc/v1/restatement_service";
import type { Caller } from "../rest/call.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { getRestatement, listRestatements } = RestatementService.method;
const { getRestatedAmounts } = RestatedAmountService.method;

const all = "/v2/restatements";

export const restatementRoutes = [
  describedRoute(
    listRestatements,
    {
      http: `GET ${all}`,
      summary: "List changes within locked periods",
      query: listQuery(listRestatements.input, 50),
      list: "pages",
    },
    async (call, request) => {
      const reply = await call(listRestatements, request);
      await addAmounts(call, reply.restatements);
      return reply;
    },
  ),
  route(
    getRestatement,
    { http: `GET ${all}/{id}`, summary: "Get a change within a locked period" },
    async (call, request) => {
      const reply = await call(getRestatement, request);
      await addAmounts(call, reply.restatement ? [reply.restatement] : []);
      return reply;
    },
  ),
];

/** activity knows the changes, and calc their amounts. */
async function addAmounts(call: Caller, restatements: readonly Restatement[]): Promise<void> {
  if (restatements.length === 0) return;
  const named = restatements.map(({ recordId, revision, startDate, endDate }) => {
    return { recordId, revision, startDate, endDate };
  });
  const { records } = await call(getRestatedAmounts, { records: named });
  for (const [index, restatement] of restatements.entries()) {
    const amounts = records[index]?.amounts;
    if (amounts) restatement.amounts = amounts;
  }
}
