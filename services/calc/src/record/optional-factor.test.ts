import { newId } from "@emissions/kit/process/id";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "./record.fixture.ts";

let calc: CalcService;
let org: string;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());
beforeEach(() => {
  org = newId();
});

type Fields = NonNullable<Parameters<typeof purchase>[0]>;

const record = ({ lookedUpIn = "nowhere", ...fields }: Fields & { lookedUpIn?: string } = {}) =>
  purchase({ quantity: kWh("100"), selector: inLibrary(lookedUpIn), factorOptional: true, ...fields });

async function resultOf(input: ReturnType<typeof record>) {
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [input] } }])).toEqual(["done"]);
  return (await calc.announced()).flat().findLast(({ recordId }) => recordId === input.recordId)!;
}

async function total() {
  const request = { startDate: "2024-01-01", endDate: "2024-12-31" };
  return (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!.totalCo2e!.value;
}

const explain = async ({ recordId, entityType }: ReturnType<typeof record>) =>
  (await calc.calculations.getCalculation({ id: recordId, entityType }, calc.by(org))).calculation!;

describe("a record whose factor is optional", () => {
  it("is calculated without a number if there is no factor", async () => {
    const result = await resultOf(record());
    expect(result).toMatchObject({ status: CalculationOutcome.CALCULATED, errorCode: "", errorDetail: "" });
    expect([result.co2e, result.biogenicCo2]).toEqual([undefined, undefined]);
    expect(await total()).toBe("0");
  });

  it("has an explanation with the reason, without a number and without impacts", async () => {
    const input = record();
    await resultOf(input);
    const calculation = await explain(input);
    expect(calculation).toMatchObject({
      status: CalculationOutcome.CALCULATED,
      errorCode: "FACTOR_NOT_FOUND",
      errorDetail: "No factor for nowhere.",
      method: "activity-factor/2",
      impacts: [],
      parts: [],
    });
    const { co2e, biogenicCo2, factor, formula, rounding } = calculation;
    expect([co2e, biogenicCo2, factor, formula, rounding]).toEqual(Array(5).fill(undefined));
  });

  it("publishes the same result again for a repeated message", async () => {
    const input = record();
    expect(await resultOf(input)).toEqual(await resultOf(input));
  });

  it("gets a number and loses it again as the record changes", async () => {
    const input = record();
    await resultOf(input);
    const withFactor = await resultOf({ ...input, revision: 2, selector: record({ lookedUpIn: "fuels" }).selector! });
    expect([withFactor.co2e!.value, await total()]).toEqual(["20", "0.02"]);
    const withoutFactor = await resultOf({ ...input, revision: 3 });
    expect([withoutFactor.co2e, await total()]).toEqual([undefined, "0"]);
    const gone = { recordId: input.recordId, revision: 4 };
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [gone] } }]);
    expect(await total()).toBe("0");
  });

  it("has the emissions of its other parts", async () => {
    const additionalParts = [
      { part: "upstream", category: "energy_production", quantity: kWh("100"), selector: inLibrary("fuels_upstream") },
    ];
    const input = record({ additionalParts });
    expect((await resultOf(input)).co2e!.value).toBe("3");
    expect((await explain(input)).errorCode).toBeUndefined();
  });

  it.each([
    { what: "its unit fits no factor", fields: { lookedUpIn: "another_unit" }, code: "UNIT_NOT_CONVERTIBLE" },
    {
      what: "its quantity is no number",
      fields: { lookedUpIn: "fuels", quantity: kWh("many") },
      code: "CALCULATION_FAILED",
    },
    { what: "its factor is required", fields: { factorOptional: false }, code: "FACTOR_NOT_FOUND" },
  ])("fails if $what", async ({ fields, code }) => {
    expect(await resultOf(record(fields))).toMatchObject({ status: CalculationOutcome.FAILED, errorCode: code });
  });
});
