import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { checkDay, checkEnum, checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { DistanceModeSchema, type PlaceService } from "@emissions/proto/factors/v1/place_service";
import { checkSearch } from "../search.ts";
import { NO_SURROUNDINGS } from "./choose.ts";
import type { Find } from "./ends.ts";
import { explainer } from "./failures.ts";
import { measureDistances } from "./measure-distances.ts";
import { choiceOf, toPlace } from "./messages.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace } from "./resolve.ts";
import type { RoadService } from "./road-service.ts";
import { searchPlaces } from "./search.ts";

/** Texts or distances of one call. */
const BATCH_MAX = 500;
const TEXT_MAX = 255;
/** Countries of a record and its organization. */
const COUNTRIES_MAX = 5;

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

  resolvePlaces: async ({ texts, countries }) => {
    checkBatch("texts", texts);
    checkCountries(countries);
    const places = await loadPlaces();
    const [find, explain] = [finder(places), explainer(places)];
    const near = { ...NO_SURROUNDINGS, countries };
    return {
      resolutions: texts.map((text) => {
        const found = find(text, near);
        if (!("index" in found)) return explain(text, found, near);
        return { place: toPlace(places, found.index), choice: choiceOf(places, text, found) };
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
    for (const { countries } of distances) checkCountries(countries);
    refuse(distances.flatMap(({ day }) => (day === "" ? [] : checkDay("day", day))));
    const places = await loadPlaces();
    const sources = { places, find: finder(places), explain: explainer(places), roads };
    return { measurements: await measureDistances(distances, sources, signal) };
  },
});

/** Resolves each text of a call once for the same surroundings. */
function finder(places: Places): Find {
  const known = new Map<string, ReturnType<Find>>();
  return (text, near) => {
    const key = JSON.stringify([text, near.countries, near.other, near.mode, near.day]);
    const found = known.get(key) ?? resolvePlace(places, text, near);
    known.set(key, found);
    return found;
  };
}

function checkBatch(field: string, texts: readonly string[], max = BATCH_MAX): void {
  if (texts.length > max) refuse([violation(field, "value_error.list.max_items", `at most ${BATCH_MAX} at once`)]);
  refuse(texts.flatMap((text) => checkText(field, text, { max: TEXT_MAX })));
}

function checkCountries(countries: readonly string[]): void {
  if (countries.length > COUNTRIES_MAX)
    refuse([violation("countries", "value_error.list.max_items", `at most ${COUNTRIES_MAX}`)]);
}
