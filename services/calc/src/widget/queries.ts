import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { AmountCategory } from "../total_impact/amounts.ts";
import { firstDays, firstOfMonth, isNonEmpty, type Range, splitByMonth, stepDays } from "../total_impact/range.ts";
import { appliedDays } from "../total_impact/slices.ts";

/** The organizations and facilities of a metric. */
export interface Owners {
  organizationIds: readonly string[];
  /** Null for whole organizations. */
  facilityIds: readonly string[] | null;
}

/** The emissions of a metric. Null selects everything. */
export interface EmissionsQuery extends Owners {
  scopes: readonly number[] | null;
  categories: readonly string[] | null;
  ghgCategories: readonly string[] | null;
}

/** The sum of a point. Points without rows are absent. */
export interface PointSum {
  /** Its place among the points. */
  point: number;
  organizationId: string;
  /** Null for a whole organization. */
  facilityId: string | null;
  /** Kilograms of CO2e, or the amount in its unit. */
  sum: string;
}

/** Reads the smallest tables that can answer: those by scope and category, or else those of series. */
export const selectEmissions = (tx: Tx, points: readonly Range[], query: EmissionsQuery): Promise<PointSum[]> =>
  query.facilityIds === null && query.ghgCategories === null
    ? selectTotals(tx, points, query)
    : selectSeries(tx, points, query);

/** Whole months are read from the totals of months, the days before and after them from those of days. */
function selectTotals(tx: Tx, points: readonly Range[], { organizationIds, scopes, categories }: EmissionsQuery) {
  const { months, edges } = split(points);
  const among = tx`t.organization_id = any (${organizationIds as string[]}::uuid[])
    ${scopes === null ? tx`` : tx`and t.scope = any (${scopes as number[]}::smallint[])`}
    ${categories === null ? tx`` : tx`and t.category = any (${categories as string[]}::text[])`}`;
  return tx<PointSum[]>`
    select point, organization_id, null as facility_id, sum(co2e_kg) as sum
    from (
      select s.point, t.organization_id, t.co2e_kg
      from ${monthsOf(tx, months)} join monthly_totals t on ${among} and t.month = s.month ${monthsIn(tx, months)}
      union all
      select s.point, t.organization_id, t.co2e_kg
      from ${tableOf(tx, edges)} join daily_totals t on ${among} ${daysIn(tx, edges)}
        and t.day between s.start_date and s.end_date
    ) masses
    group by point, organization_id`;
}

function selectSeries(tx: Tx, points: readonly Range[], query: EmissionsQuery) {
  const { organizationIds, facilityIds, scopes, categories, ghgCategories } = query;
  const { months, edges } = split(points);
  const among = tx`t.organization_id = any (${organizationIds as string[]}::uuid[])`;
  const facility = facilityIds === null ? tx`null::uuid` : tx`e.facility_id`;
  // The index finds the rows of chosen series alone.
  const chosen = tx`join chosen e on e.organization_id = t.organization_id and e.id = t.series_id
        and t.series_id = any (array(select id from chosen))`;
  return tx<PointSum[]>`
    with chosen as (
      select organization_id, id, facility_id from emission_series
      where organization_id = any (${organizationIds as string[]}::uuid[]) and counted
        ${facilityIds === null ? tx`` : tx`and facility_id = any (${facilityIds as string[]}::uuid[])`}
        ${scopes === null ? tx`` : tx`and scope = any (${scopes as number[]}::smallint[])`}
        ${categories === null ? tx`` : tx`and category = any (${categories as string[]}::text[])`}
        ${ghgCategories === null ? tx`` : tx`and ghg_category = any (${ghgCategories as string[]}::text[])`})
    select point, organization_id, facility_id, sum(co2e_kg) as sum
    from (
      select s.point, t.organization_id, ${facility} as facility_id, t.co2e_kg
      from ${monthsOf(tx, months)} join series_months t on ${among} and t.month = s.month ${monthsIn(tx, months)}
      ${chosen}
      union all
      select s.point, t.organization_id, ${facility}, d.days * t.co2e_kg
      from ${tableOf(tx, edges)} join series_steps t on ${among} ${daysIn(tx, edges)}
        and t.day between s.first_of_month and s.end_date
      ${chosen}
      ${appliedDays(tx)}
    ) masses
    group by 1, 2, 3`;
}

/** Recorded amounts, in the unit of their category. */
export function selectAmountSums(
  tx: Tx,
  points: readonly Range[],
  { organizationIds, facilityIds, category }: Owners & { category: AmountCategory },
): Promise<PointSum[]> {
  const { months, edges } = split(points);
  const among = tx`t.organization_id = any (${organizationIds as string[]}::uuid[]) and t.category = ${category}
    ${facilityIds === null ? tx`` : tx`and t.facility_id = any (${facilityIds as string[]}::uuid[])`}`;
  const facility = facilityIds === null ? tx`null::uuid` : tx`amounts.facility_id`;
  return tx<PointSum[]>`
    select amounts.point, amounts.organization_id, ${facility} as facility_id, sum(amounts.amount) as sum
    from (
      select s.point, t.organization_id, t.facility_id, t.amount
      from ${monthsOf(tx, months)} join amount_months t on ${among} and t.month = s.month ${monthsIn(tx, months)}
      union all
      select s.point, t.organization_id, t.facility_id, d.days * t.amount
      from ${tableOf(tx, edges)} join amount_steps t on ${among} ${daysIn(tx, edges)}
        and t.day between s.first_of_month and s.end_date
      ${appliedDays(tx)}
    ) amounts
    group by 1, 2, 3`;
}

interface PointMonth {
  point: number;
  /** Its first day. */
  month: string;
}

interface PointRange extends Range {
  point: number;
}

/** The whole months of each point, and the days before and after them. */
function split(points: readonly Range[]): { months: PointMonth[]; edges: PointRange[] } {
  const parts = points.map((range, point) => ({ point, ...splitByMonth(range) }));
  return {
    months: parts.flatMap(({ point, months }) => firstDays(months).map((month) => ({ point, month }))),
    edges: parts
      .flatMap(({ point, before, after }) => [before, after].map((range) => ({ point, ...range })))
      .filter(isNonEmpty),
  };
}

/** Months are joined by equality: Postgres then hashes them, where a range compares each row with each point. */
const monthsOf = (tx: Tx, months: readonly PointMonth[]): Fragment => tx`unnest(
    ${months.map(({ point }) => point)}::int[],
    ${months.map(({ month }) => month)}::date[]
  ) as s (point, month)`;

// Whatever joins Postgres chooses, the index finds the rows of these months and days, and not the whole history.
const monthsIn = (tx: Tx, months: readonly PointMonth[]): Fragment =>
  tx`and t.month = any (${[...new Set(months.map(({ month }) => month))]}::date[])`;
const daysIn = (tx: Tx, edges: readonly Range[]): Fragment => tx`and t.day = any (${stepDays(edges)}::date[])`;

const tableOf = (tx: Tx, ranges: readonly PointRange[]): Fragment => tx`unnest(
    ${ranges.map(({ point }) => point)}::int[],
    ${ranges.map(({ startDate }) => firstOfMonth(startDate))}::date[],
    ${ranges.map(({ startDate }) => startDate)}::date[],
    ${ranges.map(({ endDate }) => endDate)}::date[]
  ) as s (point, first_of_month, start_date, end_date)`;
