import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { wholeText } from "@emissions/quantity/whole";
import type { Deltas, SeriesDelta, SeriesScope } from "./deltas.ts";
import type { Series } from "./series.ts";

/** Stores each distinct series once. All batches insert in the order of the ids, which prevents deadlocks. */
export async function insertSeries(tx: Tx, org: string, all: Iterable<Series>): Promise<void> {
  const rows = [...new Map([...all].map((series) => [series.id, series])).values()];
  if (rows.length === 0) return;
  const texts = (pick: (series: Series) => string | number | boolean | null) => column(rows.map(pick));
  await tx`
    insert into emission_series (
      organization_id, id, scope, category, ghg_category, part, counted, gas, gwp_set, by_gas, biogenic_stated, method,
      marks, factor_id, factor_revision, factor_name, source, region, year, methane_origin, facility_id)
    select ${org}::uuid, s.id, s.scope, s.category, s.ghg_category, s.part, s.counted, s.gas, s.gwp_set, s.by_gas,
      s.biogenic_stated, s.method, string_to_array(s.marks, ','), s.factor_id, s.factor_revision, s.factor_name, s.source,
      s.region, s.year, s.methane_origin, s.facility_id
    from unnest(
      ${texts(({ id }) => id)}::uuid[],
      ${texts(({ scope }) => scope)}::smallint[],
      ${texts(({ category }) => category)}::text[],
      ${texts(({ ghgCategory }) => ghgCategory)}::text[],
      ${texts(({ part }) => part)}::text[],
      ${texts(({ counted }) => counted)}::boolean[],
      ${texts(({ gas }) => gas)}::text[],
      ${texts(({ gwpSet }) => gwpSet)}::text[],
      ${texts(({ byGas }) => byGas)}::boolean[],
      ${texts(({ biogenicStated }) => biogenicStated)}::boolean[],
      ${texts(({ method }) => method)}::text[],
      ${texts(({ marks }) => marks.join())}::text[],
      ${texts(({ factorId }) => factorId)}::uuid[],
      ${texts(({ factorRevision }) => factorRevision)}::int[],
      ${texts(({ factorName }) => factorName)}::text[],
      ${texts(({ source }) => source)}::text[],
      ${texts(({ region }) => region)}::text[],
      ${texts(({ year }) => year)}::int[],
      ${texts(({ methaneOrigin }) => methaneOrigin)}::text[],
      ${texts(({ facilityId }) => facilityId)}::uuid[]
    ) as s (
      id, scope, category, ghg_category, part, counted, gas, gwp_set, by_gas, biogenic_stated, method, marks, factor_id,
      factor_revision, factor_name, source, region, year, methane_origin, facility_id)
    order by s.id
    on conflict do nothing`;
}

/** Writes rows in the order of their keys, so that two batches never deadlock. */
export async function addSeriesRows(tx: Tx, org: string, { months, steps }: ReturnType<Deltas["series"]>) {
  await Promise.all([
    months.length > 0 && upsert(tx, org, months, { table: "series_months", period: "month" }),
    steps.length > 0 && upsert(tx, org, steps, { table: "series_steps", period: "day" }),
  ]);
}

/** Keeps changes for questions about an earlier instant. A correction of totals is none: records have not changed. */
export const insertChanges = (tx: Tx, org: string, { steps }: ReturnType<Deltas["series"]>) => tx`
  insert into series_changes (
    organization_id, day, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
    co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
  select ${org}::uuid, d.* from ${deltaRows(tx, steps)}`;

/** Keeps changes on the days of a lock apart from the totals. */
export const insertRestated = (tx: Tx, org: string, lockId: string, steps: readonly SeriesDelta[]) => tx`
  insert into restated_changes (
    organization_id, period_lock_id, day, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
    co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
  select ${org}::uuid, ${lockId}::uuid, d.* from ${deltaRows(tx, steps)}`;

function upsert(tx: Tx, org: string, deltas: readonly SeriesDelta[], into: { table: string; period: string }) {
  return tx`
    insert into ${tx(into.table)} as t (
      organization_id, ${tx(into.period)}, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
      co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
    select ${org}::uuid, d.*
    from ${deltaRows(tx, deltas)}
    order by d.period, d.series_id
    on conflict (organization_id, ${tx(into.period)}, series_id) do update set
      co2e_kg         = t.co2e_kg + excluded.co2e_kg,
      co2_kg          = t.co2_kg + excluded.co2_kg,
      ch4_kg          = t.ch4_kg + excluded.ch4_kg,
      n2o_kg          = t.n2o_kg + excluded.n2o_kg,
      biogenic_co2_kg = t.biogenic_co2_kg + excluded.biogenic_co2_kg,
      co2e_ar4_kg     = t.co2e_ar4_kg + excluded.co2e_ar4_kg,
      co2e_ar5_kg     = t.co2e_ar5_kg + excluded.co2e_ar5_kg,
      co2e_ar6_kg     = t.co2e_ar6_kg + excluded.co2e_ar6_kg`;
}

