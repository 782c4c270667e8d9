import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { base64, column, plainColumn } from "@emissions/kit/db/columns";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { EntityTypeSchema, type RecordInput, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import type { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { Decimal, plain } from "@emissions/quantity/decimal";
import type { Impact, RecordCalculation } from "./calculate.ts";
import { encodedFitness } from "./fitness.ts";

/** Stores each distinct answer once. All batches insert in the order of the ids, which prevents deadlocks. */
export async function insertResolutions(tx: Tx, org: string, outcomes: readonly RecordCalculation[]): Promise<void> {
  const distinct = new Map<string, Uint8Array>();
  for (const { parts } of outcomes) {
    for (const { resolved } of parts) if (resolved !== null) distinct.set(resolved.id, resolved.bytes);
  }
  if (distinct.size === 0) return;
  await tx`
    insert into resolutions (organization_id, id, resolution)
    select ${org}::uuid, r.id, decode(r.resolution, 'base64')
    from unnest(${[...distinct.keys()]}::uuid[], ${[...distinct.values()].map(base64)}::text[]) as r (id, resolution)
    order by r.id
    on conflict do nothing`;
}

export async function insertCalculations(
  tx: Tx,
  org: string,
  outcomes: readonly RecordCalculation[],
  version = FIRST_VERSION,
): Promise<void> {
  if (outcomes.length === 0) return;
  const mainParts = outcomes.map(({ parts }) => parts[0]);
  await tx`
    insert into calculations (
      organization_id, record_id, revision, id, entity_type, status, error_code, error_detail, co2e_kg, biogenic_co2_kg,
      method, gwp_set, formula, formula_with_numbers, factor_id, factor_revision, resolution_id, input, fitness, version)
    select ${org}::uuid, c.record_id, c.revision, c.id, c.entity_type, c.status, c.error_code, c.error_detail,
      c.co2e_kg, c.biogenic_co2_kg, c.method, c.gwp_set, c.formula, c.formula_with_numbers, c.factor_id, c.factor_revision,
      c.resolution_id, decode(c.input, 'base64'), decode(c.fitness, 'base64'), ${version}::int
    from unnest(
      ${plainColumn(outcomes.map(({ input }) => input.recordId))}::uuid[],
      ${plainColumn(outcomes.map(({ input }) => input.revision))}::int[],
      ${plainColumn(outcomes.map(() => newId()))}::uuid[],
      ${column(outcomes.map(({ input }) => enumText(EntityTypeSchema, input.entityType)))}::text[],
      ${column(outcomes.map(({ failure, omitted }) => (failure === null || omitted ? "calculated" : "failed")))}::text[],
      ${column(outcomes.map(({ failure }) => failure?.code ?? null))}::text[],
      ${column(outcomes.map(({ failure }) => failure?.detail ?? null))}::text[],
      ${plainColumn(outcomes.map(({ result }) => (result === null ? null : plain(result.co2e))))}::numeric[],
      ${plainColumn(outcomes.map(({ result }) => text(result?.biogenicCo2 ?? null)))}::numeric[],
      ${column(mainParts.map(({ method }) => method))}::text[],
      ${column(mainParts.map(({ emissions }) => emissions?.gwpSet ?? null))}::text[],
      ${column(mainParts.map(({ emissions }) => emissions?.formula ?? null))}::text[],
      ${column(mainParts.map(({ emissions }) => emissions?.formulaWithNumbers ?? null))}::text[],
      ${plainColumn(mainParts.map(({ resolved }) => resolved?.answer.factor?.id ?? null))}::uuid[],
      ${plainColumn(mainParts.map(({ resolved }) => resolved?.answer.factor?.revision ?? null))}::int[],
      ${plainColumn(mainParts.map(({ resolved }) => resolved?.id ?? null))}::uuid[],
      ${plainColumn(encoded(outcomes).map(base64))}::text[],
      ${column(outcomes.map(({ fitness }) => encodedFitness(fitness)))}::text[]
    ) as c (
      record_id, revision, id, entity_type, status, error_code, error_detail, co2e_kg, biogenic_co2_kg, method, gwp_set,
      formula, formula_with_numbers, factor_id, factor_revision, resolution_id, input, fitness)`;
}

/**
 * The encoded bytes of each input. One message is encoded and then split, because a writer for each input would cost
 * as much time as the encoding.
 */
function encoded(outcomes: readonly RecordCalculation[]): Uint8Array[] {
  const records = outcomes.map(({ input }) => input);
  const list = new BinaryReader(toBinary(RecordsStoredSchema, create(RecordsStoredSchema, { records })));
  return records.map(() => {
    list.tag();
    return list.bytes();
  });
}

/** A revision of a record with its impacts. */
export interface RecordImpacts {
  input: RecordInput;
  /** Each with the series of the totals that it belongs to. */
  impacts: readonly (Impact & { series: { id: string } })[];
}

export async function insertImpacts(
  tx: Tx,
  org: string,
  records: readonly RecordImpacts[],
  version = FIRST_VERSION,
): Promise<void> {
  const rows = records.flatMap(({ input, impacts }) => impacts.map((impact) => ({ input, impact })));
  if (rows.length === 0) return;
  const masses = (pick: (impact: Impact) => Decimal | null) =>
    plainColumn(rows.map(({ impact }) => text(pick(impact))));
  await tx`
    insert into impacts (
      organization_id, record_id, revision, part, scope, category, start_date, end_date,
      co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg, counted,
      ghg_category, marks, co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg, series_id, version)
    select ${org}::uuid, i.record_id, i.revision, i.part, i.scope, i.category, i.start_date, i.end_date,
      i.co2e_kg, i.co2_kg, i.ch4_kg, i.n2o_kg, i.biogenic_co2_kg, i.counted,
      i.ghg_category, i.marks::smallint[], i.co2e_ar4_kg, i.co2e_ar5_kg, i.co2e_ar6_kg, i.series_id, ${version}::int
    from unnest(
      ${plainColumn(rows.map(({ input }) => input.recordId))}::uuid[],
      ${plainColumn(rows.map(({ input }) => input.revision))}::int[],
      ${column(rows.map(({ impact }) => impact.part))}::text[],
      ${plainColumn(rows.map(({ impact }) => impact.scope))}::smallint[],
      ${column(rows.map(({ impact }) => impact.category))}::text[],
      ${plainColumn(rows.map(({ impact }) => impact.startDate))}::date[],
      ${plainColumn(rows.map(({ impact }) => impact.endDate))}::date[],
      ${masses(({ co2e }) => co2e)}::numeric[],
      ${masses(({ co2 }) => co2)}::numeric[],
      ${masses(({ ch4 }) => ch4)}::numeric[],
      ${masses(({ n2o }) => n2o)}::numeric[],
      ${masses(({ biogenicCo2 }) => biogenicCo2)}::numeric[],
      ${plainColumn(rows.map(({ impact }) => impact.counted))}::boolean[],
      ${column(rows.map(({ impact }) => impact.ghgCategory))}::text[],
      ${column(rows.map(({ impact }) => `{${impact.marks.join(",")}}`))}::text[],
      ${masses(({ co2eBySet }) => co2eBySet.AR4)}::numeric[],
      ${masses(({ co2eBySet }) => co2eBySet.AR5)}::numeric[],
      ${masses(({ co2eBySet }) => co2eBySet.AR6)}::numeric[],
      ${plainColumn(rows.map(({ impact }) => impact.series.id))}::uuid[]
    ) as i (
      record_id, revision, part, scope, category, start_date, end_date, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg,
      counted, ghg_category, marks, co2e_ar4_kg, co2e_ar5_kg, co2e_ar6_kg, series_id)`;
}

/** The version of the first calculation of a revision. Later ones have the number of their recalculation. */
export const FIRST_VERSION = 0;

/** Names one calculation of a record. */
export interface RecordVersion extends Pick<RecordInput, "recordId" | "revision"> {
  version: number;
}

interface ImpactRow extends RecordVersion {
  part: string;
  scope: 1 | 2 | 3;
  category: string;
  startDate: string;
  endDate: string;
  co2eKg: string;
  co2Kg: string | null;
  ch4Kg: string | null;
  n2oKg: string | null;
  biogenicCo2Kg: string | null;
  counted: boolean;
  ghgCategory: string;
  marks: FitnessMark[];
  co2eAr4Kg: string | null;
  co2eAr5Kg: string | null;
  co2eAr6Kg: string | null;
  seriesId: string | null;
}

/** An impact of a stored calculation. */
export interface StoredImpact extends Impact, RecordVersion {
  /** Null if an earlier version stored it. */
  seriesId: string | null;
}

/**
 * The impacts of some calculations, memo items included. The query finds rows by lists of keys and not by a join: the
 * statistics of a growing table are outdated, and Postgres would plan a join for a nearly empty table.
 */
export async function selectImpacts(
  tx: Tx,
  org: string,
  calculations: readonly RecordVersion[],
): Promise<StoredImpact[]> {
  if (calculations.length === 0) return [];
  const wanted = new Set(calculations.map(keyOf));
  const found = await tx<ImpactRow[]>`
    select * from impacts
    where organization_id = ${org} and ${amongKeys(tx, calculations)}
    order by record_id, revision, version, start_date, part`;
  const rows = found.filter((row) => wanted.has(keyOf(row)));
  return rows.map(({ co2eKg, co2Kg, ch4Kg, n2oKg, biogenicCo2Kg, ...row }) => ({
    ...row,
    co2eBySet: {
      AR4: new Decimal(row.co2eAr4Kg ?? co2eKg),
      AR5: new Decimal(row.co2eAr5Kg ?? co2eKg),
      AR6: new Decimal(row.co2eAr6Kg ?? co2eKg),
    },
    co2e: new Decimal(co2eKg),
    co2: decimal(co2Kg),
    ch4: decimal(ch4Kg),
    n2o: decimal(n2oKg),
    biogenicCo2: decimal(biogenicCo2Kg),
  }));
}

export const keyOf = ({ recordId, revision, version }: RecordVersion): string => `${recordId}/${revision}/${version}`;

/** Rows with these columns. They may have the revision of one record and the version of another. */
export const amongKeys = (tx: Tx, calculations: readonly RecordVersion[]): Fragment => tx`
  record_id = any (${plainColumn(calculations.map(({ recordId }) => recordId))}::uuid[])
  and revision = any (${[...new Set(calculations.map(({ revision }) => revision))]}::int[])
  and version = any (${[...new Set(calculations.map(({ version }) => version))]}::int[])`;

export interface CalculationRow extends RecordVersion {
  id: string;
  status: "calculated" | "failed";
  errorCode: string | null;
  errorDetail: string | null;
  co2eKg: string | null;
  biogenicCo2Kg: string | null;
  method: string | null;
  gwpSet: string | null;
  formula: string | null;
  formulaWithNumbers: string | null;
  input: Uint8Array;
  calculatedAt: Date;
  /** Null if no factor was requested. */
  resolution: Uint8Array | null;
  fitness: Uint8Array | null;
}

/** The current calculations of the records. Records without one are missing in the result. */
export async function selectCurrent(tx: Tx, org: string, recordIds: readonly string[]): Promise<CalculationRow[]> {
  const ids = recordIds as string[];
  const rows = await tx<StoredRow[]>`
    select c.* from current_records now
    join calculations c using (organization_id, record_id, revision, version)
    where now.organization_id = ${org} and now.record_id = any (${ids}::uuid[]) and now.state <> 'deleted'
      and c.organization_id = ${org} and c.record_id = any (${ids}::uuid[])
    order by c.record_id`;
  return withResolutions(tx, org, rows);
}

/** The calculations of some versions, in any order. */
export async function selectCalculations(
  tx: Tx,
  org: string,
  calculations: readonly RecordVersion[],
): Promise<CalculationRow[]> {
  if (calculations.length === 0) return [];
  const wanted = new Set(calculations.map(keyOf));
  const found = await tx<StoredRow[]>`
    select * from calculations where organization_id = ${org} and ${amongKeys(tx, calculations)}`;
  return withResolutions(
    tx,
    org,
    found.filter((row) => wanted.has(keyOf(row))),
  );
}

/**
 * The latest calculation of a record that was known at an instant. Empty if there was none. That of a recalculation was
 * known when its run was applied, unless the record had changed before.
 */
export async function selectKnownAt(tx: Tx, org: string, recordId: string, asOf: Date): Promise<CalculationRow[]> {
  const rows = await tx<StoredRow[]>`
    select c.* from calculations c
    left join recalculations r on r.organization_id = c.organization_id and r.number = c.version
    left join recalculation_changes x
      on x.organization_id = c.organization_id and x.recalculation_id = r.id and x.record_id = c.record_id
    where c.organization_id = ${org} and c.record_id = ${recordId}
      and (c.version = ${FIRST_VERSION} and c.calculated_at <= ${asOf} or r.applied_at <= ${asOf} and not x.superseded)
    order by c.revision desc, c.version desc limit 1`;
  return withResolutions(tx, org, rows);
}

/** The recalculation that made a version. */
export async function selectRecalculationId(tx: Tx, org: string, version: number): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from recalculations where organization_id = ${org} and number = ${version}`;
  return row?.id ?? null;
}

/** Adds its answer of the factors service to each row. Rows with the same answer share it. */
export async function withResolutions<R extends { resolutionId: string | null }>(
  tx: Tx,
  org: string,
  rows: readonly R[],
): Promise<(Omit<R, "resolutionId"> & { resolution: Uint8Array | null })[]> {
  const wanted = new Set(rows.flatMap(({ resolutionId }) => resolutionId ?? []));
  const resolutions = await tx<{ id: string; resolution: Uint8Array }[]>`
    select id, resolution from resolutions where organization_id = ${org} and id = any (${[...wanted]}::uuid[])`;
  const byId = new Map(resolutions.map(({ id, resolution }) => [id, resolution]));
  return rows.map(({ resolutionId, ...row }) => ({
    ...row,
    resolution: resolutionId === null ? null : byId.get(resolutionId)!,
  }));
}

type StoredRow = Omit<CalculationRow, "resolution"> & { resolutionId: string | null };

const text = (mass: Decimal | null) => (mass === null ? null : plain(mass));
const decimal = (mass: string | null) => (mass === null ? null : new Decimal(mass));
