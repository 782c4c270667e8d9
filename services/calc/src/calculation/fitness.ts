import { clone, create, toBinary } from "@bufbuild/protobuf";
import { base64 } from "@emissions/kit/db/columns";
import { type Fitness, type FitnessMark, FitnessMarkSchema, FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import { gwpSet } from "@emissions/quantity/gases";
import type { ResolvedFactor } from "../factor/resolver.ts";
import { hasRecycledShare } from "../methods/average-data/closed-loop.ts";
import { isIncluded } from "./included-parts.ts";
import type { PartCalculation } from "./part.ts";
import { isRecycled } from "./recycled-share.ts";

/** The fields of Fitness that are marks, by the number of their mark. */
const MARK_FIELDS = FitnessMarkSchema.values
  .filter(({ number }) => number !== 0)
  .map(({ number }) => ({ mark: number as FitnessMark, field: markField(number) }));

function markField(number: number): Exclude<keyof Fitness, "$typeName" | "$unknown" | "origin"> {
  const field = FitnessSchema.fields.find((each) => each.number === number);
  if (field === undefined) throw new Error(`Fitness has no field ${number}.`);
  return field.localName as ReturnType<typeof markField>;
}

/** The marks that are set, in the order of their numbers. */
export const marksOf = (fitness: Fitness | null): FitnessMark[] =>
  fitness === null ? [] : remember(marks, fitness, () => setMarks(fitness));

const setMarks = (fitness: Fitness) => MARK_FIELDS.filter(({ field }) => isSet(fitness[field])).map(({ mark }) => mark);

/** As it is stored: the driver cannot send a bytea array. */
export const encodedFitness = (fitness: Fitness | null): string | null =>
  fitness === null ? null : remember(encodings, fitness, () => base64(toBinary(FitnessSchema, fitness)));

/**
 * Thousands of records share an answer of the factors service, and with it few messages of fitness, which nothing
 * changes. Batches of records with two parts end 10 % earlier than with a message for each part.
 */
const marks = new WeakMap<Fitness, FitnessMark[]>();
const encodings = new WeakMap<Fitness, string>();
const ofAnswers = new WeakMap<ResolvedFactor, Map<string, Fitness>>();
const ofRecords = new WeakMap<Fitness, Map<string, Fitness>>();

function remember<K, V>(known: Pick<Map<K, V>, "get"> & { set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const made = make();
  known.set(key, made);
  return made;
}

const isSet = (value: boolean | number) => value === true || (typeof value === "number" && value !== 0);

/** The part with its fitness. It depends on the other parts of its piece: see `markScaledShare`. */
export const withFitness = (part: PartCalculation): PartCalculation => ({ ...part, fitness: fitnessOfPart(part) });

/** The marks of the selection, and those that only the calculation knows. Null without emissions. */
function fitnessOfPart({ resolved, emissions, input, recycledShareScaled }: PartCalculation): Fitness | null {
  const factor = resolved?.answer.factor;
  if (emissions === null || factor === undefined) return null;
  const { co2e, co2, ch4, n2o } = factor.values ?? {};
  const isWeighed = co2e === undefined;
  const selected = resolved!.answer.fitness;
  const calculated = {
    co2Only: isWeighed && co2 !== undefined && ch4 === undefined && n2o === undefined,
    basisDiffers: !isWeighed && emissions.gwpSet !== null && emissions.gwpSet !== gwpSet(input.gwpSet),
    recycledShareUnused: input.selector?.kind.case === "spend" && hasRecycledShare(input.recycledShare),
    recycledShareScaled: recycledShareScaled ?? false,
    ...beyondUse(selected, emissions),
  };
  const ofAnswer = remember(ofAnswers, resolved!, () => new Map());
  return remember(ofAnswer, Object.values(calculated).join(), () => {
    return Object.assign(selected === undefined ? create(FitnessSchema) : clone(FitnessSchema, selected), calculated);
  });
}

/** The mark is for scope 2. In scope 3 such a figure exceeds the direct use of sold products, which is the boundary. */
const beyondUse = (selected: Fitness | undefined, { part }: NonNullable<PartCalculation["emissions"]>) =>
  selected?.lifeCycleInScope2 && part.scope === 3 ? { lifeCycleInScope2: false, boundaryDiffers: true } : {};

/** The fitness of a record: the largest years and all marks of its counted parts. Null without emissions. */
export function fitnessOfRecord(parts: readonly PartCalculation[]): Fitness | null {
  const counted = parts.filter(({ input }) => !input.memo).flatMap(({ fitness }) => fitness ?? []);
  const [first] = counted;
  if (first === undefined) return null;
  const partsMissing = parts.some(isMissing);
  const ofFirst = remember(ofRecords, first, () => new Map());
  const key = [partsMissing, ...counted.map(encodedFitness)].join();
  return remember(ofFirst, key, () => mergedOf(counted, partsMissing));
}

function mergedOf(counted: readonly Fitness[], partsMissing: boolean): Fitness {
  const merged = create(FitnessSchema, { partsMissing });
  for (const fitness of counted) {
    for (const { field } of MARK_FIELDS) merge(merged, fitness, field);
  }
  const origins = new Set(counted.map(({ origin }) => origin));
  const [origin] = origins;
  if (origins.size === 1 && origin !== undefined) merged.origin = origin;
  return merged;
}

function merge(into: Fitness, from: Fitness, field: ReturnType<typeof markField>): void {
  const [a, b] = [into[field], from[field]];
  if (typeof a === "number") Object.assign(into, { [field]: Math.max(a, b as number) });
  else if (b === true) Object.assign(into, { [field]: true });
}

/** A recycled share without a figure has a mark of its own. */
const isMissing = (part: PartCalculation): boolean =>
  part.omitted && hasTotals(part.input) && !isIncluded(part) && !isRecycled(part.input);

const ELECTRICITY = "electricity";

/** Memo items are in no total, except the location-based figure of electricity. */
const hasTotals = ({ memo, category }: PartCalculation["input"]): boolean => !memo || category === ELECTRICITY;
