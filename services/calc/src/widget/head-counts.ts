import type { HandlerContext } from "@connectrpc/connect";
import { forward } from "@emissions/kit/wire/forward";
import { type Decimal, divide } from "@emissions/quantity/decimal";
import { daysFrom } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import type { WidgetPeriod } from "./config.ts";
import type { PointSum } from "./queries.ts";

interface Wanted {
  organizationIds: readonly string[];
  points: readonly WidgetPeriod[];
  /** The project of a shared dashboard. Empty without one. */
  projectId: string;
}

/** Days of contracts by organization and point. Contracts are rows of activity, and nothing of them is stored here. */
export async function selectContractDays(
  { workforce }: Pick<Context, "workforce">,
  call: HandlerContext,
  { organizationIds, points, projectId }: Wanted,
): Promise<PointSum[]> {
  const periods = points.map(({ startDate, endDate }) => ({ startDate, endDate }));
  const request = { organizationIds: [...organizationIds], periods, projectId };
  const { sums } = await workforce.sumContractDays(request, forward(call));
  return sums.map(({ organizationId, period, days }) => ({
    point: period,
    organizationId,
    facilityId: null,
    sum: String(days),
  }));
}

/** The average head count is the days of contracts divided by those of the period. Divides once, so nothing is rounded before. */
export const perEmployee = (value: Decimal, contractDays: Decimal, { startDate, endDate }: WidgetPeriod): Decimal =>
  divide(value.times(daysFrom(startDate, endDate) + 1), contractDays);
