import { toInput } from "@emissions/activity/vehicle_consumption/input";
import { newId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { type Calculation, CalculationOutcome, PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { VehicleEnergySchema } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { fraction, round, textOf } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";
import { type Consumption, FIGURES, sumOf } from "./vehicles.fixture.ts";

const org = newId();
let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

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
