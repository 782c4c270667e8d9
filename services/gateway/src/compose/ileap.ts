import { LogisticsPackageService } from "@emissions/proto/activity/v1/logistics_package_service";
import {
  ChainDistance,
  type ChainLocation,
  type ShipmentFootprint,
  type TransportChainElement,
} from "@emissions/proto/activity/v1/shipment_footprint";
import type { Decimal } from "@emissions/proto/common/v1/decimal";
import { parse, plain } from "@emissions/quantity/decimal";
import { z } from "zod";
import { answer } from "../rest/route.ts";

/** iLEAP has decimals as texts. */
const decimal = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .meta({ description });

const text = (description: string) => z.string().meta({ description });

/** The least that iLEAP 1.0.0 requires of a location, and the optional codes that are known. */
const Location = z.object({
  city: text("City, or name of the place."),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .meta({ description: "ISO 3166-1 alpha-2." }),
  iata: text("IATA code of an airport; only of transport by air.").optional(),
  locode: text("UN/LOCODE.").optional(),
  lat: decimal("Degrees, north positive.").optional(),
  lng: decimal("Degrees, east positive.").optional(),
});

const Distance = z
  .union([
    z.object({ actual: decimal("Kilometres as recorded; 0 for a hub.") }),
    z.object({
      gcd: decimal("Kilometres of the great circle, also by air, where the figures include the 95 km of ISO 14083."),
    }),
    z.object({ sfd: decimal("Kilometres of the shortest feasible way, measured or estimated.") }),
  ])
  .meta({ description: "The distance of the calculation, of one kind of the GLEC Framework." });

const shared = {
  tceId: text("Id of the logistics request; for the hub of another company with the suffix `-hub`."),
  prevTceIds: z.array(z.string()).meta({ description: "The element immediately before; empty for the first one." }),
  shipmentId: text("Id of the shipment."),
  consignmentId: text("Key of the package."),
  mass: decimal("Kilograms of freight."),
  distance: Distance,
  origin: Location.optional().meta({ description: "Only if the place was identified." }),
  destination: Location.optional().meta({ description: "Only if the place was identified." }),
  transportActivity: decimal("Tonne-kilometres; 0 for a hub."),
  co2eWTW: decimal("Kilograms of CO2e from well to wheel."),
  co2eTTW: decimal("Kilograms of CO2e from tank to wheel: of the operation alone."),
};

const Element = z
  .union([
    z.object({ ...shared, tocId: text("Id of the transport operation category.") }),
    z.object({ ...shared, hocId: text("Id of the hub.") }),
  ])
  .meta({ description: "The transport of a leg, with `tocId`, or the operation of a hub, with `hocId`." });

const Footprint = z.object({
  mass: decimal("Kilograms of freight."),
  shipmentId: text("Id of the shipment."),
  tces: z.array(Element).min(1).meta({ description: "Transport chain elements, in the order of the transport." }),
});

/** The data model of the iLEAP Technical Specifications 1.0.0, whose names are in camel case. */
export const shipmentFootprint = answer(
  LogisticsPackageService.method.getShipmentFootprint,
  {
    http: "GET /v1/logistics/packages/{package_id}/ileap",
    summary: "Get the shipment footprint of a package for iLEAP",
    rename: { package_id: "id" },
    refuses: ["FOOTPRINT_INCOMPLETE"],
  },
  Footprint,
  async (call, { id }) => toIleap((await call(LogisticsPackageService.method.getShipmentFootprint, { id })).footprint!),
);

function toIleap({ mass, shipmentId, elements }: ShipmentFootprint): z.output<typeof Footprint> {
  return { mass: exact(mass), shipmentId, tces: elements.map(toElement) };
}

function toElement(element: TransportChainElement): z.output<typeof Element> {
  const { id, previousIds, category, shipmentId, consignmentId, origin, destination } = element;
  const shown = {
    tceId: id,
    prevTceIds: previousIds,
    shipmentId,
    consignmentId,
    mass: exact(element.mass),
    distance: distanceOf(element),
    ...(origin && { origin: toLocation(origin) }),
    ...(destination && { destination: toLocation(destination) }),
    transportActivity: exact(element.transportActivity),
    co2eWTW: exact(element.co2eWtw),
    co2eTTW: exact(element.co2eTtw),
  };
  return category.case === "hocId" ? { ...shown, hocId: category.value } : { ...shown, tocId: category.value ?? "" };
}

function distanceOf({ distanceType, distance }: TransportChainElement): z.output<typeof Distance> {
  if (distanceType === ChainDistance.GCD) return { gcd: exact(distance) };
  return distanceType === ChainDistance.SFD ? { sfd: exact(distance) } : { actual: exact(distance) };
}

function toLocation({ city, country, iata, locode, latitude, longitude }: ChainLocation): z.output<typeof Location> {
  return {
    city,
    country,
    ...(iata !== "" && { iata }),
    ...(locode !== "" && { locode }),
    ...(latitude && longitude && { lat: exact(latitude), lng: exact(longitude) }),
  };
}

/** All digits, without exponent and trailing zeros. */
const exact = (decimal: Decimal | undefined): string => plain(parse(decimal?.value ?? "0"));
