import { create } from "@bufbuild/protobuf";
import { activity, eachTest, KM, KWH } from "@emissions/activity/activity.fixture";
import { kinds } from "@emissions/activity/kinds";
import { resultConsumer } from "@emissions/activity/records/results";
import { vehicleConsumers } from "@emissions/activity/vehicle/consumers";
import { vehicleOf } from "@emissions/activity/vehicle/vehicle.fixture";
import { fuelOf } from "@emissions/activity/vehicle/vehicle-catalogue.fixture";
import { newId } from "@emissions/kit/process/id";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { VehicleChangedSchema, VehicleService, VehicleUse } from "@emissions/proto/activity/v1/vehicle_service";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { type Fraction, fraction, plus, textOf, times } from "@emissions/quantity/oracle";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());
eachTest();

const RUNS = 12;
const VEHICLES = [
  { country: "GB", vehicleFuelId: fuelOf("GB", "petrol") },
  { country: "ES", vehicleFuelId: fuelOf("ES", "diesel") },
  { country: "GB", vehicleFuelId: fuelOf("GB", "electricity") },
];
/** Units that the fuel of every vehicle has: distance and energy. The electric one has no litres. */
const UNITS = [KWH, KM];

type Step =
  | { do: "create"; vehicle: number; quantity: string; unit: number; days: number }
  | { do: "patch"; at: number; quantity: string }
  | { do: "delete" | "deleteMany"; at: number }
  | { do: "deleteByFilter"; vehicle: number }
  | { do: "archive" | "use"; vehicle: number }
  | { do: "segment"; vehicle: number };

