import { enumText } from "@emissions/kit/wire/enum";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import { FreightModeSchema } from "@emissions/proto/factors/v1/freight";
import type { TransportOperationCategory } from "@emissions/proto/factors/v1/freight_service";
import type { Leg } from "./row.ts";

/** Transport operation categories, by name and, for the averages, by mode. */
export interface Tocs {
  byName: ReadonlyMap<string, readonly TransportOperationCategory[]>;
  averages: ReadonlyMap<string, readonly TransportOperationCategory[]>;
}

/** Names in the refusal of an unknown one. */
const SUGGESTIONS_MAX = 5;
const WORLD = "GLO";
/** Location of the categories that apply in a region of the country list. */
const LOCATIONS: Readonly<Record<string, string>> = { Europe: "EU" };

export const modeOf = ({ category }: TransportOperationCategory): string => enumText(FreightModeSchema, category);

export const indexTocs = (tocs: Iterable<TransportOperationCategory>): Tocs => {
  const all = [...tocs];
  return {
    byName: Map.groupBy(all, ({ toc }) => toc),
    averages: Map.groupBy(
      all.filter(({ generic }) => generic),
      modeOf,
    ),
  };
};

/** The category of a leg: by its name, or the average of its mode; of the region of the origin where there are several. */
export function tocOf(
  { toc, category, originCountry }: Leg,
  { byName, averages }: Tocs,
  countries: ReadonlyMap<string, Country>,
): TransportOperationCategory | undefined {
  const found = toc === null ? averages.get(category ?? "") : byName.get(toc);
  if (found === undefined || found.length === 1) return found?.[0];
  const location = LOCATIONS[countries.get(originCountry)?.region ?? ""] ?? WORLD;
  return [location, WORLD].map((one) => found.find((toc) => toc.location === one)).find(Boolean) ?? found[0];
}

/** The names that are most like an unknown one. */
export function similarNames(name: string, { byName }: Tocs): string[] {
  const sent = pairsOf(name);
  const likeness = (other: string) => {
    const pairs = pairsOf(other);
    return (2 * sent.intersection(pairs).size) / (sent.size + pairs.size || 1);
  };
  const scored = [...byName.keys()].map((other) => [other, likeness(other)] as const);
  return scored
    .filter(([, score]) => score > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(([other]) => other);
}

/** Neighbouring letters. */
const pairsOf = (name: string): Set<string> =>
  new Set(Array.from({ length: Math.max(name.length - 1, 0) }, (_, at) => name.slice(at, at + 2).toLowerCase()));
