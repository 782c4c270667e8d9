import { FreightRunChangedSchema } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { HubCategory } from "@emissions/proto/factors/v1/freight";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import { expect, it } from "vitest";
import { activity, eachTest, inputs } from "../activity.fixture.ts";
import { addHub } from "../logistic_hub/logistic_hub.fixture.ts";
import { DIESEL, recharge, recharges } from "../logistics_recharge/logistics_recharge.fixture.ts";
import {
  amount,
  createLeg,
  createLegs,
  getLeg,
  LEG,
  requests,
} from "../logistics_request/logistics_request.fixture.ts";
import { freightRunConsumer } from "../logistics_request/run-consumer.ts";
import { FUELS } from "../records/freight.fixture.ts";
import { handleAll } from "../records/records.fixture.ts";

/** 3 kg for each unit, a sixth of it before the use. */
const answer = (): void => {
  activity.calc.answer = ({ quantity }) => {
    const units = parse(quantity!.value!.value);
    const [co2e, upstreamCo2e] = [units.times(3), units.dividedBy(2)].map((kg) => ({ value: plain(kg) }));
    return { status: CalculationOutcome.CALCULATED, co2e, upstreamCo2e };
  };
};
eachTest(answer);

const PLATE = "1234 BCD";
const OWN = { ...LEG, vehicleLicensePlate: PLATE };
const handle = () => handleAll(FreightRunChangedSchema, [freightRunConsumer(activity.context)]);
const shares = (legs: readonly { allocation?: { co2e?: { value: string } } | undefined }[]) =>
  legs.map(({ allocation }) => allocation?.co2e?.value);

// ISO 14083: emissions of a transport operation times the share of the shipment in its transport activity. By hand: the
// van carries 2 t over 30 km and 1 t over 20 km and returns empty; its round trip takes 40 l.
it("legs share the fuel of their vehicle by tonne-kilometres, with that of the empty way back", async () => {
  await recharge({ ...DIESEL, vehicleLicensePlate: "1234-bcd" });
  const load = (kg: string, km: string) => ({ ...OWN, load: amount(kg), distanceKm: amount(km) });
  const first = await createLeg(load("2000", "30"));
  const second = await createLeg(load("1000", "20"));
  const shown = await Promise.all([first.id, second.id].map(getLeg));
  expect(shown.map(({ allocation }) => allocation)).toMatchObject([
    {
      ...{ run: "1234BCD 2025-03", runTkm: amount("80"), runCo2e: amount("120"), co2e: amount("90") },
      ...{ operationCo2e: amount("75"), energyProvisionCo2e: amount("15"), formula: "60 / 80 * 120" },
    },
    { co2e: amount("30"), operationCo2e: amount("25"), energyProvisionCo2e: amount("5") },
  ]);
  const legs = (await inputs()).slice(1);
  expect(legs.map(({ excludedFromTotals }) => excludedFromTotals)).toEqual([true, true]);
  expect(legs[0]!.exclusion).toContain("counts in scopes 1 to 3");
});

it("shares that no decimal ends sum to the run within the last digit", async () => {
  await recharge({ ...DIESEL, quantity: amount("100") });
  await createLegs(["1", "2", "4"].map((kg) => ({ ...OWN, load: amount(kg) })));
  const { logisticsRequests } = await requests().listLogisticsRequests({});
  const found = shares(logisticsRequests);
  expect(found).toEqual(["171.428571428571", "85.714285714286", "42.857142857143"]);
  expect(plain(found.reduce((sum, kg) => sum.plus(parse(kg!)), ZERO))).toBe("300");
});

it("legs leave the totals when fuel of their vehicle is recorded, and return when it is deleted", async () => {
  const { id } = await createLeg(OWN);
  expect(await inputs()).toMatchObject([{ excludedFromTotals: false, exclusion: "" }]);
  const fuel = await recharge({ ...DIESEL, vehicleLicensePlate: PLATE });
  await handle();
  expect((await inputs()).at(-1)).toMatchObject({ recordId: id, revision: 2, excludedFromTotals: true });
  const more = await recharge({ ...DIESEL, vehicleLicensePlate: PLATE, quantity: amount("7") });
  await handle();
  expect((await inputs()).filter(({ recordId }) => recordId === id)).toHaveLength(2);
  await recharges().deleteLogisticsRecharge({ id: fuel.id });
  await handle();
  expect(shares([await getLeg(id)])).toEqual(["21"]);
  await recharges().deleteLogisticsRecharge({ id: more.id });
  await handle();
  expect((await inputs()).at(-1)).toMatchObject({ recordId: id, revision: 3, excludedFromTotals: false });
  expect(shares([await getLeg(id)])).toEqual([undefined]);
});

