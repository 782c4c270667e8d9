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
import { type Measured, RADIUS_KM } from "./distance.ts";
import type { PlaceRow, Places } from "./places.ts";
import { textOf } from "./resolve.ts";

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
}

export function toDistance({ places, origin, destination, mode, measured }: Way): Distance {
  const { greatCircleKm, detour, kilometres, method } = measured;
  return create(DistanceSchema, {
    origin: toPlace(places, origin),
    destination: toPlace(places, destination),
    mode,
    greatCircleKm: { value: plain(greatCircleKm) },
    ...(detour && { detourFactor: { value: plain(detour.factor) } }),
    kilometres: { value: plain(kilometres) },
    method,
    explanation: explanation(places.at(origin), places.at(destination), measured),
  });
}

function explanation(origin: PlaceRow, destination: PlaceRow, { greatCircleKm, detour, kilometres }: Measured): string {
  const line =
    `Great circle from ${described(origin)} to ${described(destination)} ` +
    `by the haversine formula with a radius of ${RADIUS_KM} km: ${plain(greatCircleKm)} km.`;
  if (detour === null) return `${line} The factors of flights include the indirect routes, so nothing is added.`;
  const product = `${plain(greatCircleKm)} * ${plain(detour.factor)} = ${plain(kilometres)} km`;
  return `${line} Times the detour: ${product}, rounded to 0.1 km (${detour.source}: ${detour.note}).`;
}

const described = ({ name, country, latitude, longitude }: PlaceRow): string =>
  `${name}, ${country} (${latitude}, ${longitude})`;
