import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { wholeText } from "@emissions/quantity/whole";
import type { Delta, Deltas } from "./deltas.ts";
import { type Range, splitByMonth } from "./range.ts";

export const addToTotals = (tx: Tx, org: string, deltas: Deltas): Promise<void> => addRows(tx, org, deltas.totals());

/** Writes rows in the order of their keys, so that two batches never deadlock. */
export async function addRows(tx: Tx, org: string, { days, months }: ReturnType<Deltas["totals"]>): Promise<void> {
  await Promise.all([
    days.length > 0 && upsert(tx, org, days, { table: "daily_totals", period: "day" }),
    months.length > 0 && upsert(tx, org, months, { table: "monthly_totals", period: "month" }),
  ]);
}

function upsert(tx: Tx, org: string, deltas: readonly Delta[], into: { table: string; period: string }) {
  const texts = (mass: number) => plainColumn(deltas.map(({ wholes }) => wholeText(wholes[mass]!)));
  return tx`
    insert into ${tx(into.table)} as t (
      organization_id, ${tx(into.period)}, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    select ${org}::uuid, d.*
    from unnest(
      ${plainColumn(deltas.map(({ from }) => from))}::date[],
      ${plainColumn(deltas.map(({ scope }) => scope))}::smallint[],
      ${column(deltas.map(({ category }) => category))}::text[],
      ${texts(0)}::numeric[],
      ${texts(1)}::numeric[],
      ${texts(2)}::numeric[],
      ${texts(3)}::numeric[],
      ${texts(4)}::numeric[]
    ) as d (period, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    order by d.period, d.scope, d.category
    on conflict (organization_id, ${tx(into.period)}, scope, category) do update set
      co2e_kg         = t.co2e_kg + excluded.co2e_kg,
      co2_kg          = t.co2_kg + excluded.co2_kg,
      ch4_kg          = t.ch4_kg + excluded.ch4_kg,
      n2o_kg          = t.n2o_kg + excluded.n2o_kg,
      biogenic_co2_kg = t.biogenic_co2_kg + excluded.biogenic_co2_kg`;
}

/** The sums of one day or month, in one scope and category. */
export interface TotalRow extends Pick<Delta, "from" | "scope" | "category"> {
  co2eKg: string;
  co2Kg: string;
  ch4Kg: string;
  n2oKg: string;
  biogenicCo2Kg: string;
}

const ROWS_MAX = 5_000;

/** All totals of an organization, in pages. */
export async function* selectTotals(tx: Tx, org: string, period: "day" | "month"): AsyncGenerator<TotalRow[]> {
  let page: TotalRow[] = [];
  do {
    const last = page.at(-1);
    const after = last
      ? tx`and (${tx(period)}, scope, category) > (${last.from}::date, ${last.scope}::smallint, ${last.category})`
      : tx``;
    page = await tx<TotalRow[]>`
      select ${tx(period)} as "from", scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg
      from ${tx(period === "day" ? "daily_totals" : "monthly_totals")}
      where organization_id = ${org} ${after}
      order by ${tx(period)}, scope, category limit ${ROWS_MAX}`;
    yield page;
  } while (page.length === ROWS_MAX);
}

/** Kilograms of CO2e. Groups with a sum of zero are omitted, because deleted records leave rows of zero. */
interface Group {
  kg: string;
}

export const selectByScope = (tx: Tx, range: Range) => tx<(Group & { scope: number })[]>`
  select scope, sum(co2e_kg) as kg from ${totals(tx, range)}
  group by scope having sum(co2e_kg) <> 0
  order by scope`;

export const selectByCategory = (tx: Tx, range: Range) => tx<(Group & { scope: number; category: string })[]>`
  select scope, category, sum(co2e_kg) as kg from ${totals(tx, range)}
  group by scope, category having sum(co2e_kg) <> 0
  order by scope, category collate "C"`;

export const selectByMonth = (tx: Tx, range: Range) => tx<(Group & { year: number; month: number })[]>`
  select extract(year from day)::int as year, extract(month from day)::int as month, sum(co2e_kg) as kg
  from ${totals(tx, range)}
  group by 1, 2 having sum(co2e_kg) <> 0
  order by 1, 2`;

/** Reads whole months from `monthly_totals`, and the days before and after them from `daily_totals`. */
function totals(tx: Tx, range: Range) {
  const { months, before, after } = splitByMonth(range);
  return tx`(
    select month as day, scope, category, co2e_kg from monthly_totals ${within(tx, "month", months)}
    union all
    select day, scope, category, co2e_kg from daily_totals ${within(tx, "day", before)}
    union all
    select day, scope, category, co2e_kg from daily_totals ${within(tx, "day", after)}
  ) t`;
}

/** The organization, and in a group view its descendants: `db.read` sets the visible organizations. */
const within = (tx: Tx, column: string, { startDate, endDate }: Range) => tx`
  where organization_id = any (visible_organizations()) and ${tx(column)} between ${startDate} and ${endDate}`;
