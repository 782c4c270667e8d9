import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import {
  CabinClass,
  FlightType,
  RadiativeForcing,
  TransportType,
  TravelFuel,
  TravelSelectorSchema,
  TravelVehicleSize,
} from "@emissions/proto/factors/v1/travel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
});
afterAll(() => seeded.database.drop());

type Trip = Exclude<MessageInitShape<typeof TravelSelectorSchema>, { $typeName: string }>;

const VEHICLES: ReadonlySet<TransportType | undefined> = new Set([TransportType.CAR, TransportType.MOTORBIKE]);

async function select(trip: Trip, day = "2025-06-30") {
  const unit = VEHICLES.has(trip.transportType) ? "km" : "pkm";
  const selection = {
    selector: { kind: { case: "travel" as const, value: create(TravelSelectorSchema, trip) } },
    unitId: seeded.snapshot.unitsByCode.get(unit)!.id,
    referenceDate: day,
  };
  return (await client.resolveFactors({ selections: [selection] })).resolutions[0]!;
}

/** Key, region and year, with an asterisk for a proxy of another country or activity. */
async function chosen(trip: Trip, day?: string) {
  const { factor, fitness, failureCode } = await select(trip, day);
  if (factor === undefined) return failureCode;
  return `${factor.key} ${factor.region} ${factor.year}${fitness?.proxy ? "*" : ""}`;
}

const car = (fuelType: TravelFuel, vehicleSize: TravelVehicleSize, country: string): Trip => ({
  transportType: TransportType.CAR,
  fuelType,
  vehicleSize,
  country,
});
const flight = (more: Trip): Trip => ({ transportType: TransportType.AIRCRAFT, country: "GB", ...more });
const ends = (originCountry: string, destinationCountry: string) => ({ originCountry, destinationCountry });
const km = (value: string) => ({ distanceKm: { value } });
const { SMALL, LARGE, AVERAGE, MEDIUM } = TravelVehicleSize;
const { DOMESTIC, SHORT_HAUL_INTERNATIONAL, LONG_HAUL_INTERNATIONAL } = FlightType;

describe("a trip by car has the factor", () => {
  it.each([
    ["of size and fuel", car(TravelFuel.PETROL, SMALL, "GB"), "car/small/petrol GB 2025"],
    ["of the United Kingdom elsewhere, as a proxy", car(TravelFuel.PETROL, SMALL, "ES"), "car/small/petrol GLO 2025*"],
    [
      "of unknown fuel and average size by default",
      { transportType: TransportType.CAR, country: "GB" },
      "car/average/unknown GB 2025",
    ],
    ["of the average size, if the size has none", car(TravelFuel.LPG, SMALL, "GB"), "car/average/lpg GB 2025*"],
    ["of EPA in the United States", car(TravelFuel.UNKNOWN, AVERAGE, "US"), "car/average/unknown US 2025"],
    [
      "of the fuel in the United States, which EPA does not have",
      car(TravelFuel.DIESEL, AVERAGE, "US"),
      "car/average/diesel GLO 2025*",
    ],
    ["of an electric car", car(TravelFuel.BATTERY_ELECTRIC, LARGE, "GB"), "car/large/battery_electric GB 2025"],
    [
      "of a British electric car elsewhere, not of a combustion car",
      car(TravelFuel.BATTERY_ELECTRIC, MEDIUM, "ES"),
      "car/medium/battery_electric GB 2025*",
    ],
    ["of a plug-in hybrid", car(TravelFuel.PLUG_IN_HYBRID_ELECTRIC, SMALL, "FR"), "car/small/plug_in_hybrid GB 2025*"],
  ])("%s", async (_, trip, factor) => {
    expect(await chosen(trip)).toBe(factor);
  });
});

