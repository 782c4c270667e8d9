import type { FactorRow } from "../catalogue/queries.ts";
import type { KeyStep } from "../catalogue/sectors.ts";
import type { StandInRule } from "../catalogue/stand-ins.ts";
import { distanceText, limitOf, standsInFor } from "./years.ts";

/** The region of factors that apply to all countries. */
export const GLOBAL = "GLO";

export interface Criteria {
  /** The keys to select by, the most exact first. */
  steps: readonly KeyStep[];
  /** From the country to `GLO`. */
  regions: readonly string[];
  year: number;
  unit: string;
}

export interface SelectableFactor extends FactorRow {
  standIn: StandInRule;
}

export interface Ranked<F extends SelectableFactor> {
  factor: F;
  step: KeyStep;
  /** False if the year of the factor is too far from that of the activity. Then the factor is never chosen. */
  standsIn: boolean;
  /** True if the quantity can be converted to the unit of the factor. */
  convertible: boolean;
  sortKey: readonly [
    standsIn: number,
    convertible: number,
    key: number,
    region: number,
    year: number,
    set: number,
    unit: number,
  ];
}

export interface FactorSource<F extends SelectableFactor> {
  factorsOf(step: KeyStep, region: string): readonly F[];
  converts(from: string, to: string): boolean;
}

/** Offset that ranks all later years after all earlier ones. */
const LATER = 10_000;

/**
 * Ranks the factors that match the criteria, the best first: by key, region, year, dataset, unit. Factors whose unit
 * does not convert come behind them, and last those of a year beyond their limits. So a factor beyond its limits gives
 * way to the next dataset, region and key. The explanation shows all of them with the reason.
 */
export function rank<F extends SelectableFactor>(
  criteria: Criteria,
  { factorsOf, converts }: FactorSource<F>,
): Ranked<F>[] {
  const ranked: Ranked<F>[] = [];
  for (const [key, step] of criteria.steps.entries()) {
    for (const [region, name] of criteria.regions.entries()) {
      for (const factor of factorsOf(step, name)) {
        const exact = factor.unit === criteria.unit;
        const convertible = exact || converts(criteria.unit, factor.unit);
        const year = yearDistance(factor.year, criteria.year);
        const standsIn = standsInFor(factor, criteria.year);
        const fits = [standsIn ? 0 : 1, convertible ? 0 : 1] as const;
        const sortKey = [...fits, key, region, year, factor.priority, exact ? 0 : 1] as const;
        ranked.push({ factor, step, standsIn, convertible, sortKey });
      }
    }
  }
  return ranked.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey) || (a.factor.id < b.factor.id ? -1 : 1));
}

/** All later years count as farther than all earlier ones. */
export function yearDistance(year: number, requestedYear: number): number {
  return year <= requestedYear ? requestedYear - year : LATER + year - requestedYear;
}

function compareSortKeys(a: Ranked<SelectableFactor>["sortKey"], b: Ranked<SelectableFactor>["sortKey"]): number {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return 0;
}

/** The reason why the first factor was chosen. */
export function reasonOfChoice({ factor, step }: Ranked<SelectableFactor>, criteria: Criteria): string {
  const region = `${factor.region === criteria.regions[0] ? "exact" : "nearest"} region ${factor.region}`;
  return `Chosen: ${step.label}; ${region}; ${yearText(factor.year, criteria.year)}.`;
}

function yearText(year: number, requestedYear: number): string {
  if (year === requestedYear) return `exact year ${year}`;
  return year < requestedYear
    ? `latest year before ${requestedYear}: ${year}`
    : `earliest year after ${requestedYear}: ${year}`;
}

/** The distance of a factor beyond its limits, such as "6 years before 2025; it stands in for at most 0." */
const beyondText = (factor: SelectableFactor, year: number) =>
  `${distanceText(factor, year)}; it stands in for at most ${limitOf(factor, year)}.`;

/** The failure if every factor is of a year beyond its limits: it names the nearest year. */
export function noFactorOfYear(ranked: readonly Ranked<SelectableFactor>[], { steps, year }: Criteria): string {
  const [nearest] = ranked
    .map(({ factor }) => factor)
    .sort((a, b) => Math.abs(a.year - year) - Math.abs(b.year - year));
  const known = nearest ? ` The nearest is of ${nearest.year}, ${beyondText(nearest, year)}` : "";
  return `No factor for ${steps[0]?.label ?? "it"} in ${year}.${known}`;
}

/** The reason for a rejected factor: the first criterion that ranks it below the chosen one. */
export function reasonOfRejection(
  ranked: Ranked<SelectableFactor>,
  chosen: Ranked<SelectableFactor>,
  criteria: Criteria,
): string {
  const { factor, step, sortKey } = ranked;
  if (!ranked.standsIn) return `Passed over: ${factor.year} is ${beyondText(factor, criteria.year)}`;
  if (!ranked.convertible) return `Passed over: ${criteria.unit} cannot be converted to its unit ${factor.unit}.`;
  if (sortKey[2] !== chosen.sortKey[2]) return `Passed over: ${step.label} is less exact than ${chosen.step.label}.`;
  if (sortKey[3] !== chosen.sortKey[3]) {
    return `Passed over: region ${factor.region} is wider than ${chosen.factor.region}.`;
  }
  if (sortKey[4] !== chosen.sortKey[4]) {
    return `Passed over: year ${factor.year} stands behind ${chosen.factor.year} for ${criteria.year}.`;
  }
  if (sortKey[5] !== chosen.sortKey[5]) {
    return `Passed over: "${factor.source}" stands behind "${chosen.factor.source}".`;
  }
  if (sortKey[6] !== chosen.sortKey[6]) return `Passed over: its unit ${factor.unit} needs a conversion.`;
  return "Passed over: equal in every point; the order of ids decides.";
}
