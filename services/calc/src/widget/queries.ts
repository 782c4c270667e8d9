import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { AmountCategory } from "../total_impact/amounts.ts";
import { type Range, splitByMonth } from "../total_impact/range.ts";
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
      from ${tableOf(tx, months)} join monthly_totals t on ${among} and t.month between s.start_date and s.end_date
      union all
      select s.point, t.organization_id, t.co2e_kg
      from ${tableOf(tx, edges)} join daily_totals t on ${among} and t.day between s.start_date and s.end_date
    ) masses
    group by point, organization_id`;
}

function selectSeries(tx: Tx, points: readonly Range[], query: EmissionsQuery) {
  const { organizationIds, facilityIds, scopes, categories, ghgCategories } = query;
  const { months, edges } = split(points);
  const among = tx`t.organization_id = any (${organizationIds as string[]}::uuid[])`;
  const facility = facilityIds === null ? tx`null::uuid` : tx`e.facility_id`;
  return tx<PointSum[]>`
    select masses.point, masses.organization_id, ${facility} as facility_id, sum(masses.co2e_kg) as sum
    from (
      select s.point, t.organization_id, t.series_id, t.co2e_kg
      from ${tableOf(tx, months)} join series_months t on ${among} and t.month between s.start_date and s.end_date
      union all
      select s.point, t.organization_id, t.series_id, d.days * t.co2e_kg
      from ${tableOf(tx, edges)} join series_steps t
        on ${among} and t.day between date_trunc('month', s.start_date)::date and s.end_date
      ${appliedDays(tx)}
    ) masses
    join emission_series e on e.organization_id = masses.organization_id and e.id = masses.series_id
    where e.counted
      ${facilityIds === null ? tx`` : tx`and e.facility_id = any (${facilityIds as string[]}::uuid[])`}
      ${scopes === null ? tx`` : tx`and e.scope = any (${scopes as number[]}::smallint[])`}
      ${categories === null ? tx`` : tx`and e.category = any (${categories as string[]}::text[])`}
      ${ghgCategories === null ? tx`` : tx`and e.ghg_category = any (${ghgCategories as string[]}::text[])`}
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
      from ${tableOf(tx, months)} join amount_months t on ${among} and t.month between s.start_date and s.end_date
      union all
      select s.point, t.organization_id, t.facility_id, d.days * t.amount
      from ${tableOf(tx, edges)} join amount_steps t
        on ${among} and t.day between date_trunc('month', s.start_date)::date and s.end_date
      ${appliedDays(tx)}
    ) amounts
    group by 1, 2, 3`;
}

interface PointRange extends Range {
  point: number;
}

/** The whole months of each point, and the days before and after them. */
function split(points: readonly Range[]): { months: PointRange[]; edges: PointRange[] } {
  const parts = points.map((range, point) => ({ point, ...splitByMonth(range) }));
  const isNonEmpty = ({ startDate, endDate }: Range) => startDate <= endDate;
  return {
    months: parts.map(({ point, months }) => ({ point, ...months })).filter(isNonEmpty),
    edges: parts
      .flatMap(({ point, before, after }) => [before, after].map((range) => ({ point, ...range })))
      .filter(isNonEmpty),
  };
}

const tableOf = (tx: Tx, ranges: readonly PointRange[]): Fragment => tx`unnest(
    ${ranges.map(({ point }) => point)}::int[],
    ${ranges.map(({ startDate }) => startDate)}::date[],
    ${ranges.map(({ endDate }) => endDate)}::date[]
  ) as s (point, start_date, end_date)`;
