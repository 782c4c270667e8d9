import { fromBinary } from "@bufbuild/protobuf";
import { RecalculationReason as Reason } from "@emissions/proto/calc/v1/recalculation_service";
import { FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import { type ConversionStep, type Resolution, ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, plain } from "@emissions/quantity/decimal";
import { GWP_SETS } from "@emissions/quantity/gases";
import type { Impact, RecordCalculation } from "../calculation/calculate.ts";
import type { PartRow } from "../calculation/part-queries.ts";
import type { CalculationRow } from "../calculation/queries.ts";
import { marksText } from "../total_impact/coverage.ts";
import type { SeriesMasses } from "../total_impact/deltas.ts";

/** A stored calculation. */
export interface Before {
  row: CalculationRow;
  impacts: readonly (Impact & SeriesMasses)[];
}

/** Its new calculation. */
export interface After {
  outcome: RecordCalculation;
  impacts: readonly (Impact & SeriesMasses)[];
}

/** True if both have the same outcome, and the same masses in the same series on the same days. */
export function isUnchanged({ row, impacts }: Before, after: After): boolean {
  return (
    row.status === statusOf(after) &&
    row.errorCode === (after.outcome.failure?.code ?? null) &&
    isEqual(new Set(impacts.map(identityOf)), new Set(after.impacts.map(identityOf)))
  );
}

const statusOf = ({ outcome: { failure, omitted } }: After) => (failure === null || omitted ? "calculated" : "failed");

function identityOf(impact: Impact & SeriesMasses): string {
  const { startDate, endDate, seriesId, co2e, co2, ch4, n2o, biogenicCo2, co2eBySet } = impact;
  const masses = [co2e, co2, ch4, n2o, biogenicCo2, ...GWP_SETS.map((set) => co2eBySet[set])];
  return [startDate, endDate, seriesId, ...masses.map(textOf)].join(" ");
}

const textOf = (kg: Decimal | null) => (kg === null ? "-" : plain(kg));

/** Why two different calculations differ. `parts` are those of the stored one, if it has several. */
export function reasonsOf(before: Before, after: After, parts: readonly PartRow[]): Reason[] {
  const [hadResult, hasResult] = [before.row.co2eKg !== null, after.outcome.result !== null];
  if (hadResult !== hasResult) return [hasResult ? Reason.BECAME_CALCULABLE : Reason.FAILED];
  const [was, is] = [featuresBefore(before, parts), featuresAfter(after)];
  const differs = (name: keyof Features) => !isEqual(was[name], is[name]);
  const reasons: Reason[] = [];
  if (differs("factors")) reasons.push(differs("figures") ? Reason.FACTOR : Reason.FACTOR_EDITION);
  if (differs("gwpSets")) reasons.push(Reason.WARMING_POTENTIALS);
  if (differs("methods")) reasons.push(Reason.METHOD);
  if (differs("pieces")) reasons.push(Reason.PIECES);
  if (differs("conversions")) reasons.push(Reason.CONVERSION);
  if (differs("categories")) reasons.push(Reason.CATEGORY);
  if (differs("marks")) reasons.push(Reason.FITNESS);
  return reasons.length === 0 ? [Reason.OTHER] : reasons;
}

/** The values of each kind among the parts of a calculation. */
interface Features {
  /** Factors with their revisions. */
  factors: ReadonlySet<string>;
  /** The same without the year. */
  figures: ReadonlySet<string>;
  gwpSets: ReadonlySet<string>;
  methods: ReadonlySet<string>;
  /** First days. */
  pieces: ReadonlySet<string>;
  conversions: ReadonlySet<string>;
  categories: ReadonlySet<string>;
  marks: ReadonlySet<string>;
}

interface Entry {
  gwpSet: string | null;
  method: string | null;
  startDate: string | null;
  resolution: Resolution | undefined;
}

function featuresBefore({ row, impacts }: Before, parts: readonly PartRow[]): Features {
  const entries = (parts.length === 0 ? [{ ...row, startDate: null }] : parts).map(
    ({ gwpSet, method, startDate, resolution }) => ({ gwpSet, method, startDate, resolution: decoded(resolution) }),
  );
  const fitness = row.fitness === null ? null : fromBinary(FitnessSchema, row.fitness);
  return { ...featuresOf(entries, impacts), marks: new Set([marksText(fitness)]) };
}

function featuresAfter({ outcome: { parts, fitness }, impacts }: After): Features {
  // A record of one part is stored without the days of its part.
  const entries = parts.map(({ emissions, method, input, resolved }) => ({
    gwpSet: emissions?.gwpSet ?? null,
    method,
    startDate: parts.length === 1 ? null : input.startDate,
    resolution: resolved?.answer,
  }));
  return { ...featuresOf(entries, impacts), marks: new Set([marksText(fitness)]) };
}

function featuresOf(entries: readonly Entry[], impacts: readonly Impact[]): Omit<Features, "marks"> {
  const factors = entries.flatMap(({ resolution }) => resolution?.factor ?? []);
  const conversions = entries.flatMap(({ resolution }) => resolution?.conversion ?? []);
  return {
    factors: new Set(factors.map(({ id, revision }) => `${id}/${revision}`)),
    figures: new Set(factors.map(({ category, key, region, unitId }) => [category, key, region, unitId].join("/"))),
    gwpSets: new Set(entries.map(({ gwpSet }) => gwpSet ?? "")),
    methods: new Set(entries.map(({ method }) => method ?? "")),
    pieces: new Set(entries.map(({ startDate }) => startDate ?? "")),
    conversions: new Set(conversions.map(ratioOf)),
    categories: new Set(
      impacts.map(({ scope, category, ghgCategory, part, counted }) =>
        [scope, category, ghgCategory, part, counted].join("/"),
      ),
    ),
  };
}

const ratioOf = ({ toUnit, multiplyBy, divideBy }: ConversionStep) =>
  [toUnit, multiplyBy?.value, divideBy?.value].join("/");

/** Thousands of rows share the bytes of an answer. */
const answers = new WeakMap<Uint8Array, Resolution>();

function decoded(bytes: Uint8Array | null): Resolution | undefined {
  if (bytes === null) return undefined;
  const known = answers.get(bytes);
  if (known !== undefined) return known;
  const resolution = fromBinary(ResolutionSchema, bytes);
  answers.set(bytes, resolution);
  return resolution;
}

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && a.isSubsetOf(b);
