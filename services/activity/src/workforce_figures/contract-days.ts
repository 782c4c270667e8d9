import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { checkDay, checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type {
  SumContractDaysRequest,
  WorkforceFigureService,
} from "@emissions/proto/activity/v1/workforce_figure_service";
import { selectAccess, selectGroups } from "../project/queries.ts";

/** Of one metric of a widget. */
const ORGANIZATIONS_MAX = 100;
/** Points of a widget. */
const PERIODS_MAX = 10_000;

export const contractDayHandlers = (db: Db): Pick<ServiceImpl<typeof WorkforceFigureService>, "sumContractDays"> => ({
  sumContractDays: async (request, call) => {
    checkSums(request);
    const visible = await visibleOrganizations(db, call, request.projectId);
    const orgs = request.organizationIds.map((id) => id.toLowerCase()).filter((id) => visible.has(id));
    return db.read(call, async (tx) => ({ sums: await selectContractDays(tx, orgs, request) }), { vouched: orgs });
  },
});

function checkSums({ organizationIds, periods, projectId }: SumContractDaysRequest): void {
  if (organizationIds.length > ORGANIZATIONS_MAX)
    refuse([violation("organization_ids", "value_error.list.max_items", `at most ${ORGANIZATIONS_MAX}`)]);
  if (periods.length > PERIODS_MAX)
    refuse([violation("periods", "value_error.list.max_items", `at most ${PERIODS_MAX}`)]);
  refuse([
    ...organizationIds.flatMap((id) => checkId("organization_ids", id)),
    ...periods.flatMap(({ startDate, endDate }) => [
      ...checkDay("periods", startDate),
      ...checkDay("periods", endDate),
    ]),
    ...(projectId === "" ? [] : checkId("project_id", projectId)),
  ]);
}

/** A project shows figures of its owner's group, also to invited organizations. Judged here and not by the caller. */
async function visibleOrganizations(db: Db, call: HandlerContext, projectId: string): Promise<Set<string>> {
  const { organizationId, descendants } = principalOf(call);
  const group = !isId(projectId)
    ? []
    : await db.read(call, async (tx, org) => {
        const owners = (await selectAccess(tx, org, [projectId])).map((project) => project.organizationId);
        return [...(await selectGroups(tx, owners)).values()].flat();
      });
  return new Set([organizationId, ...descendants, ...group].map((id) => id.toLowerCase()));
}

const selectContractDays = (tx: Tx, orgs: readonly string[], { periods }: SumContractDaysRequest) => tx<
  { organizationId: string; period: number; days: bigint }[]
>`
  select c.organization_id, (p.place - 1)::int as period, sum(upper(s.span) - lower(s.span))::bigint as days
  from unnest(
    ${periods.map(({ startDate }) => startDate)}::date[],
    ${periods.map(({ endDate }) => endDate)}::date[]
  ) with ordinality as p (start_date, end_date, place)
  join workforce_contracts c
    on c.organization_id = any (${orgs as string[]}::uuid[]) and c.period && daterange(p.start_date, p.end_date, '[]')
  cross join lateral (select c.period * daterange(p.start_date, p.end_date, '[]') as span) as s
  group by 1, 2`;
