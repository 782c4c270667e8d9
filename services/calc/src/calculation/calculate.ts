import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import { daysIn } from "@emissions/quantity/period";
import type { Resolved } from "../factor/resolver.ts";
import type { Part } from "../methods/method.ts";
import { calculatePart, type Failure, failedPart, failure, type PartOutcome, partsOf } from "./part.ts";

/** What came of one revision of a record. */
export interface Outcome {
  input: RecordInput;
  /** The main part first. */
  parts: [main: PartOutcome, ...additionalParts: PartOutcome[]];
  result: Result | null;
  /** Null when there is a result. */
  failure: Failure | null;
}

export interface Result {
  /** The sums over the counted impacts: exact, because those are rounded. */
  co2e: Decimal;
  biogenicCo2: Decimal;
  impacts: Impact[];
}

export interface Impact extends Part {
  category: string;
  startDate: string;
  endDate: string;
  /** Whether it is part of the record's CO2e and of the totals; otherwise it is only reported, in the explanation. */
  counted: boolean;
}

/** Parts of a record besides the main one. */
export const ADDITIONAL_PARTS_MAX = 10;

/** Calculates a record with the answers of factors for its parts; null for a part that factors was not asked for. */
export function calculate(input: RecordInput, answers: readonly (Resolved | null)[]): Outcome {
  if (input.additionalParts.length > ADDITIONAL_PARTS_MAX)
    return failed(input, failure(`There are more than ${ADDITIONAL_PARTS_MAX} parts.`));
  const asked = partsOf(input).map((part, index) => calculatePart(part, answers[index] ?? null));
  const parts = withoutDoubleUpstream(asked) as Outcome["parts"];
  const failing = parts.find((part) => part.failure !== null && !part.leftOut);
  if (failing !== undefined) return { input, parts, result: null, failure: failing.failure };
  try {
    return { input, parts, result: resultOf(input, parts), failure: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { input, parts, result: null, failure: failure(error.message) };
  }
}

const LIFE_CYCLE = "electricity_life_cycle";

/** A life-cycle figure of electricity includes its upstream emissions, so the upstream parts are left out beside it. */
function withoutDoubleUpstream(parts: readonly PartOutcome[]): readonly PartOutcome[] {
  if (parts[0]?.resolved?.answer.factor?.category !== LIFE_CYCLE) return parts;
  const why = { code: "IN_LIFE_CYCLE_FIGURE", detail: "The figure of the main part is of the whole life cycle." };
  return parts.map((part) =>
    part.asked.optional && isUpstream(part) ? { ...failedPart(part.asked, part.resolved, why), leftOut: true } : part,
  );
}

const isUpstream = ({ asked: { selector } }: PartOutcome): boolean =>
  selector?.kind.case === "library" && selector.kind.value.category.endsWith("_upstream");

/** For a record of which no part was calculated. */
export function failed(input: RecordInput, why: Failure): Outcome {
  const [main] = partsOf(input);
  return { input, parts: [failedPart(main!, null, why)], result: null, failure: why };
}

function resultOf({ startDate, endDate }: RecordInput, parts: readonly PartOutcome[]): Result {
  // Throws for a period that the totals cannot be spread over.
  daysIn(startDate, endDate);
  const impacts: Impact[] = [];
  for (const { emissions, asked } of parts) {
    if (emissions === null) continue;
    impacts.push({ ...emissions.part, category: asked.category, startDate, endDate, counted: !asked.memo });
  }
  checkNames(impacts);
  const counted = impacts.filter((impact) => impact.counted);
  return {
    co2e: counted.reduce((total, { co2e }) => total.plus(co2e), ZERO),
    biogenicCo2: counted.reduce((total, { biogenicCo2 }) => total.plus(biogenicCo2 ?? ZERO), ZERO),
    impacts,
  };
}

function checkNames(impacts: readonly Impact[]): void {
  const names = new Set<string>();
  for (const { part } of impacts) {
    if (part === "") throw new RangeError("A part has no name.");
    if (names.has(part)) throw new RangeError(`Two parts are called ${part}.`);
    names.add(part);
  }
}
