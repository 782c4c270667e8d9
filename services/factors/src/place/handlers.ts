import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { checkEnum, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { DistanceModeSchema, type PlaceService } from "@emissions/proto/factors/v1/place_service";
import { checkSearch } from "../search.ts";
import { explainer } from "./failures.ts";
import { type Find, measureDistances } from "./measure-distances.ts";
import { toPlace } from "./messages.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace } from "./resolve.ts";
import type { RoadService } from "./road-service.ts";
import { searchPlaces } from "./search.ts";

/** Texts or distances of one call. */
const BATCH_MAX = 500;
const TEXT_MAX = 255;

const MODES = enumTexts(DistanceModeSchema);

interface PlaceContext {
  /** Null: distances by road are estimated. */
  roads: RoadService | null;
}

export const placeHandlers = ({ roads }: PlaceContext = { roads: null }): ServiceImpl<typeof PlaceService> => ({
  listPlaces: async (request) => {
    refuse(checkSearch(request.search));
    const { limit, offset } = checkedPageOf(request);
    const places = await loadPlaces();
    const found = searchPlaces(places, request);
    const shown = found.slice(offset, offset + limit);
    return { places: [...shown].map((index) => toPlace(places, index)), total: found.length };
  },

  resolvePlaces: async ({ texts }) => {
    checkBatch("texts", texts);
    const places = await loadPlaces();
    const find = finder(places);
    return {
      resolutions: texts.map((text) => {
        const found = find(text);
        return "index" in found ? { place: toPlace(places, found.index) } : found;
      }),
    };
  },

  measureDistances: async ({ distances }, { signal }) => {
    checkBatch(
      "distances",
      distances.flatMap(({ origin, destination }) => [origin, destination]),
      2 * BATCH_MAX,
    );
    refuse(distances.flatMap(({ mode }) => checkEnum("mode", enumText(DistanceModeSchema, mode), MODES)));
    const places = await loadPlaces();
    return { measurements: await measureDistances(distances, { places, find: finder(places), roads }, signal) };
  },
});

/** Resolves each text of a call once. */
function finder(places: Places): Find {
  const explain = explainer(places);
  const known = new Map<string, ReturnType<Find>>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const resolved = resolvePlace(places, text);
    const found = "index" in resolved ? resolved : explain(text, resolved);
    known.set(text, found);
    return found;
  };
}

function checkBatch(field: string, texts: readonly string[], max = BATCH_MAX): void {
  if (texts.length > max) refuse([violation(field, "value_error.list.max_items", `at most ${BATCH_MAX} at once`)]);
  refuse(texts.flatMap((text) => checkText(field, text, { max: TEXT_MAX })));
}
