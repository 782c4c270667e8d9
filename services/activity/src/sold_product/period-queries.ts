import type { Tx } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";
import { refusingConflicts } from "./refusals.ts";

/** The days of a period of a product. */
export interface Days {
  productId: string;
  startDate: string;
  endDate: string;
}

/** A period with the sums of its sales. */
export interface PeriodRow extends Days {
  id: string;
  createdAt: Date;
  updatedAt: Date | null;
  totalUnits: string;
  /** Kilograms; null while no sale has a result. */
  co2e: string | null;
  waiting: number;
  errorCodes: string[];
}

/** More periods than days between 1970 and the end of next year do not fit. */
const PERIODS_MAX = 25_000;

const withSums = (tx: Tx) => tx`
  select e.*, s.* from sold_product_periods e
  cross join lateral (
    select coalesce(sum(quantity), 0) as total_units, sum(co2e) as co2e,
      (count(*) filter (where calculation_status = 'pending'))::int as waiting,
      coalesce(array_agg(distinct calculation_error_code) filter (where calculation_error_code is not null), '{}')
        as error_codes
    from sold_product_sales where organization_id = e.organization_id and period_id = e.id) s`;

export async function selectPeriod(tx: Tx, org: string, id: string): Promise<PeriodRow | null> {
  const [row] = await tx<PeriodRow[]>`${withSums(tx)} where e.organization_id = ${org} and e.id = ${id}`;
  return row ?? null;
}

export const selectPeriods = (tx: Tx, org: string, productId: string) => tx<PeriodRow[]>`
  ${withSums(tx)} where e.organization_id = ${org} and e.product_id = ${productId}
  order by e.start_date desc, e.id limit ${PERIODS_MAX}`;

/** Locks the period against changes and deletion until the transaction ends. */
export async function lockPeriod(tx: Tx, org: string, id: string): Promise<(Days & { id: string }) | null> {
  const [row] = await tx<(Days & { id: string })[]>`
    select id, product_id, start_date, end_date from sold_product_periods
    where organization_id = ${org} and id = ${id} for update`;
  return row ?? null;
}

/** Refuses periods that have a day in common with another one of their product. Returns the ids in order. */
export async function insertPeriods(tx: Tx, org: string, periods: readonly Days[]): Promise<string[]> {
  const ids = newIds(periods.length);
  const column = (key: keyof Days) => periods.map((period) => period[key]);
  await refusingConflicts(tx`
    insert into sold_product_periods (organization_id, id, product_id, start_date, end_date)
    select ${org}::uuid, p.* from unnest(${ids}::uuid[], ${column("productId")}::uuid[],
      ${column("startDate")}::date[], ${column("endDate")}::date[]) as p`);
  return ids;
}

/** Refuses days that another period of the product has. */
export const updatePeriod = (tx: Tx, org: string, id: string, { startDate, endDate }: Omit<Days, "productId">) =>
  refusingConflicts(tx`
    update sold_product_periods set start_date = ${startDate}, end_date = ${endDate}, updated_at = now()
    where organization_id = ${org} and id = ${id}`);

export const deletePeriod = (tx: Tx, org: string, id: string) => tx`
  delete from sold_product_periods where organization_id = ${org} and id = ${id}`;

export const deletePeriodsOf = (tx: Tx, org: string, productId: string) => tx`
  delete from sold_product_periods where organization_id = ${org} and product_id = ${productId}`;

/** The sales of a period, at most `limit`, in the order in which all writers lock records. */
export async function selectSaleIds(
  tx: Tx,
  org: string,
  { periodId, limit }: { periodId: string; limit: number },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from sold_product_sales where organization_id = ${org} and period_id = ${periodId}
    order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Periods of any product that have a day in common with a range, whose ends are included. */
export async function hasPeriodIn(tx: Tx, org: string, days: Omit<Days, "productId">): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (
      select from sold_product_periods
      where organization_id = ${org} and start_date <= ${days.endDate} and end_date >= ${days.startDate}) as found`;
  return row.found;
}

interface Found extends Days {
  /** Of a stored period of the product that has a day in common with the days. */
  id: string;
  isSame: boolean;
}

/**
 * For some days of products, a stored period that has a day in common with them. Periods of a product are disjoint, so
 * the last one that starts in time decides.
 */
export const selectOverlapping = (tx: Tx, org: string, days: readonly Days[]) => {
  const column = (key: keyof Days) => days.map((one) => one[key]);
  return tx<Found[]>`
    select d.product_id, d.start_date, d.end_date, e.id,
      (e.start_date, e.end_date) = (d.start_date, d.end_date) as is_same
    from unnest(${column("productId")}::uuid[], ${column("startDate")}::date[], ${column("endDate")}::date[])
      as d (product_id, start_date, end_date)
    cross join lateral (
      select id, start_date, end_date from sold_product_periods
      where organization_id = ${org} and product_id = d.product_id and start_date <= d.end_date
      order by start_date desc limit 1) as e
    where e.end_date >= d.start_date`;
};
