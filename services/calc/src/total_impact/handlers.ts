import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { invalid, outOfRange } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { GwpSet as GwpSetMessage, GwpSetSchema } from "@emissions/proto/activity/v1/organization_service";
import {
  type GetTotalImpactsRequest,
  GroupBy,
  Scope2Method,
  type SummaryItem,
  type TotalImpactService,
} from "@emissions/proto/calc/v1/total_impact_service";
import { FactorMethodSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import type { GwpSet } from "@emissions/quantity/gases";
import { daysFrom, isDay } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { checkKnown, instantOf } from "./as-of.ts";
import { selectCoverage } from "./coverage-messages.ts";
import { GAS_NAMES, gasTotals } from "./gases.ts";
import {
  GROUPS_MAX,
  groupByCategory,
  groupByFacility,
  groupByFiscalYear,
  groupByGhgCategory,
  groupByMonth,
  groupByOrganization,
  groupByQuality,
  groupByQuarter,
  groupByScope,
  groupBySource,
  selectGases,
  type TotalQuery,
} from "./group-queries.ts";
import { selectByCategory, selectByMonth, selectByScope } from "./queries.ts";
import type { Range } from "./range.ts";
import { wholeSlices } from "./slices.ts";
import { tonnes } from "./tonnes.ts";

/** Days between the first and the last day: two years, without a leap day. */
export const RANGE_DAYS_MAX = 730;
/** Totals know no shares: descendants count as a whole. */
const WHOLE = "whole";
const UNIT = "tCO2e";
const MONTHS = 12;

type Item = Partial<
  Omit<SummaryItem, "$typeName" | "$unknown" | "co2e" | "facilityId"> & { facilityId: string | null }
> & { kg: string };

/** A newer client may send a grouping that is not defined here. */
type Groupings<Query> = Readonly<Partial<Record<GroupBy, (tx: Tx, query: Query) => Promise<Item[]>>>>;

/** From the totals by scope and category. */
const ofTotals: Groupings<Range> = {
  [GroupBy.UNSPECIFIED]: selectByScope,
  [GroupBy.SCOPE]: selectByScope,
  [GroupBy.CATEGORY]: selectByCategory,
  [GroupBy.MONTH]: selectByMonth,
};

const ofSeries: Groupings<TotalQuery> = {
  [GroupBy.UNSPECIFIED]: groupByScope,
  [GroupBy.SCOPE]: groupByScope,
  [GroupBy.CATEGORY]: groupByCategory,
  [GroupBy.MONTH]: groupByMonth,
  [GroupBy.GAS]: groupByGas,
  [GroupBy.GHG_CATEGORY]: groupByGhgCategory,
  [GroupBy.SOURCE]: groupBySource,
  [GroupBy.FACILITY]: groupByFacility,
  [GroupBy.ORGANIZATION]: groupByOrganization,
  [GroupBy.QUARTER]: groupByQuarter,
  [GroupBy.FISCAL_YEAR]: groupByFiscalYear,
  [GroupBy.QUALITY]: async (tx, query) =>
    (await groupByQuality(tx, query)).map(({ method, ...group }) => ({
      ...group,
      ...(method !== null && { method: enumNumber(FactorMethodSchema, method) }),
    })),
};

export const totalImpactHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof TotalImpactService> => ({
  getTotalImpacts: (request, call) => {
    const { startDate, endDate, groupBy, includeChildren, scope2, gwp, coverage } = request;
    checkRange({ startDate, endDate });
    checkMonth(request.fiscalYearStartMonth);
    if (ofSeries[groupBy] === undefined)
      throw invalid([{ loc: ["group_by"], msg: "unknown grouping", type: "type_error.enum" }]);
    return db.read(
      call,
      async (tx, organizationId) => {
        const organizationIds = [organizationId, ...(includeChildren ? principalOf(call).descendants : [])];
        const query = totalQueryOf(request, organizationIds);
        await checkKnown(tx, query.asOf);
        const groups = await select(tx, request, query);
        if (groups.length > GROUPS_MAX)
          throw outOfRange("TOTALS_TOO_LARGE", `The total has more than ${GROUPS_MAX} groups.`);
        const total = groups.reduce((kg, group) => kg.plus(group.kg), ZERO);
        return {
          summary: {
            organizationId,
            startDate,
            endDate,
            unit: UNIT,
            totalCo2e: tonnes(total),
            items: groups.map(({ kg, facilityId, ...group }) => ({
              ...group,
              ...(facilityId && { facilityId }),
              co2e: tonnes(new Decimal(kg)),
            })),
            ...(coverage && { coverage: await selectCoverage(tx, { startDate, endDate }, { query, total }) }),
            ...(scope2 !== Scope2Method.UNSPECIFIED && { scope2 }),
            ...(gwp !== GwpSetMessage.UNSPECIFIED && { gwp }),
            ...(request.asOf && { asOf: request.asOf }),
            ...(query.restated && { restated: true }),
            ...(includeChildren && { boundary: WHOLE }),
          },
        };
      },
      { group: includeChildren },
    );
  },
});

/** The totals by scope and category answer the questions of the public contract without reading series. */
function select(tx: Tx, { groupBy, startDate, endDate }: GetTotalImpactsRequest, query: TotalQuery): Promise<Item[]> {
  const { gwpSet, locationBased, asOf, restated } = query;
  const isUsual = gwpSet === null && !locationBased && asOf === null && !restated;
  const ofTotal = isUsual ? ofTotals[groupBy] : undefined;
  return ofTotal === undefined ? ofSeries[groupBy]!(tx, query) : ofTotal(tx, { startDate, endDate });
}

const totalQueryOf = (request: GetTotalImpactsRequest, organizationIds: readonly string[]): TotalQuery => {
  const { startDate, endDate, scope2, gwp, restated, fiscalYearStartMonth = 1 } = request;
  return {
    restated,
    asOf: instantOf(request),
    slices: wholeSlices(organizationIds, { startDate, endDate }),
    locationBased: scope2 === Scope2Method.LOCATION,
    gwpSet: gwpSetOf(gwp),
    fiscalYearStartMonth,
  };
};

/** Null if the client asks for none, and for a set that a newer client knows. */
export const gwpSetOf = (set: GwpSetMessage): GwpSet | null =>
  set === GwpSetMessage.UNSPECIFIED ? null : ((enumText(GwpSetSchema, set) || null) as GwpSet | null);

async function groupByGas(tx: Tx, query: TotalQuery): Promise<Item[]> {
  const totals = gasTotals(await selectGases(tx, query), query.gwpSet);
  return GAS_NAMES.filter((gas) => !totals[gas].isZero()).map((gas) => ({ gas, kg: plain(totals[gas]) }));
}

function checkMonth(month = 1): void {
  if (month >= 1 && month <= MONTHS) return;
  throw invalid([
    { loc: ["fiscal_year_start_month"], msg: `between 1 and ${MONTHS}`, type: "value_error.number.not_le" },
  ]);
}

export function checkRange({ startDate, endDate }: Range): void {
  const wrong = Object.entries({ start_date: startDate, end_date: endDate }).filter(([, day]) => !isDay(day));
  if (wrong.length > 0) {
    throw invalid(wrong.map(([name]) => ({ loc: [name], msg: "invalid date format", type: "value_error.date" })));
  }
  if (endDate < startDate) throw outOfRange("INVALID_DATE_RANGE", "The start date is after the end date.");
  if (daysFrom(startDate, endDate) > RANGE_DAYS_MAX) {
    throw outOfRange("INVALID_DATE_RANGE", `The range is longer than ${RANGE_DAYS_MAX} days.`);
  }
}
