import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { exhausted } from "@emissions/kit/wire/errors";
import { FreightMode } from "@emissions/proto/factors/v1/freight";
import {
  DistanceMethod,
  DistanceMode,
  type DistanceQuery,
  PlaceKind,
  PlaceService,
} from "@emissions/proto/factors/v1/place_service";

const airport = (code: string, country: string) => ({
  ...{ id: `airport/${code}`, name: `${code} Airport`, kind: PlaceKind.AIRPORT, code, country, text: code },
  ...{ latitude: { value: "40.5" }, longitude: { value: "-3.5" } },
});

export const PLACES = {
  MAD: airport("MAD", "ES"),
  BCN: airport("BCN", "ES"),
  JFK: airport("JFK", "US"),
  TXL: airport("TXL", "DE"),
};

/** Last day of the code TXL. */
export const LAST_DAY_OF_TXL = "2020-11-08";

export const KILOMETRES = "482.6";
/** The same by air freight, with the 95 km of ISO 14083. */
export const KILOMETRES_OF_GOODS = "577.6";

/** A name that several places have, of which the service chooses MAD. */
export const CHOSEN = "Madrid";

/** Every "P1", "P2" is a place, too. */
const placeOf = (text: string) =>
  PLACES[(text === CHOSEN ? "MAD" : text.toUpperCase()) as keyof typeof PLACES] ??
  (/^P\d+$/.test(text) ? airport(text, "GB") : undefined);

/** How goods are measured. */
const FREIGHT_METHODS: Readonly<Record<number, DistanceMethod>> = {
  [DistanceMode.AIR]: DistanceMethod.GREAT_CIRCLE_PLUS_95_KM,
  [DistanceMode.ROAD]: DistanceMethod.ROAD_SERVICE,
  [DistanceMode.RAIL]: DistanceMethod.GREAT_CIRCLE_WITH_DETOUR,
  [DistanceMode.SEA]: DistanceMethod.SEA_LANES,
};

/**
 * Answers of the place service: it knows PLACES, TXL until its last day, finds "Springfield" ambiguous, and measures only goods at sea. Places of
 * one country are on one landmass.
 */
function measure(query: DistanceQuery) {
  const dependsOnDay = [query.origin, query.destination].includes("TXL");
  return { ...measureOnDay(query), dependsOnDay };
}

function measureOnDay({ origin, destination, mode, freight, day }: DistanceQuery) {
  const [from, to] = [placeOf(origin), placeOf(destination)];
  if (destination === "TXL" && day > LAST_DAY_OF_TXL) {
    const failureDetail = '"TXL" ended on 8 November 2020. Since then, write "BER".';
    return { failureCode: "PLACE_NOT_IN_USE", failureDetail, destinationFailed: true, suggestions: ["BER"] };
  }
  for (const [place, text, destinationFailed] of [[from, origin, false] as const, [to, destination, true] as const]) {
    if (place !== undefined) continue;
    const suggestions = text === "Springfield" ? ["Springfield, IL, US", "Springfield, MO, US"] : ["MAD", "MAN"];
    const failureCode = text === "Springfield" ? "PLACE_AMBIGUOUS" : "PLACE_NOT_FOUND";
    const failureDetail = `"${text}" is not clear. Did you mean ${suggestions.join(" or ")}?`;
    return { failureCode, failureDetail, destinationFailed, suggestions };
  }
  if (mode === DistanceMode.SEA && !freight)
    return { failureCode: "DISTANCE_NOT_MEASURABLE", failureDetail: "Send distance_km." };
  if (from === to) return { failureCode: "SAME_PLACE", failureDetail: "Both are one place." };
  const isInferred = mode === DistanceMode.INFERRED;
  const inferredMode = from!.country === to!.country ? FreightMode.ROAD : FreightMode.AIR;
  const method = (freight ? FREIGHT_METHODS[mode] : undefined) ?? DistanceMethod.GREAT_CIRCLE;
  const explanation = "Great circle from 40.5, -3.5 to 40.5, -3.5.";
  const chosenPlaces = [...(origin === CHOSEN ? ["origin"] : []), ...(destination === CHOSEN ? ["destination"] : [])];
  const greatCircleKm = { value: KILOMETRES };
  const isPlus95 = method === DistanceMethod.GREAT_CIRCLE_PLUS_95_KM;
  const kilometres = isPlus95 ? { value: KILOMETRES_OF_GOODS } : greatCircleKm;
  return {
    distance: {
      ...{ origin: from!, destination: to!, mode, kilometres, greatCircleKm, method, explanation, chosenPlaces },
      ...(isInferred && { inferredMode }),
    },
  };
}

/** Every "City, CC" is a city. */
function resolve(text: string) {
  const [, country] = /^\p{L}+, ([A-Z]{2})$/u.exec(text) ?? [];
  if (country === undefined) return { failureCode: "PLACE_NOT_FOUND", failureDetail: `"${text}" names no place.` };
  return { place: { ...airport(text, country), kind: PlaceKind.CITY } };
}

/** The place service of factors, and the queries of each of its calls. */
export function fakePlaces() {
  const calls: DistanceQuery[][] = [];
  const away = { places: false, throttled: false };
  const transport = createRouterTransport((router) => {
    router.service(PlaceService, {
      measureDistances: ({ distances }) => {
        if (away.places) throw new ConnectError("nobody there", Code.Unavailable);
        if (away.throttled) throw exhausted("UPSTREAM_RATE_LIMITED", "Too many distances. Try again in a moment.");
        calls.push(distances);
        return { measurements: distances.map(measure) };
      },
      resolvePlaces: ({ texts }) => {
        if (away.places) throw new ConnectError("nobody there", Code.Unavailable);
        return { resolutions: texts.map(resolve) };
      },
    });
  });
  const reset = () => {
    calls.length = 0;
    Object.assign(away, { places: false, throttled: false });
  };
  return { client: createClient(PlaceService, transport), calls, away, reset };
}
