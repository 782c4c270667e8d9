import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Marks } from "../catalogue/sectors.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import type { Step } from "./conversion.ts";
import { basisOf, type Fuel, fuelSteps, isEnergy } from "./fuel.ts";
import { type Criteria, type FactorSource, type Ranked, rank } from "./rules.ts";

/**
 * Cost of a conversion: 2 for a calorific value, 3 for a volume, whose conditions a source may not state. At most two
 * properties stand between two amounts.
 */
const COSTS = [2, 3, 4, 5];

interface FuelQuery {
  fuel: Fuel;
  criteria: Criteria;
  source: FactorSource<LibraryFactor>;
}

interface RankedFuel {
  ranked: Ranked<LibraryFactor>[];
  /** The conversion by properties; null where the ratio of the units is sufficient. */
  stepsTo: (factor: LibraryFactor) => Step[] | null;
  /** Set for an energy that was read as gross. */
  marks: Marks | undefined;
}

/** True for a unit of energy: gross and net calorific value make a difference. */
const needsBasis = ({ unitsByCode }: Snapshot, code: string): boolean => {
  const unit = unitsByCode.get(code);
  return unit !== undefined && isEnergy(unit);
};

/**
 * Ranks the factors of a fuel. A factor per unit of the recorded dimension and calorific value always wins. Only without
 * one are others converted by published properties, those by the fewest properties first.
 */
export function rankFuel(snapshot: Snapshot, { fuel, criteria, source }: FuelQuery): RankedFuel {
  const energy = needsBasis(snapshot, criteria.unit);
  const hasBasis = (factor: LibraryFactor) =>
    !energy || !needsBasis(snapshot, factor.unit) || basisOf(factor) === fuel.basis;
  const own = rank(criteria, restrictedTo(source, hasBasis));
  const marks = energy && fuel.assumed ? { calorificBasisAssumed: true } : undefined;
  const noSteps = () => null;
  if (isUsable(own)) return { ranked: own, stepsTo: noSteps, marks };

  const unit = snapshot.unitsByCode.get(criteria.unit);
  const stepsTo = (to: LibraryFactor) => (unit === undefined ? null : fuelSteps(snapshot, fuel, { unit, to }));
  for (const cost of COSTS) {
    const byProperties = {
      ...restrictedTo(source, (factor) => costOf(stepsTo(factor)) === cost),
      converts: () => true,
    };
    const ranked = rank(criteria, byProperties);
    if (isUsable(ranked)) return { ranked, stepsTo, marks };
  }
  // Without published calorific values an energy whose basis nobody said is read as the factor states it.
  return { ranked: fuel.assumed ? rank(criteria, source) : own, stepsTo: noSteps, marks };
}

const isUsable = ([best]: readonly Ranked<LibraryFactor>[]): boolean => best?.standsIn === true && best.convertible;

const restrictedTo = (
  { factorsOf, converts }: FactorSource<LibraryFactor>,
  fits: (factor: LibraryFactor) => boolean,
): FactorSource<LibraryFactor> => ({
  factorsOf: (step, region) => factorsOf(step, region).filter(fits),
  converts,
});

const costOf = (steps: readonly Step[] | null): number =>
  (steps ?? []).reduce((cost, { fuelProperty }) => cost + (fuelProperty ? (fuelProperty.conditions ? 3 : 2) : 0), 0);
