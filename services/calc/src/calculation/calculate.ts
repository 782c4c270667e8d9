import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import type { Fitness, FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { type Decimal, ZERO } from "@emissions/quantity/decimal";
import { daysIn } from "@emissions/quantity/period";
import { inRange } from "../methods/apply-factor.ts";
import { ghgCategoryOf, OUTSIDE_SCOPES } from "../methods/ghg-category.ts";
import type { Part } from "../methods/method.ts";
import { fitnessOfRecord, marksOf, withFitness } from "./fitness.ts";
import { omitIncludedParts } from "./included-parts.ts";
import { calculatePart, type Failure, failedPart, failure, type PartCalculation, partsOf } from "./part.ts";
import { inputFailure, PIECES_MAX, type Piece, partsOfPieces } from "./pieces.ts";
import { markScaledShare } from "./recycled-share.ts";

/** The end of the name of an impact of gases outside the scopes. */
export const OUTSIDE_KYOTO = "_outside_kyoto";

/** The calculation of one revision of a record. */
export interface RecordCalculation {
  input: RecordInput;
  /** The main part first. If a factor changes within the period, the parts of each piece follow those before it. */
  parts: [main: PartCalculation, ...additional: PartCalculation[]];
  result: Result | null;
  /** Why there is no result. Null when there is one. */
  failure: Failure | null;
  /** How well the figures fit the record. Null without a result. */
  fitness: Fitness | null;
  /** True if the record has no result and does not fail for it: its factor is optional, and there is none. */
  omitted: boolean;
}

export interface Result {
  /** The exact sums of the counted impacts, each of which is rounded. */
  co2e: Decimal;
  /** Null if no counted impact states it. */
  biogenicCo2: Decimal | null;
  impacts: Impact[];
}

export interface Impact extends Part {
  category: string;
  /** Category of the GHG Protocol. */
  ghgCategory: string;
  marks: readonly FitnessMark[];
  startDate: string;
  endDate: string;
  /** False for a memo item: the explanation shows it, but the record's CO2e and the totals do not include it. */
  counted: boolean;
}

/** Calculates a record with the factors of each piece of its period. */
export function calculate(input: RecordInput, pieces: readonly Piece[]): RecordCalculation {
  const refused = inputFailure(input);
  if (refused !== null) return failed(input, refused);
  if (pieces.length === 0) return failed(input, failure(`Its factors change more than ${PIECES_MAX} times.`));
  let parts: RecordCalculation["parts"];
  try {
    parts = calculateParts(input, pieces);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failed(input, failure(error.message));
  }
  const without = { input, parts, result: null, fitness: null };
  const failing = parts.find((part) => part.failure !== null && !part.omitted);
  if (failing !== undefined) return { ...without, failure: failing.failure, omitted: false };
  if (parts.every(({ omitted }) => omitted)) return { ...without, failure: parts[0].failure, omitted: true };
  try {
    return {
      input,
      parts,
      result: resultOf(input, parts),
      fitness: fitnessOfRecord(parts),
      failure: null,
      omitted: false,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...without, failure: failure(error.message), omitted: false };
  }
}

/** Throws a RangeError for quantities that cannot be shared. */
const calculateParts = (input: RecordInput, pieces: readonly Piece[]) =>
  partsOfPieces(partsOf(input), pieces).flatMap((parts, at) =>
    markScaledShare(
      omitIncludedParts(parts.map((part) => calculatePart(part, pieces[at]!.answers[part.position] ?? null))),
    ).map(withFitness),
  ) as RecordCalculation["parts"];

/** For a record without a calculated part. */
export function failed(input: RecordInput, why: Failure): RecordCalculation {
  const [main] = partsOf(input);
  return { input, parts: [failedPart(main!, null, why)], result: null, fitness: null, failure: why, omitted: false };
}

function resultOf({ startDate, endDate }: RecordInput, parts: readonly PartCalculation[]): Result {
  // Throws for an invalid period.
  daysIn(startDate, endDate);
  const impacts = parts.flatMap(impactsOf);
  checkPartNames(impacts);
  const counted = impacts.filter((impact) => impact.counted);
  return {
    co2e: inRange(counted.reduce((total, { co2e }) => total.plus(co2e), ZERO)),
    biogenicCo2: sumOfStated(counted.map(({ biogenicCo2 }) => biogenicCo2)),
    impacts,
  };
}

function sumOfStated(masses: readonly (Decimal | null)[]): Decimal | null {
  const stated = masses.filter((mass) => mass !== null);
  return stated.length === 0 ? null : inRange(stated.reduce((total, mass) => total.plus(mass)));
}

/** The impact of a part, and that of its gases outside the scopes. */
function impactsOf(calculated: PartCalculation): Impact[] {
  const { emissions, input, resolved, fitness } = calculated;
  if (emissions === null) return [];
  const { category, startDate, endDate, memo, buysFreight } = input;
  const { part, scopePart, outsideKyoto } = emissions;
  const common = { category, marks: marksOf(fitness), startDate, endDate };
  const { scope } = part;
  const ofFactor = resolved?.answer.ghgCategory;
  const ghgCategory = ghgCategoryOf({ scope, category, part: scopePart, ofFactor, buysFreight });
  const impact = { ...part, ...common, ghgCategory, counted: !memo };
  if (outsideKyoto === null) return [impact];
  const name = `${part.part}${OUTSIDE_KYOTO}`;
  const masses = { ...outsideKyoto, co2: null, ch4: null, n2o: null, biogenicCo2: null };
  return [impact, { ...masses, scope, part: name, ...common, ghgCategory: OUTSIDE_SCOPES, counted: false }];
}

function checkPartNames(impacts: readonly Impact[]): void {
  const names = new Set<string>();
  for (const { part, startDate } of impacts) {
    if (part === "") throw new RangeError("A part has no name.");
    const key = `${startDate} ${part}`;
    if (names.has(key)) throw new RangeError(`Two parts are called ${part}.`);
    names.add(key);
  }
}
