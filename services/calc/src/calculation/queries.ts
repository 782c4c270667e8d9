import { toBinary } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db";
import { enumText } from "@emissions/kit/enum";
import { newId } from "@emissions/kit/id";
import { EntityTypeSchema, type RecordInput, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { Decimal, plain } from "@emissions/quantity/decimal";
import type { Masses } from "../total_impact/deltas.ts";
import type { Impact, Outcome } from "./calculate.ts";

/** Keeps each distinct answer of factors once. The order keeps two batches from waiting for each other in a circle. */
export async function insertResolutions(tx: Tx, org: string, outcomes: readonly Outcome[]): Promise<void> {
  const distinct = new Map<string, Uint8Array>();
  for (const { resolved } of outcomes) {
    if (resolved !== null) distinct.set(hex(resolved.digest), resolved.bytes);
  }
  if (distinct.size === 0) return;
  await tx`
    insert into resolutions (organization_id, digest, resolution)
    select ${org}::uuid, decode(r.digest, 'hex'), decode(r.resolution, 'hex')
    from unnest(${[...distinct.keys()]}::text[], ${[...distinct.values()].map(hex)}::text[]) as r (digest, resolution)
    order by r.digest
    on conflict do nothing`;
}

export async function insertCalculations(tx: Tx, org: string, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx`
    insert into calculations (
      organization_id, record_id, revision, id, entity_type, status, error_code, error_detail, co2e_kg, method, gwp_set,
      formula, formula_with_numbers, factor_id, factor_revision, resolution_digest, input)
    select ${org}::uuid, c.record_id, c.revision, c.id, c.entity_type,
      case when c.error_code is null then 'calculated' else 'failed' end, c.error_code, c.error_detail,
      c.co2e_kg, c.method, c.gwp_set, c.formula, c.formula_with_numbers, c.factor_id, c.factor_revision,
      decode(c.resolution_digest, 'hex'), decode(c.input, 'hex')
    from unnest(
      ${outcomes.map(({ input }) => input.recordId)}::uuid[],
      ${outcomes.map(({ input }) => input.revision)}::int[],
      ${outcomes.map(() => newId())}::uuid[],
      ${outcomes.map(({ input }) => enumText(EntityTypeSchema, input.entityType))}::text[],
      ${outcomes.map(({ failure }) => failure?.code ?? null)}::text[],
      ${outcomes.map(({ failure }) => failure?.detail ?? null)}::text[],
      ${outcomes.map(({ result }) => (result === null ? null : plain(result.co2e)))}::numeric[],
      ${outcomes.map(({ method }) => method)}::text[],
      ${outcomes.map(({ result }) => result?.gwpSet ?? null)}::text[],
      ${outcomes.map(({ result }) => result?.formula ?? null)}::text[],
      ${outcomes.map(({ result }) => result?.formulaWithNumbers ?? null)}::text[],
      ${outcomes.map(({ resolved }) => resolved?.answer.factor?.id ?? null)}::uuid[],
      ${outcomes.map(({ resolved }) => resolved?.answer.factor?.revision ?? null)}::int[],
      ${outcomes.map(({ resolved }) => (resolved === null ? null : hex(resolved.digest)))}::text[],
      ${outcomes.map(({ input }) => hex(toBinary(RecordInputSchema, input)))}::text[]
    ) as c (
      record_id, revision, id, entity_type, error_code, error_detail, co2e_kg, method, gwp_set,
      formula, formula_with_numbers, factor_id, factor_revision, resolution_digest, input)`;
}

export async function insertImpacts(tx: Tx, org: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.flatMap(({ input, result }) => (result?.impacts ?? []).map((impact) => ({ input, impact })));
  if (rows.length === 0) return;
  const masses = (pick: (impact: Impact) => Decimal | null) => rows.map(({ impact }) => text(pick(impact)));
  await tx`
    insert into impacts (
      organization_id, record_id, revision, part, scope, category, start_date, end_date,
      co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg)
    select ${org}::uuid, i.*
    from unnest(
      ${rows.map(({ input }) => input.recordId)}::uuid[],
      ${rows.map(({ input }) => input.revision)}::int[],
      ${rows.map(({ impact }) => impact.part)}::text[],
      ${rows.map(({ impact }) => impact.scope)}::smallint[],
      ${rows.map(({ impact }) => impact.category)}::text[],
      ${rows.map(({ impact }) => impact.startDate)}::date[],
      ${rows.map(({ impact }) => impact.endDate)}::date[],
      ${masses(({ co2e }) => co2e)}::numeric[],
      ${masses(({ co2 }) => co2)}::numeric[],
      ${masses(({ ch4 }) => ch4)}::numeric[],
      ${masses(({ n2o }) => n2o)}::numeric[],
      ${masses(({ biogenicCo2 }) => biogenicCo2)}::numeric[]
    ) as i`;
}

interface ImpactRow {
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
}

export type RecordRevision = Pick<RecordInput, "recordId" | "revision">;

/** What the calculations of some revisions put into the totals. */
export async function selectImpacts(tx: Tx, org: string, revisions: readonly RecordRevision[]): Promise<Impact[]> {
  if (revisions.length === 0) return [];
  const rows = await tx<ImpactRow[]>`
    select i.part, i.scope, i.category, i.start_date, i.end_date,
      i.co2e_kg, i.co2_kg, i.ch4_kg, i.n2o_kg, i.biogenic_co2_kg
    from unnest(
      ${revisions.map(({ recordId }) => recordId)}::uuid[],
      ${revisions.map(({ revision }) => revision)}::int[]
    ) as r (record_id, revision)
    join impacts i on i.organization_id = ${org} and i.record_id = r.record_id and i.revision = r.revision
    order by i.record_id, i.part`;
  return rows.map(({ co2eKg, co2Kg, ch4Kg, n2oKg, biogenicCo2Kg, ...row }) => ({
    ...row,
    co2e: new Decimal(co2eKg),
    co2: decimal(co2Kg),
    ch4: decimal(ch4Kg),
    n2o: decimal(n2oKg),
    biogenicCo2: decimal(biogenicCo2Kg),
  })) satisfies Masses[];
}

export interface CalculationRow extends RecordRevision {
  id: string;
  status: "calculated" | "failed";
  errorCode: string | null;
  errorDetail: string | null;
  co2eKg: string | null;
  method: string | null;
  gwpSet: string | null;
  formula: string | null;
  formulaWithNumbers: string | null;
  input: Uint8Array;
  calculatedAt: Date;
  /** Null when no factor was asked for. */
  resolution: Uint8Array | null;
}

/** The calculations in force of those records that have one. */
export const selectCurrent = (tx: Tx, org: string, recordIds: readonly string[]) => tx<CalculationRow[]>`
  select c.*, r.resolution
  from current_records now
  join calculations c using (organization_id, record_id, revision)
  left join resolutions r on r.organization_id = c.organization_id and r.digest = c.resolution_digest
  where now.organization_id = ${org} and now.record_id = any (${recordIds as string[]}::uuid[])
    and now.state <> 'deleted'
  order by c.record_id`;

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
const text = (mass: Decimal | null) => (mass === null ? null : plain(mass));
const decimal = (mass: string | null) => (mass === null ? null : new Decimal(mass));
