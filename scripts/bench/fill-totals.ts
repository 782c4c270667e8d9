import type postgres from "postgres";
import { fillAs } from "./filling.ts";

export const FIRST_DAY = "2023-01-01";
export const LAST_DAY = "2024-12-31";
const DAYS = 731;
const MONTHS = 24;
const FACILITIES = 20;

/** Of each ten records. Those with facilities last a month and have amounts, the others a day. */
const KINDS = [
  { category: "purchases", ghg: "purchased_goods_and_services", scope: 3, factors: 300, of_ten: 5, sited: false },
  { category: "capital_goods", ghg: "capital_goods", scope: 3, factors: 50, of_ten: 1, sited: false },
  { category: "wastes", ghg: "waste_generated_in_operations", scope: 3, factors: 25, of_ten: 2, sited: true },
  { category: "electricity", ghg: "purchased_electricity", scope: 2, factors: 3, of_ten: 1, sited: true },
  { category: "water", ghg: "purchased_goods_and_services", scope: 3, factors: 1, of_ten: 1, sited: true },
] as const;

export const FACILITY_IDS = Array.from(
  { length: FACILITIES },
  (_, n) => `01920000-0000-7000-8002-${String(n).padStart(12, "0")}`,
);

/**
 * Stores the totals that the records of two years would have, without the records: widgets read totals alone. Returns the
 * number of series.
 */
export function fillTotals(
  adminUrl: string,
  { organization, records }: { organization: string; records: number },
  log: (line: string) => void,
): Promise<number> {
  return fillAs({ adminUrl, organization, schema: "calc" }, async (sql) => {
    await makeSeries(sql);
    log(`making ${records} records`);
    await makeRecords(sql, records);
    log("summing them by series");
    const series = await fillSeries(sql, organization);
    log("summing them by category and facility");
    await fillCategories(sql, organization);
    await fillAmounts(sql, organization);
    await sql`vacuum analyze daily_totals, monthly_totals, emission_series, series_months, series_steps, amount_months,
      amount_steps`;
    return series;
  });
}

async function makeSeries(sql: postgres.Sql): Promise<void> {
  await sql`
    create temp table kinds as
    select row_number() over () as kind, k.* from jsonb_to_recordset(${JSON.stringify(KINDS)}::text::jsonb) as k
      (category text, ghg text, scope smallint, factors int, of_ten int, sited boolean)`;
  await sql`
    create temp table made_series as
    select kind, (row_number() over (partition by kind order by factor, facility) - 1)::int as place, uuidv7() as id,
      case when sited then (${FACILITY_IDS}::uuid[])[facility] end as facility_id
    from kinds, generate_series(1, factors) as factor,
      generate_series(1, case when sited then ${FACILITIES}::int else 1 end) as facility`;
}

/** The masses and amounts are those of a day. */
async function makeRecords(sql: postgres.Sql, records: number): Promise<void> {
  await sql`
    create temp table made_records as
    select k.kind, s.id as series_id, s.facility_id, d.start_date, d.end_date, d.end_date - d.start_date + 1 as days,
      (n % 997 + 1) * 0.001 as kg, (n % 89 + 1) * 0.25 as amount
    from generate_series(0, ${records - 1}::int) as n
    join (
      select *, row_number() over (order by kind, copy) - 1 as slot from kinds, generate_series(1, of_ten) as copy
    ) k on k.slot = n % 10
    join (select kind, count(*)::int as series from made_series group by kind) c on c.kind = k.kind
    join made_series s on s.kind = k.kind and s.place = n / 10 % c.series
    cross join lateral (select ${FIRST_DAY}::date + (n::bigint * 7919 % ${DAYS})::int as day,
      ${FIRST_DAY}::date + n / 10 / 7 % ${MONTHS}::int * interval '1 month' as month) at
    cross join lateral (
      select case when k.sited then at.month::date else at.day end as start_date,
        case when k.sited then (at.month + interval '1 month - 1 day')::date else at.day end as end_date) d`;
}

async function fillSeries(sql: postgres.Sql, organization: string): Promise<number> {
  const { count } = await sql`
    insert into emission_series (organization_id, id, scope, category, ghg_category, part, counted, by_gas,
      biogenic_stated, marks, factor_name, source, region, facility_id)
    select ${organization}::uuid, id, scope, category, ghg, 'activity', true, false, false, '{}',
      category || ' ' || place, 'Bench', 'ES', facility_id
    from made_series join kinds using (kind)`;
  const zeros = sql`0, 0, 0, 0, 0, 0, 0`;
  await sql`
    insert into series_months (organization_id, month, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
      co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
    select ${organization}::uuid, date_trunc('month', start_date)::date, series_id, sum(kg * days), ${zeros}
    from made_records group by 2, 3`;
  await sql`
    insert into series_steps (organization_id, day, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
      co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
    select ${organization}::uuid, day, series_id, sum(kg), ${zeros} from (${steps(sql)}) as steps
    group by 2, 3 having sum(kg) <> 0`;
  return count;
}

async function fillCategories(sql: postgres.Sql, organization: string): Promise<void> {
  await sql`
    insert into daily_totals (organization_id, day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    select ${organization}::uuid, day::date, scope, category, sum(kg), 0, 0, 0, 0
    from (select kind, start_date, end_date, sum(kg) as kg from made_records group by 1, 2, 3) as periods
    join kinds using (kind) cross join generate_series(start_date, end_date, interval '1 day') as day
    group by 2, 3, 4`;
  await sql`
    insert into monthly_totals (organization_id, month, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    select organization_id, date_trunc('month', day)::date, scope, category, sum(co2e_kg), 0, 0, 0, 0
    from daily_totals where organization_id = ${organization} group by 1, 2, 3, 4`;
}

async function fillAmounts(sql: postgres.Sql, organization: string): Promise<void> {
  await sql`
    insert into amount_months (organization_id, month, category, facility_id, amount)
    select ${organization}::uuid, date_trunc('month', start_date)::date, category, facility_id, sum(amount * days)
    from made_records join kinds using (kind) where sited group by 2, 3, 4`;
  await sql`
    insert into amount_steps (organization_id, day, category, facility_id, amount)
    select ${organization}::uuid, day, category, facility_id, sum(amount) from (${steps(sql)}) as steps
    join kinds using (kind) where sited group by 2, 3, 4 having sum(amount) <> 0`;
}

/** A step up on the first day, and down after the last one, except at the end of a month. */
const steps = (sql: postgres.Sql) => sql`
  select kind, series_id, facility_id, start_date as day, kg, amount from made_records
  union all
  select kind, series_id, facility_id, end_date + 1, -kg, -amount from made_records
  where extract(day from end_date + 1) <> 1`;
