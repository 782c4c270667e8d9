import type { FactorRow } from "../catalogue/queries.ts";
import type { KeyStep } from "../catalogue/sectors.ts";

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

export interface Ranked<F extends FactorRow> {
  factor: F;
  step: KeyStep;
  /** True if the quantity can be converted to the unit of the factor. */
  convertible: boolean;
  sortKey: readonly [convertible: number, key: number, region: number, year: number, set: number, unit: number];
}

export interface FactorSource<F extends FactorRow> {
  factorsOf(step: KeyStep, region: string): readonly F[];
  converts(from: string, to: string): boolean;
}

/** Offset that ranks all later years after all earlier ones. */
const LATER = 10_000;

/**
 * Ranks the factors that match the criteria, the best first: by key, region, year, dataset, unit. Factors whose unit
 * does not convert come last. The explanation shows them with the reason.
 */
export function rank<F extends FactorRow>(criteria: Criteria, { factorsOf, converts }: FactorSource<F>): Ranked<F>[] {
  const ranked: Ranked<F>[] = [];
  for (const [key, step] of criteria.steps.entries()) {
    for (const [region, name] of criteria.regions.entries()) {
      for (const factor of factorsOf(step, name)) {
        const exact = factor.unit === criteria.unit;
        const convertible = exact || converts(criteria.unit, factor.unit);
        const year = yearDistance(factor.year, criteria.year);
        const sortKey = [convertible ? 0 : 1, key, region, year, factor.priority, exact ? 0 : 1] as const;
        ranked.push({ factor, step, convertible, sortKey });
      }
    }
  }
  return ranked.sort((a, b) => compareSortKeys(a.sortKey, b.sortKey) || (a.factor.id < b.factor.id ? -1 : 1));
}

function yearDistance(year: number, requestedYear: number): number {
  return year <= requestedYear ? requestedYear - year : LATER + year - requestedYear;
}

function compareSortKeys(a: Ranked<FactorRow>["sortKey"], b: Ranked<FactorRow>["sortKey"]): number {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return 0;
}

/** The reason why the first factor was chosen. */
export function reasonOfChoice({ factor, step }: Ranked<FactorRow>, criteria: Criteria): string {
  const region = `${factor.region === criteria.regions[0] ? "exact" : "nearest"} region ${factor.region}`;
  return `Chosen: ${step.label}; ${region}; ${yearText(factor.year, criteria.year)}.`;
}

function yearText(year: number, requestedYear: number): string {
  if (year === requestedYear) return `exact year ${year}`;
  return year < requestedYear
    ? `latest year before ${requestedYear}: ${year}`
    : `earliest year after ${requestedYear}: ${year}`;
}

/** The reason for a rejected factor: the first criterion that ranks it below the chosen one. */
export function reasonOfRejection(ranked: Ranked<FactorRow>, chosen: Ranked<FactorRow>, criteria: Criteria): string {
  const { factor, step, sortKey } = ranked;
  if (!ranked.convertible) return `Passed over: ${criteria.unit} cannot be converted to its unit ${factor.unit}.`;
  if (sortKey[1] !== chosen.sortKey[1]) return `Passed over: ${step.label} is less exact than ${chosen.step.label}.`;
  if (sortKey[2] !== chosen.sortKey[2]) {
    return `Passed over: region ${factor.region} is wider than ${chosen.factor.region}.`;
  }
  if (sortKey[3] !== chosen.sortKey[3]) {
    return `Passed over: year ${factor.year} stands behind ${chosen.factor.year} for ${criteria.year}.`;
  }
  if (sortKey[4] !== chosen.sortKey[4]) {
    return `Passed over: "${factor.source}" stands behind "${chosen.factor.source}".`;
  }
  if (sortKey[5] !== chosen.sortKey[5]) return `Passed over: its unit ${factor.unit} needs a conversion.`;
  return "Passed over: equal in every point; the order of ids decides.";
}
