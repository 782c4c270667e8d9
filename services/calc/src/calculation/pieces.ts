import { equals } from "@bufbuild/protobuf";
import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import type { ConversionStep, Resolution } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, divide, parse, plain } from "@emissions/quantity/decimal";
import { addDays, daysFrom, daysIn, isDay } from "@emissions/quantity/period";
import type { FactorQuery, Resolve, ResolvedFactor } from "../factor/resolver.ts";
import { methodOf } from "../methods/registry.ts";
import { type PartInput, partsOf } from "./part.ts";

/** Days of a record on which no factor of its parts changes. */
export interface Piece {
  startDate: string;
  /** Included. */
  endDate: string;
  /** One answer per part. Null for a part without a method. */
  answers: readonly (ResolvedFactor | null)[];
}

/** The limit of pieces of a record. */
export const PIECES_MAX = 120;
/** The limit of the parts of a record besides the main part. */
export const ADDITIONAL_PARTS_MAX = 10;

interface Progress {
  parts: readonly PartInput[];
  /** Factors are still unknown from this day on. */
  from: string;
  end: string;
  pieces: Piece[];
}

/** Asks for the factors of records, and splits each period where a factor changes. One round asks for one piece of each. */
export async function resolvePieces(org: string, inputs: readonly RecordInput[], resolve: Resolve): Promise<Piece[][]> {
  const all = inputs.map(begin);
  let open = all.filter(({ parts }) => parts.length > 0);
  for (let round = 0; round < PIECES_MAX && open.length > 0; round++) {
    const queries: FactorQuery[] = [];
    const indexes = open.map(({ parts, from }) =>
      parts.map((part) => (methodOf(part) === undefined ? -1 : queries.push(queryOf(part, from)) - 1)),
    );
    const answers = await resolve(org, queries);
    for (const [at, progress] of open.entries())
      advance(
        progress,
        indexes[at]!.map((index) => answers[index] ?? null),
      );
    open = open.filter(({ from, end }) => from <= end);
  }
  const unfinished = new Set(open);
  return all.map((progress) => (unfinished.has(progress) ? [] : progress.pieces));
}

/** An invalid period is not split. The calculation fails with the reason. */
function begin(input: RecordInput): Progress {
  const { startDate, endDate, referenceDate, additionalParts } = input;
  const parts = additionalParts.length > ADDITIONAL_PARTS_MAX ? [] : partsOf(input);
  const isPeriod = isDay(startDate) && isDay(endDate) && startDate <= endDate;
  return isPeriod
    ? { parts, from: startDate, end: endDate, pieces: [] }
    : { parts, from: referenceDate, end: referenceDate, pieces: [] };
}

function advance(progress: Progress, answers: readonly (ResolvedFactor | null)[]): void {
  const { from, end, pieces } = progress;
  const until = [end, ...answers.map((answer) => lastDayOf(answer, from))].sort()[0]!;
  const before = pieces.at(-1);
  if (before !== undefined && answers.every((answer, at) => isSameFactor(before.answers[at]!, answer)))
    before.endDate = until;
  else pieces.push({ startDate: from, endDate: until, answers });
  progress.from = until < end ? addDays(until, 1) : "9999-12-31";
}

/** A day before `from` would never end. */
function lastDayOf(resolved: ResolvedFactor | null, from: string): string {
  const { validUntil = `${from.slice(0, 4)}-12-31` } = resolved?.answer ?? {};
  return validUntil < from ? from : validUntil;
}

function isSameFactor(a: ResolvedFactor | null, b: ResolvedFactor | null): boolean {
  if (a === null || b === null || a.id === b.id) return a === b || a?.id === b?.id;
  const [x, y] = [a.answer, b.answer];
  return (
    x.failureCode === y.failureCode &&
    x.factor?.id === y.factor?.id &&
    x.factor?.revision === y.factor?.revision &&
    x.ghgCategory === y.ghgCategory &&
    hasSameFitness(x, y) &&
    x.conversion.length === y.conversion.length &&
    x.conversion.every((step, at) => isSameRatio(step, y.conversion[at]!))
  );
}

/** The day of an exchange rate may differ, as long as the rate is the same. */
const isSameRatio = (a: ConversionStep, b: ConversionStep) =>
  a.toUnit === b.toUnit && a.multiplyBy?.value === b.multiplyBy?.value && a.divideBy?.value === b.divideBy?.value;

const hasSameFitness = ({ fitness: a }: Resolution, { fitness: b }: Resolution) =>
  a === undefined || b === undefined ? a === b : equals(FitnessSchema, a, b);

const queryOf = ({ selector, quantity }: PartInput, referenceDate: string): FactorQuery => ({
  selector,
  unitId: quantity?.unitId ?? "",
  referenceDate,
});

/** The parts of one piece, each with its share of the quantity by days. The last piece takes the exact rest. */
export function partsOfPiece(parts: readonly PartInput[], pieces: readonly Piece[], at: number): PartInput[] {
  const { startDate, endDate } = pieces[at]!;
  if (pieces.length === 1) return parts.map((part) => ({ ...part, startDate, endDate }));
  return parts.map((part) => ({ ...part, ...shareOf(part, pieces, at), startDate, endDate }));
}

function shareOf({ quantity }: PartInput, pieces: readonly Piece[], at: number) {
  const text = quantity?.value?.value;
  if (text === undefined) return {};
  const whole = parse(text);
  const days = daysFrom(pieces[0]!.startDate, pieces.at(-1)!.endDate) + 1;
  const shares = pieces.slice(0, at + 1).map(({ startDate, endDate }) => {
    const own = daysIn(startDate, endDate);
    return { value: divide(whole.times(own), new Decimal(days)), allocation: `${plain(whole)} * ${own} / ${days}` };
  });
  const { value, allocation } = at < pieces.length - 1 ? shares.at(-1)! : restOf(whole, shares.slice(0, -1));
  return { quantity: { ...quantity!, value: { ...quantity!.value!, value: plain(value) } }, allocation };
}

const restOf = (whole: Decimal, others: readonly { value: Decimal }[]) => ({
  value: others.reduce((rest, { value }) => rest.minus(value), whole),
  allocation: [whole, ...others.map(({ value }) => value)].map(plain).join(" - "),
});
