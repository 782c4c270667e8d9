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
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import { type Resolution, ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { ROUNDING } from "../methods/apply-factor.ts";
import { ENERGY_RELATED } from "../methods/ghg-category.ts";
import { type Impact, OUTSIDE_KYOTO, type RecordCalculation } from "./calculate.ts";
import { marksOf } from "./fitness.ts";
import { factorMethodOf, partsOf } from "./part.ts";
import type { PartRow } from "./part-queries.ts";
import { partResultsOf } from "./part-results.ts";
import type { CalculationRow } from "./queries.ts";

/** The result that a record shows. */
export function toResult({ input, parts, result, failure, omitted, fitness }: RecordCalculation) {
  const [{ resolved, factorMethod }] = parts;
  const error = omitted ? null : failure;
  return {
    recordId: input.recordId,
    revision: input.revision,
    entityType: input.entityType,
    status: error === null ? CalculationOutcome.CALCULATED : CalculationOutcome.FAILED,
    errorCode: error?.code ?? "",
    errorDetail: error?.detail ?? "",
    method: factorMethod,
    fitness: marksOf(fitness),
    ...(result !== null && { co2e: message(result.co2e), biogenicCo2: optional(result.biogenicCo2) }),
    ...upstreamOf(result?.impacts ?? []),
    ...partResultsOf(input, result?.impacts ?? []),
    ...(resolved?.answer.euroRate && { exchangeRate: resolved.answer.euroRate }),
  } satisfies MessageInitShape<typeof RecordResultSchema>;
}

/** The counted emissions of the production of energy and of grid losses. Nothing without such a part. */
function upstreamOf(impacts: readonly Impact[]) {
  const upstream = impacts.filter(({ counted, ghgCategory }) => counted && ghgCategory === ENERGY_RELATED);
  return upstream.length > 0 && { upstreamCo2e: message(upstream.reduce((sum, { co2e }) => sum.plus(co2e), ZERO)) };
}

/** The same from a stored calculation. */
export function storedResult(row: CalculationRow, impacts: readonly Impact[]) {
  const input = fromBinary(RecordInputSchema, row.input);
  const resolution = resolutionOf(row);
  const failed = row.status === "failed";
  return {
    recordId: row.recordId,
    revision: row.revision,
    entityType: input.entityType,
    status: statusOf(row),
    errorCode: (failed && row.errorCode) || "",
    errorDetail: (failed && row.errorDetail) || "",
    method: factorMethodOf(partsOf(input)[0]!, resolution?.factor),
    fitness: marksOf(fitnessOf(row) ?? null),
    version: row.version,
    ...massesOf(row),
    ...upstreamOf(impacts),
    ...partResultsOf(input, impacts),
    ...(resolution?.euroRate && { exchangeRate: resolution.euroRate }),
  } satisfies MessageInitShape<typeof RecordResultSchema>;
}

/** The explanation: everything needed to recalculate the number. */
export function toCalculation(
  row: CalculationRow,
  {
    impacts,
    parts,
    recalculationId,
  }: { impacts: readonly Impact[]; parts: readonly PartRow[]; recalculationId: string | null },
) {
  const input = fromBinary(RecordInputSchema, row.input);
  const resolution = resolutionOf(row);
  return {
    ...explanationOf(row, resolution),
    id: row.id,
    recordId: row.recordId,
    revision: row.revision,
    entityType: input.entityType,
    status: statusOf(row),
    input,
    calculatedAt: timestampFromDate(row.calculatedAt),
    impacts: inOrder(impacts, parts).map(toImpact),
    exchangeRate: resolution?.euroRate,
    rounding: row.formula === null ? undefined : ROUNDING,
    ...massesOf(row),
    parts: parts.map((part) => toPart(part, input)),
    fitness: fitnessOf(row),
    ...(recalculationId !== null && { recalculationId }),
  } satisfies MessageInitShape<typeof CalculationSchema>;
}

/** In the order of the parts; gases outside the scopes follow the part that they are of. */
function inOrder(impacts: readonly Impact[], parts: readonly PartRow[]): Impact[] {
  const keyOf = ({ part, startDate }: { part: string; startDate: string | null }) => `${startDate} ${part}`;
  const order = new Map(parts.map((part, at) => [keyOf(part), at]));
  const placeOf = (impact: Impact) =>
    order.get(keyOf(impact)) ??
    order.get(keyOf({ ...impact, part: impact.part.replace(OUTSIDE_KYOTO, "") })) ??
    parts.length;
  return [...impacts].sort((a, b) => placeOf(a) - placeOf(b));
}

function toPart(row: PartRow, input: RecordInput) {
  const { category, quantity, memo, certificate, recordedAllocation, journey } = partsOf(input)[row.position]!;
  const { startDate, endDate, allocation } = row;
  const share =
    row.quantity === null ? quantity : { unitId: quantity!.unitId, unit: quantity!.unit, value: stored(row.quantity) };
  return {
    ...explanationOf(row, resolutionOf(row)),
    part: row.part,
    category,
    memo,
    status: PART_STATUS[row.status],
    quantity: share,
    co2e: row.co2eKg === null ? undefined : stored(row.co2eKg),
    startDate: startDate ?? undefined,
    endDate: endDate ?? undefined,
    allocation: allocation ?? (recordedAllocation || undefined),
    certificate: certificate ?? undefined,
    journey,
    fitness: fitnessOf(row),
  } satisfies MessageInitShape<typeof CalculationPartSchema>;
}

type ExplainedRow = Pick<
  CalculationRow,
  "method" | "errorCode" | "errorDetail" | "gwpSet" | "formula" | "formulaWithNumbers"
>;

/** The fields that a calculation and its parts have in common. */
const explanationOf = (row: ExplainedRow, resolution: Resolution | null) => ({
  factor: resolution?.factor,
  conversions: resolution?.conversion ?? [],
  candidates: resolution?.candidates ?? [],
  method: row.method ?? "",
  errorCode: row.errorCode ?? undefined,
  errorDetail: row.errorDetail ?? undefined,
  gwpSet: row.gwpSet ?? undefined,
  formula: row.formula ?? undefined,
  formulaWithNumbers: row.formulaWithNumbers ?? undefined,
});

const PART_STATUS: Readonly<Record<PartRow["status"], PartOutcome>> = {
  calculated: PartOutcome.CALCULATED,
  failed: PartOutcome.FAILED,
  left_out: PartOutcome.LEFT_OUT,
};

const toImpact = ({ co2e, co2, ch4, n2o, biogenicCo2, counted, co2eBySet, marks, ...impact }: Impact) => ({
  ...impact,
  memo: !counted,
  co2e: message(co2e),
  co2: optional(co2),
  ch4: optional(ch4),
  n2o: optional(n2o),
  biogenicCo2: optional(biogenicCo2),
  co2eByGwpSet: { ar4: message(co2eBySet.AR4), ar5: message(co2eBySet.AR5), ar6: message(co2eBySet.AR6) },
});

const fitnessOf = ({ fitness }: Pick<CalculationRow, "fitness">) =>
  fitness === null ? undefined : fromBinary(FitnessSchema, fitness);

const statusOf = ({ status }: CalculationRow) =>
  status === "calculated" ? CalculationOutcome.CALCULATED : CalculationOutcome.FAILED;

const resolutionOf = ({ resolution }: Pick<CalculationRow, "resolution">): Resolution | null =>
  resolution === null ? null : fromBinary(ResolutionSchema, resolution);

const massesOf = ({ co2eKg, biogenicCo2Kg }: CalculationRow) => ({
  ...(co2eKg !== null && { co2e: stored(co2eKg) }),
  ...(biogenicCo2Kg !== null && { biogenicCo2: stored(biogenicCo2Kg) }),
});

const message = (kg: Decimal) => ({ value: plain(kg) });
const optional = (kg: Decimal | null) => (kg === null ? undefined : message(kg));

/** Without the trailing zeros of a numeric column. */
const stored = (kg: string) => message(new Decimal(kg));
