import { parse, plain } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { activityFactor } from "./activity-factor/rules.ts";
import { averageData, closedLoop } from "./average-data/rules.ts";
import { carrierFuels } from "./carrier-fuels/rules.ts";
import { combustion } from "./combustion/rules.ts";
import { electricity } from "./electricity/rules.ts";
import { employees } from "./employees/rules.ts";
import { energyProduction } from "./energy-production/rules.ts";
import { freight } from "./freight/rules.ts";
import { heat } from "./heat/rules.ts";
import { hotelStays } from "./hotel-stays/rules.ts";
import { activity } from "./method.fixture.ts";
import { processGases } from "./process/rules.ts";
import { recharges } from "./recharges/rules.ts";
import { soldProducts } from "./sold-products/rules.ts";
import { spendBased } from "./spend/rules.ts";
import { supplierSpecific } from "./supplier-specific/rules.ts";
import { travels, travelsUpstream } from "./travels/rules.ts";
import { wastes } from "./wastes/rules.ts";
import { water } from "./water/rules.ts";

const gwp = { AR4: parse("1430"), AR5: parse("1300"), AR6: parse("1530") };
const gases = [{ name: "hfc_134a", kilograms: parse("0.5"), kyoto: true, gwp }];
const byGas = { factor: "2.5", co2: "2", ch4: "0.01", n2o: "0.001" };

/** The figures of an activity for each rule that decides about a result. */
const ACTIVITIES: readonly Parameters<typeof activity>[0][] = [
  { amount: "7", from: "3", to: "2" },
  { amount: "7", recycled: "0.25" },
  { ...byGas, publishedSet: "AR6" },
  { ...byGas, publishedSet: "AR5" },
  { ...byGas, publishedSet: "AR5", methaneOrigin: "fossil" },
  { ...byGas, factor: null, gwpSet: "AR4" },
  { gases, factor: "700", publishedSet: "AR5" },
];

const BY_FACTOR = ["4.666666666667", "7", "2.5", "2.552", "2.571", "2.548", "765"];
const RECYCLED = ["4.666666666667", "5.25", ...BY_FACTOR.slice(2)];

/** Explanations of stored results name the version, so its arithmetic never changes: another one needs the next number. */
describe("the arithmetic of a version stays the same:", () => {
  it.each([
    { method: activityFactor, name: "activity-factor/2", kg: BY_FACTOR },
    { method: averageData, name: "average-data/2", kg: RECYCLED },
    { method: carrierFuels, name: "carrier-fuels/1", kg: BY_FACTOR },
    { method: combustion, name: "combustion/2", kg: BY_FACTOR },
    { method: electricity, name: "electricity/2", kg: BY_FACTOR },
    { method: employees.commuting, name: "employees/1", kg: BY_FACTOR },
    { method: employees.telecommuting, name: "employees-telecommuting/1", kg: BY_FACTOR },
    { method: employees.upstream, name: "employees-upstream/1", kg: BY_FACTOR },
    { method: energyProduction, name: "energy-production/2", kg: BY_FACTOR },
    { method: freight, name: "freight/1", kg: BY_FACTOR },
    { method: heat, name: "heat/2", kg: BY_FACTOR },
    { method: hotelStays, name: "hotel-stays/2", kg: BY_FACTOR },
    { method: processGases, name: "process/2", kg: BY_FACTOR },
    { method: recharges, name: "recharges/2", kg: BY_FACTOR },
    { method: soldProducts, name: "sold-products/1", kg: BY_FACTOR },
    { method: spendBased, name: "spend-based/2", kg: BY_FACTOR },
    { method: supplierSpecific, name: "supplier-specific/2", kg: BY_FACTOR },
    { method: travels, name: "travels/1", kg: BY_FACTOR },
    { method: travelsUpstream, name: "travels-upstream/1", kg: BY_FACTOR },
    { method: wastes, name: "wastes/2", kg: BY_FACTOR },
    { method: water, name: "water/2", kg: BY_FACTOR },
  ])("$name", ({ method, name, kg }) => {
    const results = ACTIVITIES.map((figures) => plain(method.calculate(activity(figures)).part.co2e));
    expect([method.name, ...results]).toEqual([name, ...kg]);
  });

  it("average-data/2 of a closed loop", () => {
    const { part } = closedLoop.calculate(activity({ amount: "7", recycled: "0.25" }));
    expect([closedLoop.name, plain(part.co2e)]).toEqual(["average-data/2", "1.75"]);
  });
});
