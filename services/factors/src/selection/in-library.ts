import { derived } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, CANDIDATES_MAX, failure } from "./answer.ts";
import { conversion, converts } from "./conversion.ts";
import type { Lookup } from "./lookup/lookup.ts";
import { toConversionStep } from "./messages.ts";
import { regionsOf } from "./regions.ts";
import { type Ranked, rank, reasonOfChoice, reasonOfRefusal, type Wish } from "./rules.ts";

interface Need {
  lookup: Lookup;
  /** Code of the unit of the quantity. */
  unit: string;
  day: string;
}

/** The best factor of the public library for a selector, with the way to its unit. */
export function resolveInLibrary(snapshot: Snapshot, { lookup, unit, day }: Need): Answer {
  if ("failureCode" in lookup) return lookup;
  const { steps, country } = lookup;
  const wish: Wish = { steps, regions: regionsOf(snapshot, country), year: Number(day.slice(0, 4)), unit };
  const unitOf = (code: string) => snapshot.unitsByCode.get(code);
  const ranked = rank<LibraryFactor>(wish, {
    factorsOf: ({ category, scheme, key }, region) =>
      factorsByRegion(snapshot)
        .get(factorKey(category, scheme, key))
        ?.get(region) ?? [],
    converts: (from, to) => {
      const [a, b] = [unitOf(from), unitOf(to)];
      return a !== undefined && b !== undefined && converts(a, b);
    },
  });
  return answer({ snapshot, ranked, wish, day });
}

/** A key such as that of grid electricity has thousands of factors, of which a place sees a few dozen. */
const factorsByRegion = derived(
  ({ factors }) => new Map([...factors].map(([key, all]) => [key, Map.groupBy(all, ({ region }) => region)] as const)),
);

interface Choice {
  snapshot: Snapshot;
  ranked: readonly Ranked<LibraryFactor>[];
  wish: Wish;
  day: string;
}

function answer({ snapshot, ranked, wish, day }: Choice): Answer {
  const best = ranked[0];
  if (best === undefined) return failure("FACTOR_NOT_FOUND", `No factor for ${wish.steps[0]?.label ?? "it"}.`);
  const candidates = (chosen: boolean, reasonOfBest: string) =>
    ranked.slice(0, CANDIDATES_MAX).map((candidate, at) => ({
      rank: at + 1,
      chosen: chosen && at === 0,
      reason: at === 0 ? reasonOfBest : reasonOfRefusal(candidate, best, wish),
      factor: candidate.factor.message,
    }));

  const [from, to] = [snapshot.unitsByCode.get(wish.unit)!, snapshot.unitsByCode.get(best.factor.unit)];
  if (!best.fits || to === undefined) {
    const detail = `${from.code} fits no factor for ${best.step.label}.`;
    const shown = candidates(false, reasonOfRefusal(best, best, wish));
    return { candidates: shown, ...failure("UNIT_NOT_CONVERTIBLE", detail) };
  }
  const steps = conversion(from, to, snapshot.rates, day);
  if (steps === null) {
    const detail = `No exchange rate between ${from.code} and ${to.code} is known for ${day}.`;
    return { candidates: candidates(false, `Passed over: ${detail}`), ...failure("EXCHANGE_RATE_MISSING", detail) };
  }
  return {
    factor: best.factor.message,
    conversion: steps.map((step) => toConversionStep(step, day)),
    candidates: candidates(true, reasonOfChoice(best, wish)),
  };
}
