import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import type { GwpSet, MethaneOrigin } from "@emissions/quantity/gases";
import { type Known, type MassColumn, seriesMasses } from "./slices.ts";

/** How totals are summed from series. */
export interface TotalQuery extends Known {
  /** Purchased electricity by the average of the grid instead of by contract. */
  locationBased: boolean;
  /** Null for the set of each calculation. */
  gwpSet: GwpSet | null;
  /** 1 to 12; by default January. */
  fiscalYearStartMonth?: number;
}

/** Limit of the facilities in one answer. */
export const GROUPS_MAX = 10_000;

/** Kilograms of CO2e. */
interface Group {
  kg: string;
}

const OF_SET: Readonly<Record<GwpSet, MassColumn>> = { AR4: "co2e_ar4_kg", AR5: "co2e_ar5_kg", AR6: "co2e_ar6_kg" };

export const co2eColumn = (set: GwpSet | null): MassColumn => (set === null ? "co2e_kg" : OF_SET[set]);

/** The series that make up the total. Memo items are not in it, except the location-based emissions of electricity. */
export const inTotal = (tx: Tx, locationBased: boolean): Fragment =>
  locationBased
    ? tx`(case when e.counted then not (e.scope = 2 and e.category = 'electricity')
        else e.scope = 2 and e.part = 'electricity_location_based' end)`
    : tx`e.counted`;

export const groupByScope = (tx: Tx, query: TotalQuery) => tx<(Group & { scope: number })[]>`
  select e.scope, ${kgOf(tx, query)} ${grouped(tx, query, tx`e.scope`)} order by e.scope`;

export const groupByCategory = (tx: Tx, query: TotalQuery) => tx<(Group & { scope: number; category: string })[]>`
  select e.scope, e.category, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`e.scope, e.category`)} order by e.scope, e.category collate "C"`;

export const groupByMonth = (tx: Tx, query: TotalQuery) => tx<(Group & { year: number; month: number })[]>`
  select extract(year from masses.month)::int as year, extract(month from masses.month)::int as month, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`masses.month`)} order by masses.month`;

export const groupByGhgCategory = (tx: Tx, query: TotalQuery) => tx<(Group & { scope: number; ghgCategory: string })[]>`
  select e.scope, e.ghg_category, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`e.scope, e.ghg_category`)} order by e.scope, e.ghg_category collate "C"`;

export const groupBySource = (tx: Tx, query: TotalQuery) => tx<(Group & { source: string })[]>`
  select coalesce(nullif(e.source, ''), 'unspecified') collate "C" as source, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`1`)} order by 1`;

export const groupByQuality = (tx: Tx, query: TotalQuery) =>
  tx<(Group & { method: string | null; proxy: boolean })[]>`
  select e.method, 'proxy' = any (e.marks) as proxy, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`e.method, 2`)} order by e.method collate "C", 2`;

export const groupByFacility = (tx: Tx, query: TotalQuery) => tx<(Group & { facilityId: string | null })[]>`
  select e.facility_id, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`e.facility_id`)} order by e.facility_id limit ${GROUPS_MAX + 1}`;

export const groupByOrganization = (tx: Tx, query: TotalQuery) => tx<(Group & { organizationId: string })[]>`
  select masses.organization_id, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`masses.organization_id`)} order by masses.organization_id`;

export const groupByQuarter = (tx: Tx, query: TotalQuery) => tx<(Group & { year: number; quarter: number })[]>`
  select extract(year from masses.month)::int as year, extract(quarter from masses.month)::int as quarter,
    ${kgOf(tx, query)}
  ${grouped(tx, query, tx`1, 2`)} order by 1, 2`;

type FiscalYear = { fiscalYearStartDate: string; fiscalYearEndDate: string };

export const groupByFiscalYear = (tx: Tx, query: TotalQuery) => {
  const before = tx`make_interval(months => ${(query.fiscalYearStartMonth ?? 1) - 1})`;
  const start = tx`date_trunc('year', masses.month - ${before}) + ${before}`;
  return tx<(Group & FiscalYear)[]>`
    select (${start})::date as fiscal_year_start_date,
      (${start} + interval '1 year - 1 day')::date as fiscal_year_end_date, ${kgOf(tx, query)}
    ${grouped(tx, query, tx`1, 2`)} order by 1`;
};

export interface GasRow extends Group {
  gas: string | null;
  methaneOrigin: MethaneOrigin;
  gwpSet: string | null;
  byGas: boolean;
  co2Kg: string;
  ch4Kg: string;
  n2oKg: string;
}

/** Masses of gases by all that decides about their CO2e. */
export const selectGases = (tx: Tx, query: TotalQuery) => tx<GasRow[]>`
  select e.gas, e.methane_origin, e.gwp_set, e.by_gas, ${kgOf(tx, query)},
    sum(masses.co2_kg) as co2_kg, sum(masses.ch4_kg) as ch4_kg, sum(masses.n2o_kg) as n2o_kg
  ${from(tx, query, [co2eColumn(query.gwpSet), "co2_kg", "ch4_kg", "n2o_kg"])}
  group by e.gas, e.methane_origin, e.gwp_set, e.by_gas`;

/** Kilograms of CO2e by mark, of all parts with the mark. */
export const sumByMark = (tx: Tx, query: TotalQuery) => tx<(Group & { mark: string })[]>`
  select m.mark, ${kgOf(tx, query)} ${from(tx, query, [co2eColumn(query.gwpSet)], tx`cross join unnest(e.marks) as m (mark)`)}
  group by m.mark order by m.mark collate "C"`;

/** Kilograms of CO2e of purchases, and of all else, by organization and category of the GHG Protocol. */
export interface PurchasedRow extends Group {
  organizationId: string;
  ghgCategory: string;
  purchased: boolean;
}

export const sumByPurchase = (tx: Tx, query: TotalQuery) => tx<PurchasedRow[]>`
  select masses.organization_id, e.ghg_category, e.category = 'purchases' as purchased, ${kgOf(tx, query)}
  ${grouped(tx, query, tx`1, 2, 3`)} order by 1, 2, 3`;

const kgOf = (tx: Tx, { gwpSet }: TotalQuery) => tx`sum(masses.${tx(co2eColumn(gwpSet))}) as kg`;

/** Groups with a sum of zero are omitted, because deleted records leave rows of zero. */
const grouped = (tx: Tx, query: TotalQuery, by: Fragment): Fragment => {
  const column = co2eColumn(query.gwpSet);
  return tx`${from(tx, query, [column])} group by ${by} having sum(masses.${tx(column)}) <> 0`;
};

const from = (
  tx: Tx,
  { slices, asOf, restated, locationBased }: TotalQuery,
  columns: readonly MassColumn[],
  join = tx``,
): Fragment => tx`
  from ${seriesMasses(tx, { slices, asOf, restated }, columns)}
  join emission_series e on e.organization_id = masses.organization_id and e.id = masses.series_id
  ${join}
  where ${inTotal(tx, locationBased)}`;
