import type { KeyStep } from "./sectors.ts";

/** The region of figures that stand for everywhere. */
export const GLOBAL = "GLO";

/** One revision of a factor as stored; values are exact decimals per unit of activity. */
export interface FactorRow {
  id: string;
  revision: number;
  category: string;
  scheme: string;
  key: string;
  name: string;
  region: string;
  year: number;
  unit: string;
  /** Of its data set: the lower number counts. */
  priority: number;
  /** Name of the publication. */
  source: string;
}

export interface Wish {
  /** The ways to look the key up, the most exact first. */
  steps: readonly KeyStep[];
  /** From the country to everywhere. */
  regions: readonly string[];
  year: number;
  unit: string;
}

export interface Ranked<F extends FactorRow> {
  factor: F;
  step: KeyStep;
  /** Whether the quantity can be brought to the unit of the factor. */
  fits: boolean;
  place: readonly [fits: number, key: number, region: number, year: number, set: number, unit: number];
}

export interface Lookup<F extends FactorRow> {
  factorsOf(step: KeyStep, region: string): readonly F[];
  converts(from: string, to: string): boolean;
}

/** Later years come after all earlier ones: a figure of the past is known, one of the future is not. */
const LATER = 10_000;

/**
 * The factors that may price a wish, the best first: key, then region, then
 * year, then data set, then unit. What does not fit the unit is last, to be
 * shown with the reason.
 */
export function rank<F extends FactorRow>(wish: Wish, { factorsOf, converts }: Lookup<F>): Ranked<F>[] {
  const ranked: Ranked<F>[] = [];
  for (const [key, step] of wish.steps.entries()) {
    for (const [region, name] of wish.regions.entries()) {
      for (const factor of factorsOf(step, name)) {
        const exact = factor.unit === wish.unit;
        const fits = exact || converts(wish.unit, factor.unit);
        const year = yearPlace(factor.year, wish.year);
        const place = [fits ? 0 : 1, key, region, year, factor.priority, exact ? 0 : 1] as const;
        ranked.push({ factor, step, fits, place });
      }
    }
  }
  return ranked.sort((a, b) => comparePlaces(a.place, b.place) || (a.factor.id < b.factor.id ? -1 : 1));
}

function yearPlace(year: number, wished: number): number {
  return year <= wished ? wished - year : LATER + year - wished;
}

function comparePlaces(a: Ranked<FactorRow>["place"], b: Ranked<FactorRow>["place"]): number {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return 0;
}

/** Why the first was chosen, in the words of the lookup. */
export function reasonOfChoice({ factor, step }: Ranked<FactorRow>, wish: Wish): string {
  const region = `${factor.region === wish.regions[0] ? "exact" : "nearest"} region ${factor.region}`;
  return `Chosen: ${step.label}; ${region}; ${yearText(factor.year, wish.year)}.`;
}

function yearText(year: number, wished: number): string {
  if (year === wished) return `exact year ${year}`;
  return year < wished ? `latest year before ${wished}: ${year}` : `earliest year after ${wished}: ${year}`;
}

/** Why another one was not: the first point in which it is behind the chosen one. */
export function reasonOfRefusal(ranked: Ranked<FactorRow>, chosen: Ranked<FactorRow>, wish: Wish): string {
  const { factor, step, place } = ranked;
  if (!ranked.fits) return `Passed over: ${wish.unit} cannot be converted to its unit ${factor.unit}.`;
  if (place[1] !== chosen.place[1]) return `Passed over: ${step.label} is less exact than ${chosen.step.label}.`;
  if (place[2] !== chosen.place[2]) {
    return `Passed over: region ${factor.region} is wider than ${chosen.factor.region}.`;
  }
  if (place[3] !== chosen.place[3]) {
    return `Passed over: year ${factor.year} stands behind ${chosen.factor.year} for ${wish.year}.`;
  }
  if (place[4] !== chosen.place[4]) {
    return `Passed over: "${factor.source}" stands behind "${chosen.factor.source}".`;
  }
  if (place[5] !== chosen.place[5]) return `Passed over: its unit ${factor.unit} needs a conversion.`;
  return "Passed over: equal in every point; the order of ids decides.";
}
