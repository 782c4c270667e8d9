import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type RecordInput, RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  type CalculationPartSchema,
  type CalculationSchema,
  PartOutcome,
  type RecordResultSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { type Resolution, ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { ROUNDING } from "../methods/pricing.ts";
import type { Impact, Outcome } from "./calculate.ts";
import { factorMethodOf, partsOf } from "./part.ts";
import type { PartRow } from "./part-queries.ts";
import type { CalculationRow } from "./queries.ts";

/** What a record shows of its calculation. */
export function toResult({ input, parts, result, failure }: Outcome) {
  const [{ resolved, factorMethod }] = parts;
  return {
    recordId: input.recordId,
    revision: input.revision,
    entityType: input.entityType,
    status: failure === null ? CalculationOutcome.CALCULATED : CalculationOutcome.FAILED,
    errorCode: failure?.code ?? "",
    errorDetail: failure?.detail ?? "",
    method: factorMethod,
    ...(result !== null && { co2e: message(result.co2e), biogenicCo2: message(result.biogenicCo2) }),
    ...(resolved?.answer.euroRate && { exchangeRate: resolved.answer.euroRate }),
  } satisfies MessageInitShape<typeof RecordResultSchema>;
}

/** The same from what was stored. */
export function storedResult(row: CalculationRow) {
  const input = fromBinary(RecordInputSchema, row.input);
  const resolution = resolutionOf(row);
  return {
    recordId: row.recordId,
    revision: row.revision,
    entityType: input.entityType,
    status: statusOf(row),
    errorCode: row.errorCode ?? "",
    errorDetail: row.errorDetail ?? "",
    method: factorMethodOf(partsOf(input)[0]!, resolution?.factor),
    ...massesOf(row),
    ...(resolution?.euroRate && { exchangeRate: resolution.euroRate }),
  } satisfies MessageInitShape<typeof RecordResultSchema>;
}

/** All that is needed to work the number out again. */
export function toCalculation(row: CalculationRow, impacts: readonly Impact[], parts: readonly PartRow[]) {
  const input = fromBinary(RecordInputSchema, row.input);
  const resolution = resolutionOf(row);
  return {
    id: row.id,
    recordId: row.recordId,
    revision: row.revision,
    entityType: input.entityType,
    status: statusOf(row),
    input,
    method: row.method ?? "",
    calculatedAt: timestampFromDate(row.calculatedAt),
    conversions: resolution?.conversion ?? [],
    candidates: resolution?.candidates ?? [],
    impacts: impacts.map(toImpact),
    ...(resolution?.euroRate && { exchangeRate: resolution.euroRate }),
    ...(resolution?.factor && { factor: resolution.factor }),
    ...(row.errorCode !== null && { errorCode: row.errorCode }),
    ...(row.errorDetail !== null && { errorDetail: row.errorDetail }),
    ...(row.gwpSet !== null && { gwpSet: row.gwpSet }),
    ...(row.formula !== null && { formula: row.formula, rounding: ROUNDING }),
    ...(row.formulaWithNumbers !== null && { formulaWithNumbers: row.formulaWithNumbers }),
    ...massesOf(row),
    parts: parts.map((part) => toPart(part, input)),
  } satisfies MessageInitShape<typeof CalculationSchema>;
}

function toPart(row: PartRow, input: RecordInput) {
  const { category, quantity, beside } = partsOf(input)[row.position]!;
  const resolution = resolutionOf(row);
  return {
    part: row.part,
    category,
    beside,
    status: PART_STATUS[row.status],
    ...(quantity && { quantity }),
    conversions: resolution?.conversion ?? [],
    candidates: resolution?.candidates ?? [],
    method: row.method ?? "",
    ...(resolution?.factor && { factor: resolution.factor }),
    ...(row.errorCode !== null && { errorCode: row.errorCode }),
    ...(row.errorDetail !== null && { errorDetail: row.errorDetail }),
    ...(row.gwpSet !== null && { gwpSet: row.gwpSet }),
    ...(row.formula !== null && { formula: row.formula }),
    ...(row.formulaWithNumbers !== null && { formulaWithNumbers: row.formulaWithNumbers }),
    ...(row.co2eKg !== null && { co2e: stored(row.co2eKg) }),
  } satisfies MessageInitShape<typeof CalculationPartSchema>;
}

const PART_STATUS: Readonly<Record<PartRow["status"], PartOutcome>> = {
  calculated: PartOutcome.CALCULATED,
  failed: PartOutcome.FAILED,
  left_out: PartOutcome.LEFT_OUT,
};

const toImpact = ({ co2e, co2, ch4, n2o, biogenicCo2, counted, ...impact }: Impact) => ({
  ...impact,
  beside: !counted,
  co2e: message(co2e),
  ...(co2 !== null && { co2: message(co2) }),
  ...(ch4 !== null && { ch4: message(ch4) }),
  ...(n2o !== null && { n2o: message(n2o) }),
  ...(biogenicCo2 !== null && { biogenicCo2: message(biogenicCo2) }),
});

const statusOf = ({ status }: CalculationRow) =>
  status === "calculated" ? CalculationOutcome.CALCULATED : CalculationOutcome.FAILED;

const resolutionOf = ({ resolution }: Pick<CalculationRow, "resolution">): Resolution | null =>
  resolution === null ? null : fromBinary(ResolutionSchema, resolution);

/** Biogenic CO2 is not known of calculations that were made before it was kept for the record. */
const massesOf = ({ co2eKg, biogenicCo2Kg }: CalculationRow) => ({
  ...(co2eKg !== null && { co2e: stored(co2eKg) }),
  ...(biogenicCo2Kg !== null && { biogenicCo2: stored(biogenicCo2Kg) }),
});

const message = (kg: Decimal) => ({ value: plain(kg) });

/** Without the zeros that a column may keep at the end. */
const stored = (kg: string) => message(new Decimal(kg));
