import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Fitness, FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Marks, Place } from "../catalogue/sectors.ts";
import { GLOBAL } from "./rules.ts";
import { yearMarks } from "./years.ts";

interface Fit {
  factor: Pick<LibraryFactor, "region" | "year" | "standIn">;
  /** Countries of the activity; empty texts if they are unknown. */
  places: readonly string[];
  place?: Place | undefined;
  /** Year of the activity. */
  year: number;
  /** Marks of the key step and of the conversions. */
  marks: readonly (Marks | undefined)[];
}

/** How well a factor of the library fits the activity. */
export function fitnessOf({ factor, places, place, year, marks }: Fit): Fitness {
  const origin = originOf(factor);
  // A figure without a year and a country, such as a warming potential, is the same everywhere.
  const isSameEverywhere = origin === GLOBAL && factor.standIn.yearMeans === "publication";
  const fits = isSameEverywhere || isOf(origin, places, place);
  const own: Marks = { origin, proxy: !fits, ...yearMarks(factor, year) };
  return merged([own, ...marks]);
}

function isOf(origin: string, places: Fit["places"], place: Fit["place"]): boolean {
  if (place === undefined) return places.every((country) => country === origin);
  return places.includes(origin) === (place === "an_end");
}

/** A figure that applies worldwide still describes the country of its dataset. */
const originOf = ({ region, standIn }: Fit["factor"]): string => (region === GLOBAL && standIn.origin) || region;

/** Marks add up: a mark that one of them sets is set, and of two numbers the larger counts. */
export function merged(all: readonly (Marks | undefined)[]): Fitness {
  const fitness: Record<string, unknown> = {};
  for (const [name, value] of all.flatMap((marks) => Object.entries(marks ?? {}))) {
    const known = fitness[name];
    if (typeof value === "number") fitness[name] = Math.max(value, typeof known === "number" ? known : 0);
    else if (typeof value === "boolean") fitness[name] = value || known === true;
    else fitness[name] = value;
  }
  return create(FitnessSchema, fitness as MessageInitShape<typeof FitnessSchema>);
}
