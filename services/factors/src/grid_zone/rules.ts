import { GridZoneFigures } from "@emissions/proto/factors/v1/grid_zone_service";
import { derived, factorsIn } from "../catalogue/derived.ts";
import { GRID, LIFE_CYCLE_CATEGORY, LOCATION_CATEGORY } from "../selection/lookup/library.ts";

export interface Zone {
  gridZone: string;
  name: string;
  country: string;
  figures: GridZoneFigures;
}

const PREFIX = `${GRID}/`;

/** All zones with an average of their grid, sorted by country and name. The latest direct figure gives the name. */
export const gridZones = derived((snapshot): readonly Zone[] => {
  const averages = [LOCATION_CATEGORY, LIFE_CYCLE_CATEGORY].flatMap((category) => factorsIn(snapshot, category));
  const own = averages.filter(({ key, region }) => key.startsWith(PREFIX) && snapshot.countriesByCode.has(region));
  const byZone = Map.groupBy(own, ({ region, key }) => `${region} ${key}`);
  return [...byZone.values()]
    .map((factors) => {
      const direct = factors.filter(({ category }) => category === LOCATION_CATEGORY);
      const named = direct.length > 0 ? direct : factors;
      const { name, region, key } = named.reduce((latest, one) => (one.year > latest.year ? one : latest));
      const figures = direct.length > 0 ? GridZoneFigures.DIRECT : GridZoneFigures.LIFE_CYCLE;
      return { gridZone: key.slice(PREFIX.length), name: withoutSubject(name), country: region, figures };
    })
    .sort((a, b) => compare(a.country, b.country) || compare(a.name, b.name) || compare(a.gridZone, b.gridZone));
});

/** Electricity Maps names its figures "Electricity, Corsica". */
const withoutSubject = (name: string) => name.replace(/^Electricity, /, "");

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
