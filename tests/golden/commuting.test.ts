import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type CommuteSelector,
  CommuteSelectorSchema,
  CommuteTransport,
  CommuteTransportSchema,
} from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema, TravelVehicleSizeSchema } from "@emissions/proto/factors/v1/travel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

// Entered by hand from the publications: year, country, means of transport, size and fuel, kilograms of CO2e of one unit.
const PUBLISHED = `
2025 GB car small petrol | 0.14308
2025 GB car medium petrol | 0.17474
2024 GB car medium petrol | 0.17726
2023 ES car medium petrol | 0.17819
2022 GB car medium petrol | 0.1847
2021 GB car medium petrol | 0.18785
2020 GB car medium petrol | 0.18659
2019 FR car medium petrol | 0.19228
2025 DE car small diesel | 0.1434
2022 GB car small diesel | 0.13989
2025 GB car medium lpg | 0.17427
2024 GB car average cng | 0.17514
2025 GB car average unknown | 0.16725
2025 GB car large plug_in_hybrid_electric | 0.1143
2023 GB car average battery_electric | 0.0548
2025 GB motorbike small petrol | 0.08319
2019 GB motorbike average petrol | 0.11551
2025 GB bus | 0.10385
2022 ES bus | 0.0965
2024 GB train | 0.03546
2020 GB train | 0.03694
2025 GB metro | 0.0278
2019 GB metro | 0.03084
2023 PT tram | 0.0286
2020 GB tram | 0.02991
2025 GB trolleybus | 0.0286
2025 GB telecommuting | 0.33378
2022 GB telecommuting | 0.34075
2021 GB telecommuting | 0.34075
2025 US train | 0.133983
2025 US tram | 0.093475
2025 US bus | 0.0666323
2025 US car average unknown | 0.2985697
2025 ES bicycle | 0
2019 US walking | 0
`;

const { CAR, MOTORBIKE, TELECOMMUTING, ELECTRIC_KICK_SCOOTER, TRAM } = CommuteTransport;
const VEHICLES: ReadonlySet<CommuteTransport> = new Set([CAR, MOTORBIKE, ELECTRIC_KICK_SCOOTER]);
/** EPA publishes per mile. The zeros have no publisher. */
const PER_MILE = new Set(["bicycle", "walking"]);

const figures = PUBLISHED.trim()
  .split("\n")
  .map((title) => {
    const [words, kg] = title.split(" | ") as [string, string];
    const [year, country, transport, size, fuel] = words.split(" ") as [string, string, string, string?, string?];
    const value = create(CommuteSelectorSchema, {
      transportType: enumNumber(CommuteTransportSchema, transport),
      country,
      ...(size && { vehicleSize: enumNumber(TravelVehicleSizeSchema, size) }),
      ...(fuel && { fuelType: enumNumber(TravelFuelSchema, fuel) }),
    });
    const perMile = country === "US" && !PER_MILE.has(transport);
    return { title, kg, year, value, unit: unitOf(value, perMile) };
  });

function unitOf({ transportType }: CommuteSelector, perMile = false): string {
  if (transportType === TELECOMMUTING) return "fte_hour";
  const unit = perMile ? "mi" : "km";
  return VEHICLES.has(transportType) ? unit : `p${unit}`;
}

interface Commute {
  value: CommuteSelector;
  year: string;
  unit?: string;
  quantity?: string;
}

const activityOf = ({ value, year, unit = unitOf(value), quantity = "1" }: Commute): Activity => ({
  category: "employees",
  selector: { case: "commute", value },
  quantity,
  unitId: services.unitId(unit),
  day: `${year}-06-30`,
  // The warming potentials of the editions: AR4 before 2023.
  gwpSet: Number(year) < 2023 ? "AR4" : "AR5",
});

/** The upstream memo item, or hours of work at home. */
const partOf = (part: string, { value, year, quantity = "1" }: Commute, memo: boolean) => ({
  part,
  category: "employees",
  quantity: { value: { value: quantity }, unitId: activityOf({ value, year }).unitId },
  selector: { kind: { case: "commute" as const, value } },
  memo,
  optional: true,
});

