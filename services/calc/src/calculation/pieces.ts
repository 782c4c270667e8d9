import { equals } from "@bufbuild/protobuf";
import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import type { ConversionStep, Resolution } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { addDays, isDay } from "@emissions/quantity/period";
import type { FactorQuery, Resolve, ResolvedFactor } from "../factor/resolver.ts";
import { methodOf } from "../methods/registry.ts";
import { CERTIFICATES_MAX, isCovered, sharesWithCertificates } from "./certificate-shares.ts";
import { type Failure, failure, type PartInput, partsOf } from "./part.ts";
import { type Share, splitByDays } from "./split.ts";
import { statedFactor } from "./stated-factor.ts";

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
/**
 * The limit of the parts of a record besides the main part and those of certificates. A transport route has 20 sections
 * of two parts each.
 */
export const ADDITIONAL_PARTS_MAX = 40;

interface Progress {
  parts: readonly PartInput[];
  /** Whether pieces end at the turn of a year, whatever the factors are. */
  byYear: boolean;
  /** Factors are still unknown from this day on. */
  from: string;
  /** Selects the factors of a single day, whose sender may choose another year. Null for a longer period. */
  referenceDate: string | null;
  end: string;
  pieces: Piece[];
}

/** Asks for the factors of records, and splits each period where a factor changes. One round asks for one piece of each. */
export async function resolvePieces(org: string, inputs: readonly RecordInput[], resolve: Resolve): Promise<Piece[][]> {
  const all = inputs.map(begin);
  let open = all.filter(({ parts }) => parts.length > 0);
  for (let round = 0; round < PIECES_MAX && open.length > 0; round++) {
    const queries: FactorQuery[] = [];
    const indexes = open.map(({ parts, from, referenceDate }) =>
      parts.map(
        (part) =>
          statedFactor(part) ?? (methodOf(part) ? queries.push(queryOf(part, referenceDate ?? from)) - 1 : null),
      ),
    );
    const answers = await resolve(org, queries);
    for (const [at, progress] of open.entries())
      advance(
        progress,
        indexes[at]!.map((index) => (typeof index === "number" ? answers[index]! : index)),
      );
    open = open.filter(({ from, end }) => from <= end);
  }
  const unfinished = new Set(open);
  return all.map((progress) => (unfinished.has(progress) ? [] : progress.pieces));
}

/** An invalid period is not split. The calculation fails with the reason. */
function begin(input: RecordInput): Progress {
  const { startDate, endDate, referenceDate } = input;
  const parts = inputFailure(input) === null ? partsOf(input) : [];
  const isPeriod = isDay(startDate) && isDay(endDate) && startDate <= endDate;
  const common = { parts, byYear: isCovered(parts), pieces: [] };
  if (!isPeriod) return { ...common, from: referenceDate, end: referenceDate, referenceDate };
  const isOneDay = startDate === endDate && isDay(referenceDate);
  return { ...common, from: startDate, end: endDate, referenceDate: isOneDay ? referenceDate : null };
}

/** Why an input is not calculated: the reason of its sender, or an exceeded limit of parts. */
export function inputFailure({ failure: stated, additionalParts, certificates }: RecordInput): Failure | null {
  if (stated !== undefined) return { code: stated.code, detail: stated.detail };
  if (additionalParts.length > ADDITIONAL_PARTS_MAX)
    return failure(`There are more than ${ADDITIONAL_PARTS_MAX} parts.`);
  return certificates.length > CERTIFICATES_MAX
    ? failure(`There are more than ${CERTIFICATES_MAX} certificates.`)
    : null;
}

function advance(progress: Progress, answers: readonly (ResolvedFactor | null)[]): void {
  const { from, end, pieces, byYear } = progress;
  const until = [end, ...answers.map((answer) => lastDayOf(answer, from))].sort()[0]!;
  const before = pieces.at(-1);
  const isNewYear = byYear && before?.endDate.slice(0, 4) !== from.slice(0, 4);
  if (before !== undefined && !isNewYear && answers.every((answer, at) => isSameFactor(before.answers[at]!, answer)))
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

/**
 * The parts of each piece with their shares of the quantity by days. The last piece takes the exact rest. Parts of
 * certificates for other days are left out. Throws a RangeError for quantities that cannot be shared.
 */
export function partsOfPieces(parts: readonly PartInput[], pieces: readonly Piece[]): PartInput[][] {
  const byDays = parts.map(({ quantity }) =>
    pieces.length === 1 || quantity?.value === undefined ? null : splitByDays(parse(quantity.value.value), pieces),
  );
  const covered = isCovered(parts) ? sharesWithCertificates(parts, pieces) : null;
  return pieces.map(({ startDate, endDate }, at) =>
    parts.flatMap((part) => {
      const dependsOnCertificates = covered !== null && (part.position === 0 || part.certificate !== null);
      const share = dependsOnCertificates ? covered[at]!.get(part.position) : (byDays[part.position]?.[at] ?? null);
      return share === undefined ? [] : [{ ...withShare(part, share), startDate, endDate }];
    }),
  );
}

/** Without a share, the part has the recorded quantity. */
function withShare(part: PartInput, share: Share | null): PartInput {
  const recorded = part.quantity?.value;
  if (share === null || recorded === undefined) return part;
  const value = plain(share.value);
  if (share.allocation === null && share.value.eq(parse(recorded.value))) return part;
  const quantity = { ...part.quantity!, value: { ...recorded, value } };
  return { ...part, quantity, allocation: share.allocation ?? value };
}