it.each([
  ["of another company", { subcontractor: true }],
  ["of another month", { shipmentDate: "2025-04-01" }],
  ["of another vehicle", { vehicleLicensePlate: "9999 ZZZ" }],
  ["of an unknown vehicle", { vehicleLicensePlate: undefined }],
  ["of another run", { runKey: "R-1" }],
])("a leg %s counts beside the fuel", async (_what, values) => {
  await recharge({ ...DIESEL, vehicleLicensePlate: PLATE });
  const { id } = await createLeg({ ...OWN, ...values });
  const { allocation } = await getLeg(id);
  expect([allocation, (await inputs()).at(-1)!.excludedFromTotals]).toEqual([undefined, false]);
});

it("a key joins fuel and legs of a run, whatever vehicle and month", async () => {
  await recharge({ ...DIESEL, runKey: "R-1" });
  const { id } = await createLeg({ ...LEG, runKey: "R-1", shipmentDate: "2025-04-01" });
  const leg = await getLeg(id);
  expect(leg.allocation).toMatchObject({ run: "R-1", co2e: amount("120") });
  const listed = await requests().listLogisticsRequests({ runKey: "R-1" });
  expect(shares(listed.logisticsRequests)).toEqual(["120"]);
  // The same fuel moves to another run.
  await recharge({ ...DIESEL, runKey: "R-2" });
  await handle();
  expect((await inputs()).at(-1)).toMatchObject({ recordId: leg.id, excludedFromTotals: false });
});

it("electricity is energy provision as a whole: its vehicle emits nothing", async () => {
  const charged = await recharge({ ...DIESEL, fuelId: FUELS.electricity.id });
  expect(charged).toMatchObject({ co2eOperation: amount("0"), co2eEnergyProvision: amount("120") });
  const { id } = await createLeg({ ...OWN, vehicleLicensePlate: DIESEL.vehicleLicensePlate });
  const { allocation } = await getLeg(id);
  expect(allocation).toMatchObject({ operationCo2e: amount("0"), energyProvisionCo2e: amount("120") });
  expect(await inputs()).toMatchObject([
    {
      ...{ category: "electricity", excludedFromTotals: false },
      additionalParts: [
        { part: "electricity_location_based", memo: true },
        { part: "electricity_generation", category: "energy_production" },
        { part: "electricity_transmission_and_distribution", category: "energy_production" },
        { part: "electricity_losses_generation", category: "energy_production" },
      ],
    },
    { excludedFromTotals: true },
  ]);
});

it("a hub of another company counts, also where the fuel counts in place of its leg", async () => {
  await recharge({ ...DIESEL, vehicleLicensePlate: PLATE });
  const { id: hubId } = await addHub({ category: HubCategory.WAREHOUSE_AMBIENT });
  const { id } = await createLeg({ ...OWN, hubId });
  const { excludedFromTotals, quantity, additionalParts } = (await inputs()).at(-1)!;
  expect([excludedFromTotals, quantity!.value!.value, quantity!.unit, additionalParts]).toEqual([false, "5", "t", []]);
  expect(shares([await getLeg(id)])).toEqual(["120"]);
});

it("legs and fuel that are stored at the same time end in one of them", async () => {
  await Promise.all([
    ...Array.from({ length: 10 }, () => createLeg(OWN)),
    recharge({ ...DIESEL, vehicleLicensePlate: PLATE }),
    ...Array.from({ length: 10 }, () => createLeg(OWN)),
  ]);
  await handle();
  const { logisticsRequests } = await requests().listLogisticsRequests({ size: 100 });
  expect(new Set(shares(logisticsRequests))).toEqual(new Set(["6"]));
});
