import { invalid } from "@emissions/kit/wire/errors";
import type { Holding } from "@emissions/proto/activity/v1/ownership_service";
import type { GetInventoryRequest } from "@emissions/proto/calc/v1/inventory_service";
import { isDay } from "@emissions/quantity/period";
import type { Slice } from "../total_impact/slices.ts";

/** Organizations in a group, times dated shares of each. */
const HOLDINGS_MAX = 20_000;
const SHARE = /^(0(\.\d{1,40})?|1)$/;

export type HoldingFields = Pick<
  Holding,
  "organizationId" | "name" | "parentId" | "startDate" | "endDate" | "share" | "stated"
>;

/** Row-level security hides organizations that the caller may not see, whatever the request names. */
export function holdingsOf(
  { holdings, startDate, endDate }: Pick<GetInventoryRequest, "holdings" | "startDate" | "endDate">,
  organizationId: string,
): readonly HoldingFields[] {
  if (holdings.length === 0) {
    const share = { $typeName: "emissions.common.v1.Decimal" as const, value: "1" };
    return [{ organizationId, name: "", startDate, endDate, share, stated: true }];
  }
  const isValid = (holding: Holding) =>
    isDay(holding.startDate) &&
    isDay(holding.endDate) &&
    holding.startDate >= startDate &&
    holding.endDate <= endDate &&
    SHARE.test(holding.share?.value ?? "");
  if (holdings.length > HOLDINGS_MAX || !holdings.every(isValid))
    throw invalid([{ loc: ["holdings"], msg: "not within the range", type: "value_error" }]);
  return holdings;
}

export const sliceOf = ({ organizationId, startDate, endDate, share }: HoldingFields): Slice => ({
  organizationId,
  startDate,
  endDate,
  share: share!.value,
});