function deltaRows(tx: Tx, deltas: readonly SeriesDelta[]) {
  const texts = (mass: number) => plainColumn(deltas.map(({ wholes }) => wholeText(wholes[mass]!)));
  return tx`unnest(
      ${plainColumn(deltas.map(({ from }) => from))}::date[],
      ${plainColumn(deltas.map(({ seriesId }) => seriesId))}::uuid[],
      ${texts(0)}::numeric[], ${texts(1)}::numeric[], ${texts(2)}::numeric[], ${texts(3)}::numeric[],
      ${texts(4)}::numeric[], ${texts(5)}::numeric[], ${texts(6)}::numeric[], ${texts(7)}::numeric[]
    ) as d (period, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg, co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)`;
}

/** The sums of one series on one day or in one month. */
export interface SeriesTotalRow {
  from: string;
  seriesId: string;
  co2eKg: string;
  co2Kg: string;
  ch4Kg: string;
  n2oKg: string;
  biogenicCo2Kg: string;
  co2eAr4Kg: string;
  co2eAr5Kg: string;
  co2eAr6Kg: string;
}

const ROWS_MAX = 5_000;

/** All totals of series of an organization, in pages. */
export async function* selectSeriesTotals(
  tx: Tx,
  org: string,
  { table, period }: { table: string; period: string },
): AsyncGenerator<SeriesTotalRow[]> {
  let page: SeriesTotalRow[] = [];
  do {
    const last = page.at(-1);
    const after = last ? tx`and (${tx(period)}, series_id) > (${last.from}::date, ${last.seriesId}::uuid)` : tx``;
    page = await tx<SeriesTotalRow[]>`
      select ${tx(period)} as "from", series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
        co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg
      from ${tx(table)}
      where organization_id = ${org} ${after}
      order by ${tx(period)}, series_id limit ${ROWS_MAX}`;
    yield page;
  } while (page.length === ROWS_MAX);
}

/** The sums that are kept apart, of one lock or of all of them, in pages. */
export async function* selectRestatedSteps(
  tx: Tx,
  org: string,
  lockId?: string,
): AsyncGenerator<(SeriesTotalRow & SeriesScope)[]> {
  let page: (SeriesTotalRow & SeriesScope)[] = [];
  do {
    const last = page.at(-1);
    page = await tx<(SeriesTotalRow & SeriesScope)[]>`
      select r.day as "from", r.series_id, e.scope, e.category, e.counted, sum(r.co2e_kg) as co2e_kg,
        sum(r.co2_kg) as co2_kg, sum(r.ch4_kg) as ch4_kg, sum(r.n2o_kg) as n2o_kg,
        sum(r.biogenic_co2_kg) as biogenic_co2_kg, sum(r.co2e_ar4_kg) as co2e_ar4_kg,
        sum(r.co2e_ar5_kg) as co2e_ar5_kg, sum(r.co2e_ar6_kg) as co2e_ar6_kg
      from restated_changes r
      join emission_series e on e.organization_id = r.organization_id and e.id = r.series_id
      where r.organization_id = ${org} ${lockId === undefined ? tx`` : tx`and r.period_lock_id = ${lockId}`}
        ${last ? tx`and (r.day, r.series_id) > (${last.from}::date, ${last.seriesId}::uuid)` : tx``}
      group by r.day, r.series_id, e.scope, e.category, e.counted
      having ${differs(tx)}
      order by r.day, r.series_id limit ${ROWS_MAX}`;
    yield page;
  } while (page.length === ROWS_MAX);
}

/** Ends the sums of a lock, whose amounts are in the totals from now on. */
export const insertReleased = (tx: Tx, org: string, lockId: string) => tx`
  insert into restated_changes (
    organization_id, period_lock_id, day, series_id, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
    co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg)
  select organization_id, period_lock_id, day, series_id, -sum(r.co2e_kg), -sum(r.co2_kg), -sum(r.ch4_kg), -sum(r.n2o_kg),
    -sum(r.biogenic_co2_kg), -sum(r.co2e_ar4_kg), -sum(r.co2e_ar5_kg), -sum(r.co2e_ar6_kg)
  from restated_changes r
  where r.organization_id = ${org} and r.period_lock_id = ${lockId}
  group by organization_id, period_lock_id, day, series_id
  having ${differs(tx)}`;

const differs = (tx: Tx) => tx`
  (sum(r.co2e_kg), sum(r.co2_kg), sum(r.ch4_kg), sum(r.n2o_kg), sum(r.biogenic_co2_kg), sum(r.co2e_ar4_kg),
    sum(r.co2e_ar5_kg), sum(r.co2e_ar6_kg)) <> (0, 0, 0, 0, 0, 0, 0, 0)`;
