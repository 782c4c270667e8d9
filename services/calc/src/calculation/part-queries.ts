import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { plain } from "@emissions/quantity/decimal";
import type { Outcome } from "./calculate.ts";
import type { PartOutcome } from "./part.ts";
import { type RecordRevision, withResolutions } from "./queries.ts";

export type PartStatus = "calculated" | "failed" | "left_out";

/** Of records that have more than one: what there is to say of a single part stands with the calculation. */
export async function insertParts(tx: Tx, org: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes
    .filter(({ parts }) => parts.length > 1)
    .flatMap(({ input, parts }) => parts.map((part, position) => ({ input, part, position })));
  if (rows.length === 0) return;
  await tx`
    insert into calculation_parts (
      organization_id, record_id, revision, position, part, status, error_code, error_detail,
      co2e_kg, method, gwp_set, formula, formula_with_numbers, resolution_id)
    select ${org}::uuid, p.*
    from unnest(
      ${plainColumn(rows.map(({ input }) => input.recordId))}::uuid[],
      ${plainColumn(rows.map(({ input }) => input.revision))}::int[],
      ${plainColumn(rows.map(({ position }) => position))}::smallint[],
      ${column(rows.map(({ part }) => part.emissions?.part.part ?? part.asked.name ?? MAIN))}::text[],
      ${column(rows.map(({ part }) => statusOf(part)))}::text[],
      ${column(rows.map(({ part }) => part.failure?.code ?? null))}::text[],
      ${column(rows.map(({ part }) => part.failure?.detail ?? null))}::text[],
      ${plainColumn(rows.map(({ part }) => (part.emissions === null ? null : plain(part.emissions.part.co2e))))}::numeric[],
      ${column(rows.map(({ part }) => part.method))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.gwpSet ?? null))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.formula ?? null))}::text[],
      ${column(rows.map(({ part }) => part.emissions?.formulaWithNumbers ?? null))}::text[],
      ${plainColumn(rows.map(({ part }) => part.resolved?.id ?? null))}::uuid[]
    ) as p`;
}

export interface PartRow {
  /** Of the parts of the record: 0 for the main one. */
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
  /** Null when no factor was asked for. */
  resolution: Uint8Array | null;
}

/** Empty for a record of one part. */
export async function selectParts(tx: Tx, org: string, { recordId, revision }: RecordRevision): Promise<PartRow[]> {
  const rows = await tx<(Omit<PartRow, "resolution"> & { resolutionId: string | null })[]>`
    select * from calculation_parts
    where organization_id = ${org} and record_id = ${recordId} and revision = ${revision}
    order by position`;
  return rows.length === 0 ? [] : withResolutions(tx, org, rows);
}

/** The main part of a record that failed before it was known where its emissions belong. */
const MAIN = "main";

function statusOf({ emissions, leftOut }: PartOutcome): PartStatus {
  if (emissions !== null) return "calculated";
  return leftOut ? "left_out" : "failed";
}