const by = (transportType: CommuteTransport, upstream = false) =>
  create(CommuteSelectorSchema, { transportType, country: "GB", upstream });

async function explained(activity: Activity) {
  const org = newId();
  const [id] = await services.store(org, [activity]);
  return { org, calculation: await services.explain(org, id!) };
}

describe("one unit of a published factor of commuting emits the published number to its last digit", () => {
  it("in every year, means of transport, size and fuel of the table", async () => {
    const org = newId();
    const ids = await services.store(org, figures.map(activityOf));
    const calculations = await Promise.all(ids.map((id) => services.explain(org, id)));
    const found = figures.map(({ title }, at) => `${title.split(" | ")[0]} | ${calculations[at]!.co2e?.value}`);
    expect(found).toEqual(figures.map(({ title }) => title));
    for (const { impacts } of calculations) {
      expect(impacts).toMatchObject([{ scope: 3, category: "employees", ghgCategory: "employee_commuting" }]);
    }
  });

  it("in every edition also upstream, which is a memo item in no total", async () => {
    const years = ["2019", "2020", "2021", "2022", "2023", "2024", "2025"];
    const org = newId();
    const records = years.map((year) => {
      const upstream = partOf("commuting_upstream", { value: by(TRAM, true), year }, true);
      return { ...activityOf({ value: by(TRAM), year }), additionalParts: [upstream] };
    });
    const ids = await services.store(org, records);
    const calculations = await Promise.all(ids.map((id) => services.explain(org, id)));
    const memos = calculations.map(({ impacts }) => impacts.find(({ memo }) => memo)!);
    expect(memos.map(({ co2e }) => co2e!.value)).toEqual([
      "0.00489",
      "0.00413",
      "0.00745",
      "0.00745",
      "0.00749",
      "0.00749",
      "0.00749",
    ]);
    expect(new Set(memos.map(({ ghgCategory }) => ghgCategory))).toEqual(new Set(["employee_commuting"]));
    expect(await services.categories(org, 2025)).toEqual(["3 employees 0.0000286"]);
  });
});

it("days at home count beside the trips of the other days", async () => {
  const home = partOf("telecommuting", { value: by(TELECOMMUTING), year: "2025", quantity: "208" }, false);
  const trips = activityOf({ value: by(TRAM), year: "2025", quantity: "1000" });
  const { org, calculation } = await explained({ ...trips, additionalParts: [home] });
  expect(calculation.impacts.map(({ part, co2e }) => [part, co2e!.value])).toEqual([
    ["commuting", "28.6"],
    ["telecommuting", "69.42624"],
  ]);
  expect(calculation.parts.map(({ formula }) => formula)).toEqual(["distance * factor", "hours * factor"]);
  expect(await services.categories(org, 2025)).toEqual(["3 employees 0.09802624"]);
});

it("walking emits nothing, and the explanation names the convention", async () => {
  const { calculation } = await explained(activityOf({ value: by(CommuteTransport.WALKING), year: "2021" }));
  expect(calculation.factor).toMatchObject({ key: "walking", source: expect.stringContaining("use no fuel") });
  expect(calculation.fitness).toMatchObject({ proxy: false, staleYears: 0, aheadYears: 0 });
});

it.each([
  { what: "an electric kick scooter", value: by(ELECTRIC_KICK_SCOOTER), year: "2025", reason: "electric kick scooter" },
  { what: "work at home in 2020", value: by(TELECOMMUTING), year: "2020", reason: "The nearest is of 2022" },
])("$what has no emissions, and the explanation says why", async ({ value, year, reason }) => {
  const { calculation } = await explained({ ...activityOf({ value, year }), factorOptional: true });
  expect([calculation.co2e, calculation.impacts]).toEqual([undefined, []]);
  expect(calculation.errorDetail).toContain(reason);
});
