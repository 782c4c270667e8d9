import { create } from "@bufbuild/protobuf";
import {
  type Distance,
  type DistanceMode,
  type DistanceQuery,
  DistanceSchema,
  type Place,
  PlaceKind,
  PlaceSchema,
} from "@emissions/proto/factors/v1/place_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { plain } from "@emissions/quantity/decimal";
import type { Measured } from "./distance.ts";
import type { Inferred } from "./freight-distance.ts";
import type { PlaceRow, Places } from "./places.ts";
import { textOf } from "./resolve.ts";
import type { Found } from "./resolved.ts";
import { RADIUS_KM } from "./sphere.ts";

const KINDS: Readonly<Record<PlaceKind, string>> = {
  [PlaceKind.UNSPECIFIED]: "",
  [PlaceKind.AIRPORT]: "airport",
  [PlaceKind.UNLOCODE]: "unlocode",
  [PlaceKind.CITY]: "geonames",
};

export function toPlace(places: Places, index: number): Place {
  const { latitude, longitude, validFrom, validTo, population: _, successor: __, ...row } = places.at(index);
  // A former airport whose code is another one's today.
  const isReplaced = validTo !== "" && places.codes.get(row.code)!.length > 1;
  return create(PlaceSchema, {
    ...row,
    id: catalogueId(`place/${KINDS[row.kind]}`, isReplaced ? `${row.code}/${validTo}` : row.code),
    ...(validFrom !== "" && { validFrom }),
    ...(validTo !== "" && { validTo }),
    latitude: { value: latitude },
    longitude: { value: longitude },
    text: textOf(places, index),
  });
}

/** Other places that the sentence about a choice names. */
const NAMED_MAX = 3;

/** Says which place was meant among several. Empty for the only one. */
export function choiceOf(places: Places, text: string, { index, others }: Found): string {
  if (others.length === 0) return "";
  const named = others.slice(0, NAMED_MAX).map((other) => textOf(places, other));
  const more = others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : "";
  return `"${text}" was read as "${textOf(places, index)}", and not as ${named.map((one) => `"${one}"`).join(", ")}${more}.`;
}

interface Way {
  places: Places;
  query: DistanceQuery;
  origin: Found;
  destination: Found;
  mode: DistanceMode;
  measured: Measured;
  /** Null if the sender named the mode. */
  inferred: Inferred | null;
}

export function toDistance({ places, query, origin, destination, mode, measured, inferred }: Way): Distance {
  const { greatCircleKm, detour, kilometres, method } = measured;
  const choices = [
    { end: "origin", sentence: choiceOf(places, query.origin, origin) },
    { end: "destination", sentence: choiceOf(places, query.destination, destination) },
  ].filter(({ sentence }) => sentence !== "");
  const way = explanation(places.at(origin.index), places.at(destination.index), measured);
  return create(DistanceSchema, {
    origin: toPlace(places, origin.index),
    destination: toPlace(places, destination.index),
    mode,
    greatCircleKm: { value: plain(greatCircleKm) },
    ...(detour && { detourFactor: { value: plain(detour.factor) } }),
    kilometres: { value: plain(kilometres) },
    method,
    explanation: [`${inferred?.reason ?? ""}${way}`, ...choices.map(({ sentence }) => sentence)].join(" "),
    chosenPlaces: choices.map(({ end }) => end),
    ...(inferred && { inferredMode: inferred.factorMode }),
  });
}

function explanation(origin: PlaceRow, destination: PlaceRow, { greatCircleKm, reason }: Measured): string {
  return (
    `Great circle from ${described(origin)} to ${described(destination)} ` +
    `by the haversine formula with a radius of ${RADIUS_KM} km: ${plain(greatCircleKm)} km. ${reason}`
  );
}

const described = ({ name, country, latitude, longitude }: PlaceRow): string =>
  `${name}, ${country} (${latitude}, ${longitude})`;
