import type { Tx } from "@emissions/kit/db/transactions";

/** The sales of a period in one country. */
export interface CountryRow {
  country: string;
  quantity: string;
  /** Of all units in their life, in `unitId`. */
  energy: string;
  /** Null if the sales have different units. */
  unitId: string | null;
  /** Kilograms; null while no sale has a result. */
  co2e: string | null;
  waiting: number;
  failed: number;
  errorCode: string | null;
  salesCount: number;
  countrySaleId: string;
}

/** Sorted by country. */
export const selectCountrySales = (tx: Tx, org: string, periodId: string) => tx<CountryRow[]>`
  select country, sum(quantity) as quantity,
    sum(quantity * energy_quantity * coalesce(uses_per_year, 1) * lifetime_years) as energy,
    case when count(distinct energy_unit_id) = 1 then (array_agg(energy_unit_id))[1] end as unit_id, sum(co2e) as co2e,
    (count(*) filter (where calculation_status = 'pending'))::int as waiting,
    (count(*) filter (where calculation_status = 'failed'))::int as failed,
    min(calculation_error_code) as error_code, count(*)::int as sales_count, (array_agg(id order by id desc))[1] as country_sale_id
  from sold_product_sales where organization_id = ${org} and period_id = ${periodId}
  group by country order by country`;

/** Empty lists and days are no condition. */
export interface ExistingFilter {
  productId: readonly string[];
  country: readonly string[];
  startDate: string;
  endDate: string;
}

interface ExistingRow {
  productId: string;
  productName: string;
  country: string;
  periodId: string;
}

/** Countries with sales in a period. */
export const selectExisting = (tx: Tx, org: string, filter: ExistingFilter, limit: number) => tx<ExistingRow[]>`
  select p.id as product_id, p.product_name, s.country, s.period_id
  from sold_product_sales s
  join sold_products p on p.organization_id = s.organization_id and p.id = s.product_id
  where s.organization_id = ${org}
    ${filter.productId.length === 0 ? tx`` : tx`and s.product_id = any (${filter.productId as string[]}::uuid[])`}
    ${filter.country.length === 0 ? tx`` : tx`and s.country = any (${filter.country as string[]}::text[])`}
    ${filter.startDate === "" ? tx`` : tx`and s.end_date >= ${filter.startDate}`}
    ${filter.endDate === "" ? tx`` : tx`and s.start_date <= ${filter.endDate}`}
  group by p.id, p.product_name, p.name_key, s.country, s.period_id, s.start_date
  order by p.name_key, s.start_date, s.country, s.period_id limit ${limit}`;
