import type { Tx } from "@emissions/kit/db";
import { type Decimal, plain } from "@emissions/quantity/decimal";
import type { Delta } from "./deltas.ts";

/** Written in the order of the key, so that two batches never wait for each other in a circle. */
export async function addToTotals(tx: Tx, org: string, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return;
  const texts = (pick: (delta: Delta) => Decimal) => deltas.map((delta) => plain(pick(delta)));
  await tx`
    insert into daily_totals as t
      (organization_id, day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    select ${org}::uuid, d.*
    from unnest(
      ${deltas.map((delta) => delta.day)}::date[],
      ${deltas.map((delta) => delta.scope)}::smallint[],
      ${deltas.map((delta) => delta.category)}::text[],
      ${texts((delta) => delta.co2e)}::numeric[],
      ${texts((delta) => delta.co2)}::numeric[],
      ${texts((delta) => delta.ch4)}::numeric[],
      ${texts((delta) => delta.n2o)}::numeric[],
      ${texts((delta) => delta.biogenicCo2)}::numeric[]
    ) as d (day, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    order by d.day, d.scope, d.category
    on conflict (organization_id, day, scope, category) do update set
      co2e_kg         = t.co2e_kg + excluded.co2e_kg,
      co2_kg          = t.co2_kg + excluded.co2_kg,
      ch4_kg          = t.ch4_kg + excluded.ch4_kg,
      n2o_kg          = t.n2o_kg + excluded.n2o_kg,
      biogenic_co2_kg = t.biogenic_co2_kg + excluded.biogenic_co2_kg`;
}

export interface Range {
  startDate: string;
  endDate: string;
}

/** Kilograms of CO2e of a group. A group that comes to nothing is left out, as if its records had never been. */
interface Group {
  kg: string;
}

export const selectByScope = (tx: Tx, range: Range) => tx<(Group & { scope: number })[]>`
  select scope, sum(co2e_kg) as kg from daily_totals ${within(tx, range)}
  group by scope having sum(co2e_kg) <> 0
  order by scope`;

export const selectByCategory = (tx: Tx, range: Range) => tx<(Group & { scope: number; category: string })[]>`
  select scope, category, sum(co2e_kg) as kg from daily_totals ${within(tx, range)}
  group by scope, category having sum(co2e_kg) <> 0
  order by scope, category collate "C"`;

export const selectByMonth = (tx: Tx, range: Range) => tx<(Group & { year: number; month: number })[]>`
  select extract(year from day)::int as year, extract(month from day)::int as month, sum(co2e_kg) as kg
  from daily_totals ${within(tx, range)}
  group by 1, 2 having sum(co2e_kg) <> 0
  order by 1, 2`;

/** The organization itself, and in a group view those below: the door decides. */
const within = (tx: Tx, { startDate, endDate }: Range) => tx`
  where organization_id = any (visible_organizations()) and day between ${startDate} and ${endDate}`;