const quantity = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => `${n / 1000}`);
const vehicle = fc.nat({ max: VEHICLES.length - 1 });
const at = fc.nat({ max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("create"),
      vehicle,
      quantity,
      unit: fc.nat({ max: 1 }),
      days: fc.nat({ max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("patch"), at, quantity }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("delete", "deleteMany"), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteByFilter"), vehicle }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("archive", "use"), vehicle }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("segment"), vehicle }) },
) as fc.Arbitrary<Step>;

/** One organization with three vehicles, and the services between which its events travel. */
async function fleet() {
  const own = await activity.organization();
  const client = () => activity.as(own, VehicleConsumptionService, { "idempotency-key": newId() });
  const vehicles = () => activity.as(own, VehicleService, { "idempotency-key": newId() });
  const ids: string[] = [];
  for (const values of VEHICLES) ids.push((await vehicles().createVehicle(vehicleOf(values))).vehicle!.id);
  const handled = { stored: 0, deleted: 0, changed: 0, results: (await services.calc.announced()).length };

  const list = async (vehicleId: string) => {
    const page = await client().listConsumptionsOfVehicle({ vehicleId, size: 100 });
    return { rows: page.vehicleConsumptions, total: page.total, filterHash: page.filterHash };
  };
  const all = async () => (await Promise.all(ids.map(list))).flatMap(({ rows }) => rows.map(({ id }) => id)).sort();

  /** Delivers all events between activity and calc, until there are no more. */
  async function settle(): Promise<void> {
    const org = own.organizationId;
    const inActivity = (work: Parameters<typeof activity.db.asService>[1]) => activity.db.asService(org, work);
    const changed = (await activity.events(own, VehicleChangedSchema)).slice(handled.changed);
    handled.changed += changed.length;
    const [relocate] = vehicleConsumers(activity.context, kinds);
    for (const event of changed)
      await inActivity((write) => relocate!.handle(write, [create(VehicleChangedSchema, event as never)]));
    const stored = (await activity.events(own, RecordsStoredSchema)).slice(handled.stored);
    const deleted = (await activity.events(own, RecordsDeletedSchema)).slice(handled.deleted);
    handled.stored += stored.length;
    handled.deleted += deleted.length;
    for (const value of stored) await services.calc.deliver(RecordsStoredSchema, [{ org, value: value as never }]);
    for (const value of deleted) await services.calc.deliver(RecordsDeletedSchema, [{ org, value: value as never }]);
    const results = (await services.calc.announced()).slice(handled.results);
    handled.results += results.length;
    for (const one of results)
      await inActivity((write) =>
        resultConsumer(kinds).handle(write, [create(RecordsCalculatedSchema, { results: one })]),
      );
    if (changed.length + stored.length + deleted.length + results.length > 0) await settle();
  }

  async function run(step: Step): Promise<void> {
    const present = await all();
    const id = "at" in step ? present[step.at % Math.max(present.length, 1)] : undefined;
    switch (step.do) {
      case "create": {
        const period = { startDate: "2024-11-20", endDate: dayAfter("2024-11-20", step.days) };
        const values = { vehicleId: ids[step.vehicle]!, quantity: { value: step.quantity }, unitId: UNITS[step.unit]! };
        await client().createVehicleConsumption({ ...values, ...period });
        return;
      }
      case "patch":
        if (id !== undefined)
          await client().updateVehicleConsumption({
            id,
            quantity: { value: step.quantity },
            updateMask: { paths: ["quantity"] },
          });
        return;
      case "delete":
        if (id !== undefined) await client().deleteVehicleConsumption({ id });
        return;
      case "deleteMany":
        await client().deleteVehicleConsumptions({ ids: [...present.slice(0, step.at % 3), newId()] });
        return;
      case "deleteByFilter": {
        const vehicleId = [ids[step.vehicle]!];
        const { filterHash } = await client().listVehicleConsumptions({ vehicleId });
        await client().deleteVehicleConsumptionsByFilters({ vehicleId, filterHash });
        return;
      }
      case "segment":
        await vehicles().updateVehicle({
          id: ids[step.vehicle]!,
          size: 1 + (step.vehicle % 3),
          updateMask: { paths: ["size"] },
        });
        return;
      default: {
        const status = step.do === "archive" ? VehicleUse.ARCHIVED : VehicleUse.ACTIVE;
        await vehicles().updateVehicle({ id: ids[step.vehicle]!, status, updateMask: { paths: ["status"] } });
      }
    }
  }

  /** Kilograms of the organization, by each of the ways to know them. */
  async function sums() {
    const pages = await Promise.all(ids.map(list));
    const rows = pages.flatMap((page) => page.rows);
    const shown = await Promise.all(ids.map(async (id) => (await vehicles().getVehicle({ id })).vehicle!.co2e!.value));
    const explained = await Promise.all(
      rows.map(
        async ({ id }) =>
          (
            await services.calc.calculations.getCalculation(
              { id, entityType: EntityType.VEHICLE_CONSUMPTIONS },
              services.calc.by(own.organizationId),
            )
          ).calculation!.co2e?.value ?? "0",
      ),
    );
    return {
      records: sum(rows.map(({ co2e }) => co2e?.value ?? "0")),
      parts: sum(
        rows.flatMap(({ co2eConsumption, co2eGeneration }) => [
          co2eConsumption?.value ?? "0",
          co2eGeneration?.value ?? "0",
        ]),
      ),
      vehicles: sum(shown),
      explained: sum(explained),
      totals: textOf(
        times(fraction(await services.total(own.organizationId, "2024-01-01", "2025-12-30")), fraction("1000")),
      ),
      waiting: rows.filter(({ status }) => status === 1).length,
      counted: pages.reduce((count, { total }) => count + total, 0) - rows.length,
    };
  }

  return { run, settle, sums };
}

const sum = (all: readonly string[]): string => textOf(all.map(fraction).reduce<Fraction>(plus, fraction("0")));

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

it("vehicles, lists, totals and explanations agree exactly after any sequence of changes", async () => {
  let emitted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { run, settle, sums } = await fleet();
      for (const [at, one] of steps.entries()) {
        await run(one);
        // Some results arrive late, after further changes.
        if (at % 3 === 2) await settle();
      }
      await settle();
      const { records, parts, vehicles, explained, totals, waiting, counted } = await sums();
      expect({ parts, vehicles, explained, totals }).toEqual({
        parts: records,
        vehicles: records,
        explained: records,
        totals: records,
      });
      expect([waiting, counted]).toEqual([0, 0]);
      if (records !== "0") emitted += 1;
    }),
    { numRuns: RUNS },
  );
  expect(emitted).toBeGreaterThan(RUNS / 2);
});
