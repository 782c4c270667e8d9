import { create } from "@bufbuild/protobuf";
import {
  type Distance,
  type DistanceMode,
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
import { RADIUS_KM } from "./sphere.ts";

const KINDS: Readonly<Record<PlaceKind, string>> = {
  [PlaceKind.UNSPECIFIED]: "",
  [PlaceKind.AIRPORT]: "airport",
  [PlaceKind.UNLOCODE]: "unlocode",
  [PlaceKind.CITY]: "geonames",
};

export function toPlace(places: Places, index: number): Place {
  const { latitude, longitude, population: _, ...row } = places.at(index);
  return create(PlaceSchema, {
    ...row,
    id: catalogueId(`place/${KINDS[row.kind]}`, row.code),
    latitude: { value: latitude },
    longitude: { value: longitude },
    text: textOf(places, index),
  });
}

interface Way {
  places: Places;
  origin: number;
  destination: number;
  mode: DistanceMode;
  measured: Measured;
  /** Null if the sender named the mode. */
  inferred: Inferred | null;
}

export function toDistance({ places, origin, destination, mode, measured, inferred }: Way): Distance {
  const { greatCircleKm, detour, kilometres, method } = measured;
  return create(DistanceSchema, {
    origin: toPlace(places, origin),
    destination: toPlace(places, destination),
    mode,
    greatCircleKm: { value: plain(greatCircleKm) },
    ...(detour && { detourFactor: { value: plain(detour.factor) } }),
    kilometres: { value: plain(kilometres) },
    method,
    explanation: `${inferred?.reason ?? ""}${explanation(places.at(origin), places.at(destination), measured)}`,
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