describe("a trip by other means has the factor", () => {
  const by = (transportType: TransportType, country: string, more: Trip = {}): Trip => ({
    transportType,
    country,
    ...more,
  });
  const { MOTORBIKE, TRAIN, METRO, BUS, TROLLEYBUS, FERRY } = TransportType;
  it.each([
    ["of the motorbike's size", by(MOTORBIKE, "GB", { vehicleSize: LARGE }), "motorbike/large/petrol GB 2025"],
    [
      "of a petrol motorbike for an electric one",
      by(MOTORBIKE, "GB", { fuelType: TravelFuel.BATTERY_ELECTRIC }),
      "motorbike/average/petrol GB 2025*",
    ],
    ["of national rail", by(TRAIN, "GB"), "rail/national_rail GB 2025"],
    ["of intercity rail of EPA", by(TRAIN, "US"), "rail/national_rail US 2025"],
    ["of international rail across a border", by(TRAIN, "FR", ends("FR", "GB")), "rail/international_rail GLO 2025"],
    [
      "of international rail across another border, as a proxy",
      by(TRAIN, "GB", ends("ES", "PT")),
      "rail/international_rail GB 2025*",
    ],
    [
      "of intercity rail of EPA across a border of the United States, as a proxy",
      by(TRAIN, "US", ends("US", "CA")),
      "rail/national_rail US 2025*",
    ],
    ["of national rail, as a proxy by the ends", by(TRAIN, "GB", ends("ES", "ES")), "rail/national_rail GB 2025*"],
    ["of national rail without a mark by the ends", by(TRAIN, "ES", ends("GB", "GB")), "rail/national_rail GLO 2025"],
    ["of a bus, as a proxy by the ends", by(BUS, "GB", ends("GB", "FR")), "bus/average_local_bus GB 2025*"],
    ["of the edition of the year", by(TRAIN, "FR"), "rail/national_rail GLO 2021*", "2021-03-01"],
    ["of DESNZ in years that EPA does not describe", by(TRAIN, "US"), "rail/national_rail GLO 2021*", "2021-03-01"],
    ["of the underground", by(METRO, "GB"), "rail/london_underground GB 2025"],
    ["of transit rail of EPA", by(METRO, "US"), "rail/light_rail_and_tram US 2025"],
    ["of an average bus", by(BUS, "GB"), "bus/average_local_bus GB 2025"],
    ["of light rail for a trolleybus, as a proxy", by(TROLLEYBUS, "GB"), "rail/light_rail_and_tram GB 2025*"],
    ["of all passengers of a ferry", by(FERRY, "GB"), "ferry/average GB 2025"],
    ["of none for an unspecified one", by(TransportType.UNSPECIFIED, "GB"), "FACTOR_NOT_FOUND"],
  ])("%s", async (_, trip, factor, day = "2025-06-30") => {
    expect(await chosen(trip, day)).toBe(factor);
  });
});

