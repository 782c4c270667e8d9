import { derived } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Marks } from "../catalogue/sectors.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, CANDIDATES_MAX, failure } from "./answer.ts";
import { conversion, converts, type Step } from "./conversion.ts";
import { fitnessOf } from "./fitness.ts";
import type { Lookup } from "./lookup/lookup.ts";
import { toConversionStep } from "./messages.ts";
import { basisDiffers, priceSteps } from "./price-steps.ts";
import { rankFuel } from "./rank-fuel.ts";
import { countryOf, regionsOf } from "./regions.ts";
import {
  type Criteria,
  type FactorSource,
  noFactorOfYear,
  type Ranked,
  rank,
  reasonOfChoice,
  reasonOfRejection,
} from "./rules.ts";
import { yearEnd } from "./years.ts";

export interface LibraryNeed {
  /** Unit code of the quantity. */
  unit: string;
  day: string;
}

interface LibraryQuery extends LibraryNeed {
  lookup: Lookup;
}

/** Selects the best factor of the library, with the conversion to its unit. */
export function resolveInLibrary(snapshot: Snapshot, { lookup, unit, day }: LibraryQuery): Answer {
  if ("failureCode" in lookup) return lookup;
  const { steps, country, places = [country], countryOnly = false, standInCountry, ghgCategory, fuel } = lookup;
  const own = countryOnly ? countryOf(snapshot, country) : regionsOf(snapshot, country);
  const regions = standInCountry === undefined ? own : [...new Set([...own, standInCountry])];
  const criteria: Criteria = { steps, regions, year: Number(day.slice(0, 4)), unit };
  const unitOf = (code: string) => snapshot.unitsByCode.get(code);
  const source: FactorSource<LibraryFactor> = {
    factorsOf: ({ category, scheme, key, inDataset = () => true, needsCo2 = false }, region) =>
      factorsByRegion(snapshot)
        .get(factorKey(category, scheme, key))
        ?.get(region)
        ?.filter(({ row }) => inDataset(row.dataset) && (!needsCo2 || hasCo2(row))) ?? [],
    converts: (from, to) => {
      const [a, b] = [unitOf(from), unitOf(to)];
      return a !== undefined && b !== undefined && converts(a, b);
    },
  };
  const ranking = fuel ? rankFuel(snapshot, { fuel, criteria, source }) : { ranked: rank(criteria, source) };
  const selected = answer({ snapshot, criteria, country, places, day, ...ranking });
  return ghgCategory === undefined || selected.factor === undefined ? selected : { ...selected, ghgCategory };
}

const hasCo2 = ({ co2e, co2 }: LibraryFactor["row"]) => co2e !== null || co2 !== null;

/** A key such as grid electricity has thousands of factors, but only a few dozen apply to one country. */
const factorsByRegion = derived(
  ({ factors }) => new Map([...factors].map(([key, all]) => [key, Map.groupBy(all, ({ region }) => region)] as const)),
);

/** Candidates beyond their limits of years that an answer shows, so that a reader sees why they were not chosen. */
const BEYOND_LIMITS_MAX = 3;

function shown(ranked: readonly Ranked<LibraryFactor>[]): readonly Ranked<LibraryFactor>[] {
  const beyond = ranked.filter(({ standsIn }) => !standsIn);
  const within = ranked.slice(0, ranked.length - beyond.length);
  const firstBeyond = beyond.slice(0, Math.max(BEYOND_LIMITS_MAX, CANDIDATES_MAX - within.length));
  return [...within.slice(0, CANDIDATES_MAX - firstBeyond.length), ...firstBeyond];
}

interface RankedFactors {
  snapshot: Snapshot;
  ranked: readonly Ranked<LibraryFactor>[];
  criteria: Criteria;
  country: string;
  places: readonly string[];
  day: string;
  /** The conversion to the unit of a factor, if it is not the ratio of the units. */
  stepsTo?: (factor: LibraryFactor) => Step[] | null;
  /** Marks besides those of the key and of the conversions. */
  marks?: Marks | undefined;
}

const marksOf = ({ step, factor }: Ranked<LibraryFactor>, conversions: readonly Step[]) => [
  step.marks,
  ...conversions.map(({ marks }) => marks),
  { priceBasisDiffers: basisDiffers(factor.row), boundaryDiffers: factor.row.groupPath === LIFE_CYCLE_LESS_DIRECT },
];

/** Group of upstream figures that include the building of power stations, which category 3 does not ask for. */
const LIFE_CYCLE_LESS_DIRECT = "Electricity > Life cycle less direct";

function answer({ snapshot, ranked, criteria, country, places, day, stepsTo, marks }: RankedFactors): Answer {
  const best = ranked[0];
  if (best === undefined) return failure("FACTOR_NOT_FOUND", `No factor for ${criteria.steps[0]?.label ?? "it"}.`);
  const candidates = (chosen: boolean, reasonOfBest: string) =>
    shown(ranked).map((candidate, at) => ({
      rank: at + 1,
      chosen: chosen && at === 0,
      reason: at === 0 ? reasonOfBest : reasonOfRejection(candidate, best, criteria),
      factor: candidate.factor.message,
    }));

  if (!best.standsIn) {
    const rejected = candidates(false, reasonOfRejection(best, best, criteria));
    return { candidates: rejected, ...failure("FACTOR_NOT_FOUND", noFactorOfYear(ranked, criteria)) };
  }
  const [from, to] = [snapshot.unitsByCode.get(criteria.unit)!, snapshot.unitsByCode.get(best.factor.unit)];
  if (!best.convertible || to === undefined) {
    const detail = `${from.code} fits no factor for ${best.step.label}.`;
    const rejected = candidates(false, reasonOfRejection(best, best, criteria));
    return { candidates: rejected, ...failure("UNIT_NOT_CONVERTIBLE", detail) };
  }
  const { row } = best.factor;
  const prices = row.priceYear === null ? null : { ...row, priceYear: row.priceYear };
  const steps = prices
    ? priceSteps(snapshot, { currency: from.code, day, country }, prices)
    : (stepsTo?.(best.factor) ?? conversion(from, to, snapshot.rates, day));
  if (steps === null) {
    const detail = `No exchange rate between ${from.code} and ${to.code} is known for ${day}.`;
    return { candidates: candidates(false, `Passed over: ${detail}`), ...failure("EXCHANGE_RATE_MISSING", detail) };
  }
  return {
    factor: best.factor.message,
    conversion: steps.map((step) => toConversionStep(step, day)),
    candidates: candidates(true, reasonOfChoice(best, criteria)),
    fitness: fitnessOf({
      ...{ factor: best.factor, places, place: best.step.place, year: criteria.year },
      marks: [marks, ...marksOf(best, steps)],
    }),
    // The choice depends on the year alone.
    validUntil: yearEnd(day),
  };
}
