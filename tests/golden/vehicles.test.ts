import { toInput } from "@emissions/activity/vehicle_consumption/input";
import { newId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { type Calculation, CalculationOutcome, PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { VehicleEnergySchema } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { fraction, plus, round, textOf } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

const org = newId();
let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

interface Consumption {
  country: string;
  fuel: string;
  unit: string;
  year?: number;
  type?: string;
  segment?: string;
  size?: string;
  freight?: boolean;
  quantity?: string;
  startDate?: string;
}

/** One unit of a consumption, as the activity service sends it to calc, under the set of the publisher. */
function activityOf(consumption: Consumption): Activity {
  const { country, fuel, unit, year = 2025, type = "car", segment = null, size = null, quantity = "1" } = consumption;
  const { snapshot } = services;
  const row = snapshot.vehicleFuels.find(
    (one) => one.key === fuel && one.country === (country === "IE" ? "GB" : country),
  )!;
  const vehicleId = newId();
  const unitId = services.unitId(unit);
  const { id, code, dimension } = snapshot.unitsById.get(unitId)!;
  const day = `${year}-06-30`;
  const input = toInput(
    {
      ...({} as Parameters<typeof toInput>[0]),
      vehicleId,
      quantity,
      unitId,
      startDate: consumption.startDate ?? day,
      endDate: day,
      customEmissionFactorId: null,
    },
    {
      units: new Map([[id, { code, dimension } as never]]),
      vehicles: new Map([
        [
          vehicleId,
          {
            id: vehicleId,
            country,
            type: consumption.freight ? "freight" : "passenger",
            unknownVehicleId: catalogueId("unknown_vehicle", type),
            vehicleFuelId: row.id,
            customEmissionFactorId: null,
            registrationYear: null,
            marketSegment: segment,
            size,
          },
        ],
      ]),
      fuels: new Map([[row.id, { energy: enumNumber(VehicleEnergySchema, row.energy) } as never]]),
      typeOf: () => type,
    },
  );
  return {
    entityType: EntityType.VEHICLE_CONSUMPTIONS,
    category: input.category!,
    selector: input.selector!.kind as Activity["selector"],
    quantity,
    unitId,
    day,
    ...(consumption.startDate !== undefined && { startDate: consumption.startDate }),
    gwpSet: country === "ES" ? "AR6" : "AR5",
    additionalParts: (input.additionalParts ?? []) as NonNullable<Activity["additionalParts"]>,
  };
}

async function calculated(consumption: Consumption): Promise<Calculation> {
  const [id] = await services.store(org, [activityOf(consumption)]);
  return services.explain(org, id!, EntityType.VEHICLE_CONSUMPTIONS);
}

const kg = (co2e: string) => textOf(round(fraction(co2e), 12));
const sumOf = (all: readonly string[]) => textOf(round(all.map(fraction).reduce(plus), 12));

/** Published kilograms of CO2e per unit, by scope and category. Biogenic CO2 where the publisher states it. */
interface Figure extends Consumption {
  parts: Record<string, string>;
  biogenic?: string;
}
const [EXHAUST, CHARGED, UPSTREAM] = ["1 vehicles", "2 electricity", "3 energy_production"];

const FIGURES: readonly Figure[] = [
  // DESNZ 2025: fuels with "WTT - fuels", and bioenergy.
  {
    country: "GB",
    fuel: "diesel",
    unit: "l",
    parts: { [EXHAUST!]: "2.57082", [UPSTREAM!]: "0.61101" },
    biogenic: "0.14",
  },
  { country: "GB", fuel: "diesel", unit: "kWh", parts: { [EXHAUST!]: "0.24411", [UPSTREAM!]: "0.05816" } },
  {
    country: "GB",
    fuel: "petrol",
    unit: "l",
    parts: { [EXHAUST!]: "2.06916", [UPSTREAM!]: "0.58094" },
    biogenic: "0.13",
  },
  {
    country: "GB",
    fuel: "petrol",
    unit: "l",
    year: 2024,
    parts: { [EXHAUST!]: "2.0844", [UPSTREAM!]: "0.58094" },
    biogenic: "0.13",
  },
  { country: "GB", fuel: "hybrid_petrol", unit: "l", parts: { [EXHAUST!]: "2.06916", [UPSTREAM!]: "0.58094" } },
  { country: "FR", fuel: "lpg", unit: "l", parts: { [EXHAUST!]: "1.55713", [UPSTREAM!]: "0.18551" } },
  { country: "DE", fuel: "cng", unit: "t", parts: { [EXHAUST!]: "2575.46441", [UPSTREAM!]: "530.77887" } },
  { country: "GB", fuel: "lng", unit: "t", parts: { [EXHAUST!]: "2603.30441", [UPSTREAM!]: "912.22817" } },
  { country: "GB", fuel: "hvo", unit: "l", parts: { [EXHAUST!]: "0.03558", [UPSTREAM!]: "0.56439" }, biogenic: "2.43" },
  {
    country: "PT",
    fuel: "biodiesel",
    unit: "l",
    parts: { [EXHAUST!]: "0.16751", [UPSTREAM!]: "0.39508" },
    biogenic: "2.39",
  },
  {
    country: "US",
    fuel: "bioethanol",
    unit: "l",
    parts: { [EXHAUST!]: "0.00901", [UPSTREAM!]: "0.61516" },
    biogenic: "1.52",
  },
  {
    country: "GB",
    fuel: "biomethane_compressed",
    unit: "kg",
    parts: { [EXHAUST!]: "0.00521", [UPSTREAM!]: "0.77405" },
    biogenic: "2.71",
  },
  // DESNZ 2025: distances by segment, size and class.
  {
    country: "GB",
    fuel: "petrol",
    unit: "mi",
    segment: "supermini",
    parts: { [EXHAUST!]: "0.22974", [UPSTREAM!]: "0.06469" },
  },
  {
    country: "GB",
    fuel: "hybrid_petrol",
    unit: "km",
    size: "large_car",
    parts: { [EXHAUST!]: "0.1565", [UPSTREAM!]: "0.03961" },
  },
  { country: "US", fuel: "diesel", unit: "km", parts: { [EXHAUST!]: "0.17304", [UPSTREAM!]: "0.04146" } },
  {
    country: "DE",
    fuel: "diesel",
    unit: "km",
    type: "truck",
    freight: true,
    parts: { [EXHAUST!]: "0.89121", [UPSTREAM!]: "0.21154" },
  },
  { country: "GB", fuel: "diesel", unit: "km", type: "van", parts: { [EXHAUST!]: "0.25561", [UPSTREAM!]: "0.06128" } },
  {
    country: "GB",
    fuel: "petrol",
    unit: "mi",
    type: "motorcycle",
    size: "large_car",
    parts: { [EXHAUST!]: "0.21326", [UPSTREAM!]: "0.05583" },
  },
  // DESNZ 2025: electric and plug-in hybrid cars, with "UK electricity T&D for EVs".
  {
    country: "GB",
    fuel: "electricity",
    unit: "km",
    size: "medium",
    parts: { [CHARGED!]: "0.03513", [UPSTREAM!]: sumOf(["0.01022", "0.00368"]) },
  },
  {
    country: "GB",
    fuel: "plug_in_hybrid_petrol",
    unit: "km",
    parts: { [EXHAUST!]: "0.09167", [CHARGED!]: "0.01171", [UPSTREAM!]: sumOf(["0.02934", "0.00122"]) },
  },
  // Hydrogen has no exhaust.
  { country: "DE", fuel: "hydrogen", unit: "kg", parts: { [EXHAUST!]: "0" } },
  // MITECO V.31 of 2024 by class, with the upstream figures of DESNZ.
  { country: "ES", fuel: "b7", unit: "l", year: 2024, parts: { [EXHAUST!]: "2.517", [UPSTREAM!]: "0.61101" } },
  { country: "ES", fuel: "e10", unit: "l", year: 2024, parts: { [EXHAUST!]: "2.131", [UPSTREAM!]: "0.58094" } },
  {
    country: "ES",
    fuel: "diesel",
    unit: "l",
    year: 2024,
    type: "van",
    parts: { [EXHAUST!]: "2.505", [UPSTREAM!]: "0.61101" },
  },
  {
    country: "ES",
    fuel: "diesel",
    unit: "l",
    year: 2024,
    type: "truck",
    parts: { [EXHAUST!]: "2.52", [UPSTREAM!]: "0.61101" },
  },
  { country: "ES", fuel: "cng", unit: "kg", year: 2024, parts: { [EXHAUST!]: "2.769", [UPSTREAM!]: "0.53077887" } },
  { country: "ES", fuel: "petrol", unit: "km", year: 2024, parts: { [EXHAUST!]: "0.185" } },
  // EPA and SEAI of 2025: CO2 alone.
  { country: "US", fuel: "petrol", unit: "gal_us", parts: { [EXHAUST!]: "8.78" } },
  { country: "US", fuel: "diesel", unit: "gal_us", parts: { [EXHAUST!]: "10.21" } },
  { country: "IE", fuel: "diesel", unit: "l", parts: { [EXHAUST!]: "2.410411", [UPSTREAM!]: "0.61101" } },
  { country: "IE", fuel: "petrol", unit: "l", parts: { [EXHAUST!]: "2.085857", [UPSTREAM!]: "0.58094" } },
];

describe("one unit of a consumption results in the published figures, to the last digit", () => {
  it.each(FIGURES.map((figure) => ({ what: Object.values({ ...figure, parts: "" }).join(" "), figure })))(
    "$what",
    async ({ figure }) => {
      const { status, impacts, co2e, biogenicCo2 } = await calculated(figure);
      expect(status).toBe(CalculationOutcome.CALCULATED);
      const counted = impacts.filter(({ memo }) => !memo);
      const parts = Map.groupBy(counted, ({ scope, category }) => `${scope} ${category}`);
      const sums = Object.fromEntries([...parts].map(([key, all]) => [key, sumOf(all.map((one) => one.co2e!.value))]));
      for (const [key, published] of Object.entries(figure.parts))
        expect([key, sums[key]]).toEqual([key, kg(published)]);
      expect(co2e!.value).toBe(sumOf(Object.values(sums)));
      if (figure.biogenic !== undefined) expect(biogenicCo2!.value).toBe(kg(figure.biogenic));
    },
  );
});

describe("a consumption", () => {
  const errorsOf = ({ parts }: Calculation) =>
    Object.fromEntries(
      parts.flatMap(({ part, status, errorCode }) => (status === PartOutcome.LEFT_OUT ? [[part, errorCode]] : [])),
    );

  it("of an electric car by energy has both methods of scope 2, upstream and losses", async () => {
    const { impacts, parts, status } = await calculated({
      country: "ES",
      fuel: "electricity",
      unit: "kWh",
      year: 2024,
    });
    expect(status).toBe(CalculationOutcome.CALCULATED);
    const scopes = impacts.map(
      ({ part, scope, ghgCategory, memo }) => `${part} ${scope} ${ghgCategory}${memo ? " memo" : ""}`,
    );
    expect(scopes).toEqual(
      expect.arrayContaining([
        "consumption 2 purchased_electricity",
        "electricity_location_based 2 purchased_electricity memo",
        "electricity_transmission_and_distribution 3 fuel_and_energy_related_activities",
      ]),
    );
    expect(parts[0]!.factor!.category).toBe("electricity_residual_mix");
  });

  it("of fuel is mobile combustion, and its production category 3", async () => {
    const { impacts } = await calculated({ country: "GB", fuel: "diesel", unit: "l" });
    expect(impacts.map(({ part, ghgCategory }) => [part, ghgCategory])).toEqual([
      ["combustion", "mobile_combustion"],
      ["vehicle_generation", "fuel_and_energy_related_activities"],
    ]);
  });

  it("of fuel in the United States shows that CH4 and N2O are missing, with the figures per mile", async () => {
    const calculation = await calculated({ country: "US", fuel: "petrol", unit: "gal_us" });
    expect(errorsOf(calculation)).toMatchObject({ vehicle_ch4_and_n2o: "UNIT_NOT_CONVERTIBLE" });
    expect(calculation.fitness).toMatchObject({ partsMissing: true, co2Only: true });
    const { candidates } = calculation.parts.find(({ part }) => part === "vehicle_ch4_and_n2o")!;
    expect(candidates[0]!.factor!.key).toMatch(/^ch4_and_n2o\/gasoline_passenger_cars\//);
  });

  it("of a biofuel in the United States misses nothing, because its figure has all gases", async () => {
    const calculation = await calculated({ country: "US", fuel: "hvo", unit: "l" });
    expect(errorsOf(calculation)).toEqual({ vehicle_ch4_and_n2o: "IN_EXHAUST_FIGURE" });
    expect(calculation.fitness).toMatchObject({ partsMissing: false });
  });

  it("of hydrogen is marked, because no source publishes its production", async () => {
    const calculation = await calculated({ country: "DE", fuel: "hydrogen", unit: "kg" });
    expect([errorsOf(calculation), calculation.fitness?.partsMissing]).toEqual([
      { vehicle_generation: "FACTOR_NOT_FOUND" },
      true,
    ]);
  });

  it("over two years has a piece for each edition", async () => {
    const { parts } = await calculated({
      country: "GB",
      fuel: "petrol",
      unit: "l",
      quantity: "366",
      startDate: "2024-07-01",
    });
    const years = parts
      .filter(({ part }) => part === "combustion")
      .map(({ factor, quantity }) => [factor!.year, quantity!.value!.value]);
    expect(years.map(([year]) => year)).toEqual([2024, 2025]);
    expect(sumOf(years.map(([, value]) => String(value)))).toBe("366");
  });
});