describe("a flight has the factor", () => {
  it.each<[string, Trip, string]>([
    [
      "of its type, with radiative forcing as DESNZ recommends",
      { flightType: DOMESTIC },
      "domestic/average_passenger/with_rf GB 2025",
    ],
    [
      "without radiative forcing, if the organization says so",
      { flightType: LONG_HAUL_INTERNATIONAL, radiativeForcing: RadiativeForcing.WITHOUT },
      "long_haul/average_passenger/without_rf GB 2025",
    ],
    [
      "of its class",
      { flightType: SHORT_HAUL_INTERNATIONAL, cabinClass: CabinClass.BUSINESS },
      "short_haul/business_class/with_rf GB 2025",
    ],
    [
      "of the average class, if the haul has none of its class",
      { flightType: SHORT_HAUL_INTERNATIONAL, cabinClass: CabinClass.FIRST },
      "short_haul/average_passenger/with_rf GB 2025*",
    ],
    ["of short haul up to 3,700 km", km("3700"), "short_haul/average_passenger/with_rf GB 2025"],
    ["of long haul above 3,700 km", km("3700.1"), "long_haul/average_passenger/with_rf GB 2025"],
    [
      "of a British domestic flight within another country, as a proxy",
      { originCountry: "ES", destinationCountry: "ES", ...km("1188") },
      "domestic/average_passenger/with_rf GB 2025*",
    ],
    [
      "of short haul within another country, beyond the length of British domestic flights",
      { originCountry: "ES", destinationCountry: "ES", ...km("1188.1") },
      "short_haul/average_passenger/with_rf GB 2025*",
    ],
    [
      "of long haul, also within a large country",
      { originCountry: "RU", destinationCountry: "RU", ...km("6400") },
      "long_haul/average_passenger/with_rf GB 2025*",
    ],
    [
      "of a domestic flight by its length between two territories of another country, if its type says so",
      { originCountry: "FR", destinationCountry: "GF", flightType: DOMESTIC, ...km("7070") },
      "long_haul/average_passenger/with_rf GB 2025*",
    ],
    [
      "of flights that do not touch the United Kingdom, whatever its length and the organization",
      { originCountry: "ES", destinationCountry: "FR", ...km("1064.4") },
      "international/average_passenger/with_rf GB 2025",
    ],
    [
      "of flights that do not touch the United Kingdom, also against the recorded type",
      { originCountry: "ES", destinationCountry: "US", flightType: LONG_HAUL_INTERNATIONAL, country: "ES" },
      "international/average_passenger/with_rf GLO 2025",
    ],
    [
      "of the United Kingdom for another country's organization, without a mark",
      { originCountry: "US", destinationCountry: "GB", country: "ES", cabinClass: CabinClass.ECONOMY },
      "long_haul/economy_class/with_rf GLO 2025",
    ],
    [
      "of a domestic flight between two islands of the list",
      { originCountry: "JE", destinationCountry: "GG", ...km("44") },
      "domestic/average_passenger/with_rf GB 2025*",
    ],
    [
      "of New Zealand, which has hauls of its own for flights that do not touch the United Kingdom",
      { originCountry: "NZ", destinationCountry: "AU", country: "NZ", ...km("2159") },
      "short_haul/average_passenger/with_rf NZ 2020",
    ],
    [
      "of a domestic flight to Jersey, which the list of DESNZ has",
      { originCountry: "GB", destinationCountry: "JE", ...km("295") },
      "domestic/average_passenger/with_rf GB 2025",
    ],
    [
      "of short haul to Egypt, whatever its length",
      { originCountry: "EG", destinationCountry: "GB", ...km("3990") },
      "short_haul/average_passenger/with_rf GB 2025",
    ],
    [
      "of long haul to a territory that the list of DESNZ lacks",
      { originCountry: "GB", destinationCountry: "IL", ...km("3590") },
      "long_haul/average_passenger/with_rf GB 2025",
    ],
    [
      "of the recorded type, also against the distance",
      { flightType: SHORT_HAUL_INTERNATIONAL, ...km("9000") },
      "short_haul/average_passenger/with_rf GB 2025",
    ],
    ["of flights of any length, if nothing is known", {}, "international/average_passenger/with_rf GB 2025*"],
    [
      "of EPA by its length in miles, below 300",
      { country: "US", ...km("482.8") },
      "domestic/average_passenger/without_rf US 2025",
    ],
    [
      "of EPA from exactly 300 miles on",
      { country: "US", ...km("482.8032") },
      "short_haul/average_passenger/without_rf US 2025",
    ],
    [
      "of EPA from 300 miles on, also of a domestic flight",
      { country: "US", flightType: DOMESTIC, ...km("482.9") },
      "short_haul/average_passenger/without_rf US 2025",
    ],
    [
      "of EPA from 2,300 miles on",
      { country: "US", flightType: DOMESTIC, ...km("3974.2") },
      "long_haul/average_passenger/without_rf US 2025",
    ],
    [
      "of EPA, as a proxy, if neither end is in the United States",
      { country: "US", originCountry: "ES", destinationCountry: "FR", ...km("1064.4") },
      "short_haul/average_passenger/without_rf US 2025*",
    ],
    [
      "of DESNZ with radiative forcing, which EPA does not publish",
      { country: "US", radiativeForcing: RadiativeForcing.WITH, ...km("3974.2") },
      "long_haul/average_passenger/with_rf GLO 2025*",
    ],
    [
      "of DESNZ by class, which EPA does not publish",
      { country: "US", cabinClass: CabinClass.ECONOMY, ...km("3974.2") },
      "long_haul/economy_class/without_rf GLO 2025*",
    ],
    [
      "of DESNZ without a length",
      { country: "US", flightType: DOMESTIC },
      "domestic/average_passenger/without_rf GLO 2025*",
    ],
  ])("%s", async (_, trip, factor) => {
    expect(await chosen(flight(trip))).toBe(`flight/${factor}`);
  });

  it("is explained with haul, class and radiative forcing", async () => {
    const { candidates } = await select(flight({ cabinClass: CabinClass.BUSINESS, ...km("5540.1") }));
    expect(candidates[0]!.reason).toBe(
      "Chosen: long-haul flight (above 3,700 km), business class, with radiative forcing; exact region GB; exact year 2025.",
    );
  });

  it.each(["0", "-1", "x", "1e400"])("is refused with a distance of %s", async (value) => {
    const refused = await select(flight(km(value))).catch(ConnectError.from);
    expect(refusalIn(refused as ConnectError)?.violations).toMatchObject([
      { loc: ["selections", "0", "selector", "distance_km"], type: "value_error.number.not_gt" },
    ]);
  });
});

it("every means of transport has upstream factors, in each edition", async () => {
  const types = Object.values(TransportType).filter((type) => type !== TransportType.UNSPECIFIED);
  for (const year of [2019, 2020, 2021, 2022, 2023, 2024, 2025]) {
    for (const transportType of types) {
      const { factor } = await select({ transportType, country: "GB", upstream: true }, `${year}-06-30`);
      expect([year, transportType, factor?.category, factor?.year]).toEqual([
        year,
        transportType,
        "passenger_transport_upstream",
        year,
      ]);
    }
  }
});
