import { once, placeFile } from "./catalogue-files.ts";
import { readDetours } from "./distance.ts";
import type { Earth } from "./freight-distance.ts";
import { type Land, readLand } from "./land.ts";
import { readSeaLanes } from "./sea-lanes.ts";

/** For ways over land. */
export const loadLand: () => Promise<Land> = once(readLand);

/** Land and sea lanes, which only distances of goods need. */
export const loadEarth: () => Promise<Earth> = once(async () => ({
  land: await loadLand(),
  lanes: await readSeaLanes(),
  detours: await readDetours(placeFile("detours.csv")),
}));
