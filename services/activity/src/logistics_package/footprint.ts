import type { MessageInitShape } from "@bufbuild/protobuf";
import { conflict } from "@emissions/kit/wire/errors";
import {
  ChainDistance,
  type ChainLocationSchema,
  type ShipmentFootprintSchema,
  type TransportChainElementSchema,
} from "@emissions/proto/activity/v1/shipment_footprint";
import { DistanceMethod, type Place, PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { parseJourney } from "../records/journeys.ts";
import { toDecimal } from "../records/view.ts";
import type { LegRow, PackageRow } from "./queries.ts";

type Element = MessageInitShape<typeof TransportChainElementSchema>;
type Location = MessageInitShape<typeof ChainLocationSchema>;

/** A leg with all that its element needs. */
type CompleteLeg = LegRow & Record<(typeof NEEDED)[number], string>;

/** An element without them would be invalid, and a footprint without the leg too small. */
const NEEDED = ["tocId", "effectiveLoadKg", "kilometres", "tonneKilometres", "co2e", "operationCo2e"] as const;

const ZERO = { value: "0" };

/**
 * The transport chain of a package: one element for each leg in the order of their creation, and one for the hub of
 * another company after its leg. The sum of `co2e_wtw` is exactly the CO2e of the package.
 */
export function footprintOf(
  row: Pick<PackageRow, "shipmentId" | "packageKey">,
  legs: readonly LegRow[],
): MessageInitShape<typeof ShipmentFootprintSchema> {
  const complete = legs.map(completed);
  const [first] = complete;
  if (first === undefined) throw incomplete("The package has no legs.");
  const elements = complete.flatMap((leg) => [transportOf(leg), ...hubOf(leg)]);
  const shared = { shipmentId: row.shipmentId, consignmentId: row.packageKey };
  return {
    mass: toDecimal(first.effectiveLoadKg),
    shipmentId: row.shipmentId,
    elements: elements.map((element, at) => ({ ...element, ...shared, previousIds: idsBefore(elements, at) })),
  };
}

const idsBefore = (elements: readonly Element[], at: number): string[] => (at === 0 ? [] : [elements[at - 1]!.id!]);

function completed(leg: LegRow): CompleteLeg {
  const isComplete = NEEDED.every((name) => leg[name] !== null);
  if (!isComplete) throw incomplete(`The leg ${leg.id} has no emissions, mass or distance.`);
  return leg as CompleteLeg;
}

const incomplete = (detail: string) => conflict("FOOTPRINT_INCOMPLETE", detail);

function transportOf(leg: CompleteLeg): Element {
  const journey = parseJourney(leg.journey);
  const isByAir = leg.mode === "air";
  const wellToWheel = leg.hubCo2e === null ? parse(leg.co2e) : parse(leg.co2e).minus(parse(leg.hubCo2e));
  return {
    id: leg.id,
    category: { case: "tocId", value: leg.tocId },
    mass: toDecimal(leg.effectiveLoadKg),
    // The factors of flights include the 95 km that ISO 14083 adds.
    distance: toDecimal(leg.greatCircleKm ?? leg.kilometres),
    distanceType: distanceType(journey?.method),
    origin: journey?.origin && locationOf(journey.origin, isByAir),
    destination: journey?.destination && locationOf(journey.destination, isByAir),
    transportActivity: toDecimal(leg.tonneKilometres),
    co2eWtw: { value: plain(wellToWheel) },
    co2eTtw: toDecimal(leg.operationCo2e),
  };
}

/** The published intensity of a hub is one figure. It counts as operation, because no source divides it. */
function hubOf({ id, hubId, hubCo2e, effectiveLoadKg }: CompleteLeg): Element[] {
  if (hubId === null || hubCo2e === null) return [];
  const co2e = toDecimal(hubCo2e);
  return [
    {
      id: `${id}-hub`,
      category: { case: "hocId", value: hubId },
      mass: toDecimal(effectiveLoadKg),
      distance: ZERO,
      distanceType: ChainDistance.ACTUAL,
      transportActivity: ZERO,
      co2eWtw: co2e,
      co2eTtw: co2e,
    },
  ];
}

const TYPES: Readonly<Record<DistanceMethod, ChainDistance>> = {
  [DistanceMethod.UNSPECIFIED]: ChainDistance.ACTUAL,
  [DistanceMethod.GREAT_CIRCLE]: ChainDistance.GCD,
  [DistanceMethod.GREAT_CIRCLE_PLUS_95_KM]: ChainDistance.GCD,
  [DistanceMethod.GREAT_CIRCLE_WITH_DETOUR]: ChainDistance.SFD,
  [DistanceMethod.SEA_LANES]: ChainDistance.SFD,
  [DistanceMethod.ROAD_SERVICE]: ChainDistance.SFD,
};

/** A distance that was sent counts as actual. Ways that were measured or estimated are the shortest feasible ones. */
const distanceType = (method: DistanceMethod = DistanceMethod.UNSPECIFIED): ChainDistance =>
  TYPES[method] ?? ChainDistance.SFD;

/** Codes of airports are only for transport by air. */
function locationOf(place: Place, isByAir: boolean): Location {
  const { kind, code, country, latitude, longitude } = place;
  return {
    city: place.municipality || place.name,
    country,
    iata: kind === PlaceKind.AIRPORT && isByAir ? code : "",
    locode: kind === PlaceKind.UNLOCODE ? code : "",
    latitude,
    longitude,
  };
}
