import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { plain } from "@emissions/quantity/decimal";
import type { RecordCalculation } from "./calculate.ts";
import { encodedFitness } from "./fitness.ts";
import type { PartCalculation } from "./part.ts";
import { amongKeys, FIRST_VERSION, keyOf, type RecordVersion, withResolutions } from "./queries.ts";

export type PartStatus = "calculated" | "failed" | "left_out";

/**
 * Only for records of several parts or pieces, or with certificates. The row in `calculations` describes a single part
 * completely.
 */
export async function insertParts(
  tx: Tx,
  org: string,
  outcomes: readonly RecordCalculation[],
  version = FIRST_VERSION,
): Promise<void> {
  const rows = outcomes
    .filter(({ parts }) => parts.length > 1 || parts[0].input.certificate !== null)
    .flatMap(({ input, parts }) => {
      const starts = [...new Set(parts.map((part) => part.input.startDate))];
      const names = namesOf(parts);
      return parts.map((part) => {
        const name = names.get(part.input.position) ?? part.input.name ?? MAIN;
        return { input, part, name, piece: starts.indexOf(part.input.startDate) };
      });
    });
  if (rows.length === 0) return;
  await tx`
    insert into calculation_parts (
      organization_id, record_id, revision, position, part, status, error_code, error_detail,
      co2e_kg, method, gwp_set, formula, formula_with_numbers, resolution_id, piece, start_date, end_date, quantity,
      allocation, fitness, version)
    select ${org}::uuid, p.record_id, p.revision, p.position, p.part, p.status, p.error_code, p.error_detail, p.co2e_kg,
      p.method, p.gwp_set, p.formula, p.formula_with_numbers, p.resolution_id, p.piece, p.start_date, p.end_date,
      p.quantity, p.allocation, decode(p.fitness, 'base64'), ${version}::int
    from unnest(
      ${plainColumn(rows.map(({ input }) => input.recordId))}::uuid[],
      ${plainColumn(rows.map(({ input }) => input.revision))}::int[],
      ${plainColumn(rows.map(({ part }) => part.input.position))}::smallint[],
      ${column(rows.map(({ name }) => name))}::text[],
      ${column(rows.map(({ part }) => statusOf(part)))}::text[],
      ${column(rows.map(({ part }) => part.failure?.code ?? null))}::text[],
      ${column(rows.map(({ part }) => part.failure?.detail ?? null))}::text[],
      ${plainColumn(rows.map(({ part }) => (part.emissions === null ? null : plain(part.emissions.part.co2e))))}::numeric[],
      ${column(rows.map(({ part }) => part.method))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.gwpSet ?? null))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.formula ?? null))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.formulaWithNumbers ?? null))}::text[],
      ${plainColumn(rows.map(({ part }) => part.resolved?.id ?? null))}::uuid[],
      ${plainColumn(rows.map(({ piece }) => piece))}::smallint[],
      ${plainColumn(rows.map(({ part: { input } }) => input.startDate || null))}::date[],
      ${plainColumn(rows.map(({ part: { input } }) => input.endDate || null))}::date[],
      ${plainColumn(rows.map(({ part: { input } }) => (input.allocation === null ? null : input.quantity!.value!.value)))}::numeric[],
      ${column(rows.map(({ part: { input } }) => input.allocation))}::text[],
      ${column(rows.map(({ part }) => encodedFitness(part.fitness)))}::text[]
    ) as p (
      record_id, revision, position, part, status, error_code, error_detail, co2e_kg, method, gwp_set, formula,
      formula_with_numbers, resolution_id, piece, start_date, end_date, quantity, allocation, fitness)`;
}

/** By position: a piece without emissions has the name of the other pieces of its part. */
const namesOf = (parts: RecordCalculation["parts"]) =>
  new Map(parts.flatMap(({ emissions, input }) => (emissions === null ? [] : [[input.position, emissions.part.part]])));

export interface PartRow extends RecordVersion {
  /** 0 for the main part. */
  position: number;
  part: string;
  status: PartStatus;
  errorCode: string | null;
  errorDetail: string | null;
  co2eKg: string | null;
  method: string | null;
  gwpSet: string | null;
  formula: string | null;
  formulaWithNumbers: string | null;
  /** Null if no factor was requested. */
  resolution: Uint8Array | null;
  /** Null in rows from before the column. */
  startDate: string | null;
  endDate: string | null;
  /** The share of the recorded quantity. Null for the whole. */
  quantity: string | null;
  allocation: string | null;
  fitness: Uint8Array | null;
}

/** The parts of some calculations, by calculation. Those of one part have none. */
export async function selectParts(tx: Tx, org: string, calculations: readonly RecordVersion[]): Promise<PartRow[]> {
  if (calculations.length === 0) return [];
  const wanted = new Set(calculations.map(keyOf));
  const rows = await tx<(Omit<PartRow, "resolution"> & { resolutionId: string | null })[]>`
    select * from calculation_parts
    where organization_id = ${org} and ${amongKeys(tx, calculations)}
    order by record_id, piece, position`;
  const own = rows.filter((row) => wanted.has(keyOf(row)));
  return own.length === 0 ? [] : withResolutions(tx, org, own);
}

/** The name of a main part that failed before its emission scope was known. */
const MAIN = "main";

function statusOf({ emissions, omitted }: PartCalculation): PartStatus {
  if (emissions !== null) return "calculated";
  return omitted ? "left_out" : "failed";
}
