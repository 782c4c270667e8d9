import { create } from "@bufbuild/protobuf";
import { createClient, createRouterTransport } from "@connectrpc/connect";
import { placeHandlers } from "@emissions/factors/place/handlers";
import { newId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import type { Selector } from "@emissions/proto/factors/v1/selection_service";
import {
  CabinClassSchema,
  FlightTypeSchema,
  RadiativeForcing,
  TransportTypeSchema,
  TravelFuelSchema,
  TravelSelectorSchema,
  TravelVehicleSizeSchema,
} from "@emissions/proto/factors/v1/travel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

// Entered by hand from the publications: year, country, means of transport, details, kilograms of CO2e of one unit.
const PUBLISHED = `
2025 GB aircraft domestic average | with | 0.22928
2025 GB aircraft domestic average | without | 0.13552
2025 GB aircraft short_haul_international economy | with | 0.12576
2025 ES aircraft short_haul_international business | without | 0.11152
2025 GB aircraft long_haul_international premium_economy | with | 0.18726
2025 FR aircraft long_haul_international business | with | 0.3394
2025 GB aircraft long_haul_international first | without | 0.27701
2024 GB aircraft long_haul_international first | with | 0.8004
2022 GB aircraft long_haul_international first | without | 0.3127
2019 GB aircraft long_haul_international first | with | 0.59925
2025 GB car small petrol | | 0.14308
2025 DE car average diesel | | 0.17304
2025 GB car medium cng | | 0.15504
2025 GB car large lpg | | 0.26771
2025 GB car average unknown | | 0.16725
2025 GB car small plug_in_hybrid_electric | | 0.05669
2025 GB car average battery_electric | | 0.04047
2025 GB motorbike large petrol | | 0.13252
2025 IT motorbike average unknown | | 0.11367
2025 GB train | | 0.03546
2021 GB train | | 0.03549
2025 GB metro | | 0.0278
2023 PT bus | | 0.10215
2025 GB trolleybus | | 0.0286
2019 GB ferry | | 0.112863
2025 US train | | 0.096754
2025 US bus | | 0.0666323
2025 US metro | | 0.093475
2025 US car average unknown | | 0.2985697
2025 US motorbike average petrol | | 0.3754684
`;

interface Published {
  year: string;
  selector: Selector["kind"];
  unit: string;
  kg: string;
  title: string;
}

const figures: Published[] = PUBLISHED.trim()
  .split("\n")
  .map((title) => {
    const [words, forcing, kg] = title.split("|").map((part) => part.trim()) as [string, string, string];
    const [year, country, transport, first, second] = words.split(" ") as [string, string, string, string?, string?];
    const isFlight = transport === "aircraft";
    const isVehicle = transport === "car" || transport === "motorbike";
    const value = create(TravelSelectorSchema, {
      transportType: enumNumber(TransportTypeSchema, transport),
      country,
      ...(isFlight && {
        flightType: enumNumber(FlightTypeSchema, first!),
        cabinClass: enumNumber(CabinClassSchema, second!),
        radiativeForcing: forcing === "with" ? RadiativeForcing.WITH : RadiativeForcing.WITHOUT,
      }),
      ...(isVehicle && {
        vehicleSize: enumNumber(TravelVehicleSizeSchema, first!),
        fuelType: enumNumber(TravelFuelSchema, second!),
      }),
    });
    // EPA publishes per mile.
    const unit = country === "US" ? (isVehicle ? "mi" : "pmi") : isVehicle ? "km" : "pkm";
    return { year, selector: { case: "travel", value }, unit, kg, title };
  });

const activityOf = ({ year, selector, unit }: Omit<Published, "kg" | "title">, quantity = "1"): Activity => ({
  entityType: EntityType.PURCHASES,
  category: "travels",
  selector,
  quantity,
  unitId: services.unitId(unit),
  day: `${year}-06-30`,
  // The warming potentials of the editions: AR4 before 2023.
  gwpSet: Number(year) < 2023 ? "AR4" : "AR5",
});

describe("one unit of a published factor emits the published number to its last digit", () => {
  it.each(figures)("$title", async (figure) => {
    const org = newId();
    const [id] = await services.store(org, [activityOf(figure)]);
    const calculation = await services.explain(org, id!);
    expect([calculation.errorDetail, calculation.co2e?.value]).toEqual([undefined, figure.kg]);
    expect(calculation.impacts).toMatchObject([{ scope: 3, category: "travels", ghgCategory: "business_travel" }]);
  });
});

// From the sheets "Business travel - air", "Business travel - land" and their WTT sheets of DESNZ 2025, and 2026 for the
// last train: country of the organization, ends, kilometres, kilograms per passenger-kilometre, and whether it is a proxy.
const JOURNEYS = `
International, to/from non-UK, economy, with | ES aircraft ES US 5766.9 economy | 0.10916 0.01656 fits
International, to/from non-UK, economy, with | GB aircraft ES FR 1064.4 economy | 0.10916 0.01656 fits
Long-haul, to/from UK, economy, with | ES aircraft GB US 5540.1 economy | 0.11704 0.02461 fits
Short-haul, to/from UK, business, with | US aircraft ES GB 1263 business | 0.18863 0.03373 fits
Short-haul, to/from UK, average, with | ES aircraft ES ES 1765.6 average | 0.12786 0.02286 proxy
Domestic, to/from UK, average, with | ES aircraft ES ES 483 average | 0.22928 0.0335 proxy
International rail | FR train FR GB 430 | 0.00446 0.00117 fits
International rail | GB train ES PT 630 | 0.00446 0.00117 proxy
National rail | ES train GB GB 330 | 0.03546 0.00897 fits
National rail | GB train ES ES 637 | 0.03546 0.00897 proxy
International rail 2026 | FR train GB FR 430 | 0.01135 0.00117 fits
`;

it.each(JOURNEYS.trim().split("\n"))("a journey has the row of its ends: %s", async (line) => {
  const [row, journey, figures] = line.split(" | ") as [string, string, string];
  const [country, transport, originCountry, destinationCountry, km, cabin] = journey.split(" ") as string[];
  const [use, upstream, fit] = figures.split(" ");
  const trip = {
    ...{ transportType: enumNumber(TransportTypeSchema, transport!), country: country!, distanceKm: { value: km! } },
    ...{ originCountry: originCountry!, destinationCountry: destinationCountry! },
    ...(cabin && { cabinClass: enumNumber(CabinClassSchema, cabin), radiativeForcing: RadiativeForcing.WITH }),
  };
  const kilograms = await Promise.all(
    [false, true].map(async (upstream) => {
      const selector = { case: "travel" as const, value: create(TravelSelectorSchema, { ...trip, upstream }) };
      const year = row.endsWith("2026") ? "2026" : "2025";
      const org = newId();
      const [id] = await services.store(org, [activityOf({ year, selector, unit: "pkm" })]);
      const { co2e, fitness } = await services.explain(org, id!);
      return [co2e?.value, fitness?.proxy ? "proxy" : "fits"];
    }),
  );
  expect(kilograms).toEqual([
    [use, fit],
    [upstream, fit],
  ]);
});

it("the flights of EPA are priced by their length", async () => {
  const org = newId();
  const flight = (distance: string): Selector["kind"] => ({
    case: "travel",
    value: create(TravelSelectorSchema, {
      transportType: enumNumber(TransportTypeSchema, "aircraft"),
      country: "US",
      distanceKm: { value: distance },
    }),
  });
  const trips = ["400", "1000", "4000"].map((distance) =>
    activityOf({ year: "2025", selector: flight(distance), unit: "pmi" }),
  );
  const ids = await services.store(org, trips);
  const kilograms = await Promise.all(ids.map(async (id) => (await services.explain(org, id)).co2e?.value));
  expect(kilograms).toEqual(["0.2089282", "0.1301033", "0.1643948"]);
});

it("the fuel of a trip is a memo item of business travel, and in no total", async () => {
  const org = newId();
  const { selector } = figures.find(({ title }) => title.startsWith("2025 GB aircraft short_haul"))!;
  if (selector.case !== "travel") throw new Error("not a trip");
  const upstream = { case: "travel" as const, value: { ...selector.value, upstream: true } };
  const trip = activityOf({ year: "2025", selector, unit: "pkm" }, "1932");
  const quantity = { value: { value: "1932" }, unitId: services.unitId("pkm") };
  const part = { part: "travel_upstream", category: "travels", quantity, selector: { kind: upstream }, memo: true };
  const [id] = await services.store(org, [{ ...trip, additionalParts: [{ ...part, optional: true }] }]);
  const calculation = await services.explain(org, id!);
  expect(calculation.co2e?.value).toBe("242.96832");
  expect(calculation.impacts).toMatchObject([
    { part: "travel", ghgCategory: "business_travel", memo: false, co2e: { value: "242.96832" } },
    { part: "travel_upstream", ghgCategory: "business_travel", memo: true, co2e: { value: "43.45068" } },
  ]);
  expect(await services.categories(org, 2025)).toEqual(["3 travels 0.24296832"]);
});

it("the explanation has the places, the coordinates and the method of a measured distance", async () => {
  const places = createClient(
    PlaceService,
    createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
  );
  const { measurements } = await places.measureDistances({
    distances: [{ origin: "Madrid", destination: "Barcelona, ES", mode: DistanceMode.RAIL }],
  });
  const { origin, destination, kilometres, method, explanation } = measurements[0]!.distance!;
  const { selector } = figures.find(({ title }) => title.startsWith("2025 GB train"))!;
  const journey = { origin: origin!, destination: destination!, kilometres: kilometres!, method, explanation };
  const org = newId();
  const trip = activityOf({ year: "2025", selector, unit: "pkm" }, kilometres!.value);
  const [id] = await services.store(org, [{ ...trip, journey }]);
  const calculation = await services.explain(org, id!);
  expect(calculation.input!.journey).toMatchObject({
    origin: { name: "Madrid", country: "ES", latitude: { value: "40.4165" }, longitude: { value: "-3.70256" } },
    destination: { name: "Barcelona", country: "ES" },
    explanation: expect.stringContaining("Times the detour"),
  });
  expect(calculation.formula).toBe("distance * factor");
});
