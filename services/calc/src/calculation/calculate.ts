import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import { daysIn } from "@emissions/quantity/period";
import type { ResolvedFactor } from "../factor/resolver.ts";
import type { Part } from "../methods/method.ts";
import { calculatePart, type Failure, failedPart, failure, type PartCalculation, partsOf } from "./part.ts";

/** The calculation of one revision of a record. */
export interface RecordCalculation {
  input: RecordInput;
  /** The main part first. */
  parts: [main: PartCalculation, ...additional: PartCalculation[]];
  result: Result | null;
  /** Why there is no result. Null when there is one. */
  failure: Failure | null;
  /** True if the record has no result and does not fail for it: its factor is optional, and there is none. */
  omitted: boolean;
}

export interface Result {
  /** The exact sums of the counted impacts, each of which is rounded. */
  co2e: Decimal;
  biogenicCo2: Decimal;
  impacts: Impact[];
}

export interface Impact extends Part {
  category: string;
  startDate: string;
  endDate: string;
  /** False for a memo item: the explanation shows it, but the record's CO2e and the totals do not include it. */
  counted: boolean;
}

/** The limit of the parts of a record besides the main part. */
export const ADDITIONAL_PARTS_MAX = 10;

/** Calculates a record with one answer per part. An answer is null for a part without a method. */
export function calculate(input: RecordInput, answers: readonly (ResolvedFactor | null)[]): RecordCalculation {
  if (input.additionalParts.length > ADDITIONAL_PARTS_MAX)
    return failed(input, failure(`There are more than ${ADDITIONAL_PARTS_MAX} parts.`));
  const calculated = partsOf(input).map((part, index) => calculatePart(part, answers[index] ?? null));
  const parts = omitUpstreamOfLifeCycle(calculated) as RecordCalculation["parts"];
  const failing = parts.find((part) => part.failure !== null && !part.omitted);
  if (failing !== undefined) return { input, parts, result: null, failure: failing.failure, omitted: false };
  if (parts.every(({ omitted }) => omitted))
    return { input, parts, result: null, failure: parts[0].failure, omitted: true };
  try {
    return { input, parts, result: resultOf(input, parts), failure: null, omitted: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { input, parts, result: null, failure: failure(error.message), omitted: false };
  }
}

const LIFE_CYCLE = "electricity_life_cycle";

/** A life-cycle factor of electricity includes upstream emissions. The upstream parts would count them twice. */
function omitUpstreamOfLifeCycle(parts: readonly PartCalculation[]): readonly PartCalculation[] {
  if (parts[0]?.resolved?.answer.factor?.category !== LIFE_CYCLE) return parts;
  const why = { code: "IN_LIFE_CYCLE_FIGURE", detail: "The figure of the main part is of the whole life cycle." };
  return parts.map((part) =>
    part.input.optional && isUpstream(part) ? { ...failedPart(part.input, part.resolved, why), omitted: true } : part,
  );
}

const isUpstream = ({ input: { selector } }: PartCalculation): boolean =>
  selector?.kind.case === "library" && selector.kind.value.category.endsWith("_upstream");

/** For a record without a calculated part. */
export function failed(input: RecordInput, why: Failure): RecordCalculation {
  const [main] = partsOf(input);
  return { input, parts: [failedPart(main!, null, why)], result: null, failure: why, omitted: false };
}

function resultOf({ startDate, endDate }: RecordInput, parts: readonly PartCalculation[]): Result {
  // Throws for an invalid period.
  daysIn(startDate, endDate);
  const impacts: Impact[] = [];
  for (const { emissions, input } of parts) {
    if (emissions === null) continue;
    impacts.push({ ...emissions.part, category: input.category, startDate, endDate, counted: !input.memo });
  }
  checkPartNames(impacts);
  const counted = impacts.filter((impact) => impact.counted);
  return {
    co2e: counted.reduce((total, { co2e }) => total.plus(co2e), ZERO),
    biogenicCo2: counted.reduce((total, { biogenicCo2 }) => total.plus(biogenicCo2 ?? ZERO), ZERO),
    impacts,
  };
}

function checkPartNames(impacts: readonly Impact[]): void {
  const names = new Set<string>();
  for (const { part } of impacts) {
    if (part === "") throw new RangeError("A part has no name.");
    if (names.has(part)) throw new RangeError(`Two parts are called ${part}.`);
    names.add(part);
  }
}
