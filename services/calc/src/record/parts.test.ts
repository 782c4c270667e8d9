import { newId } from "@emissions/kit/process/id";
import { RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
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

interface AdditionalPart {
  part?: string;
  category?: string;
  lookedUpIn?: string;
  amount?: string;
  memo?: boolean;
  optional?: boolean;
  allocation?: string;
  key?: string;
}

const part = ({
  category = "energy_production",
  lookedUpIn = "fuels_upstream",
  amount = "100",
  key,
  ...rest
}: AdditionalPart) => ({
  part: "stationary_generation",
  category,
  quantity: kWh(amount),
  selector: inLibrary(lookedUpIn, key),
  ...rest,
});

/** 100 kWh of a fuel: 20 kg CO2e and 5 kg of biogenic CO2. */
const burned = (additionalParts: AdditionalPart[] = [], fields: Parameters<typeof purchase>[0] = {}) =>
  purchase({
    category: "combustion",
    quantity: kWh("100"),
    selector: inLibrary("fuels"),
    additionalParts: additionalParts.map(part),
    ...fields,
  });

async function resultOf(record: ReturnType<typeof burned>) {
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [record] } }])).toEqual(["done"]);
  return (await calc.announced()).flat().findLast(({ recordId }) => recordId === record.recordId)!;
}

async function totals() {
  const request = { startDate: "2024-01-01", endDate: "2024-12-31", groupBy: GroupBy.CATEGORY };
  const { items } = (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!;
  return items.map(({ scope, category, co2e }) => `${scope} ${category} ${co2e!.value}`);
}

const explain = async ({ recordId, entityType }: ReturnType<typeof burned>) =>
  (await calc.calculations.getCalculation({ id: recordId, entityType }, calc.by(org))).calculation!;

const LOCATION = {
  part: "electricity_location_based",
  category: "electricity",
  lookedUpIn: "electricity_location",
  memo: true,
};

describe("a record of several parts", () => {
  it("emits the exact sum of its parts, each in its own scope and category", async () => {
    const result = await resultOf(burned([{}]));
    expect(result).toMatchObject({ status: CalculationOutcome.CALCULATED, co2e: { value: "23" } });
    expect(result.biogenicCo2).toMatchObject({ value: "5" });
    expect(await totals()).toEqual(["1 combustion 0.02", "3 energy_production 0.003"]);
  });

  it("sums rounded parts, so that it agrees exactly with the totals", async () => {
    const tiny = { amount: "0.00000000002" };
    const record = burned([tiny, { ...tiny, part: "another" }], { quantity: kWh("0.000000000002") });
    expect((await resultOf(record)).co2e).toMatchObject({ value: "0.000000000002" });
    expect(await totals()).toEqual(["3 energy_production 0.000000000000002"]);
  });

  it("adds no upstream part to a life-cycle factor", async () => {
    const upstream = { part: "electricity_generation", lookedUpIn: "fuels_upstream", optional: true };
    const record = burned([upstream], { category: "electricity", selector: inLibrary("electricity_life_cycle") });
    expect((await resultOf(record)).co2e!.value).toBe("50");
    expect(await totals()).toEqual(["2 electricity 0.05"]);
    const { parts } = await explain(record);
    expect(parts.at(-1)).toMatchObject({ status: PartOutcome.LEFT_OUT, errorCode: "IN_LIFE_CYCLE_FIGURE" });
  });

  describe("of a waste with its transport", () => {
    const transport = {
      part: "transport",
      category: "wastes",
      lookedUpIn: "freight",
      allocation: "(1250 * 1 / 1000) * 80",
    };
    const sent = (lookedUpIn: string, change: AdditionalPart = {}) =>
      burned([{ ...transport, ...change }], { category: "wastes", selector: inLibrary(lookedUpIn) });

    it("counts no transport besides a published figure, which includes it, and shows the distance", async () => {
      const record = sent("waste");
      const { co2e, fitness } = await resultOf(record);
      expect(co2e!.value).toBe("25");
      expect(fitness).not.toContain(FitnessMark.PARTS_MISSING);
      expect(await totals()).toEqual(["3 wastes 0.025"]);
      const { parts } = await explain(record);
      expect(parts.at(-1)).toMatchObject({
        part: "transport",
        status: PartOutcome.LEFT_OUT,
        errorCode: "IN_TREATMENT_FIGURE",
        errorDetail: "The published figure of the treatment includes collection and transport.",
        quantity: { value: { value: "100" } },
        allocation: "(1250 * 1 / 1000) * 80",
      });
    });

    it("does not need a factor for a transport that does not count", async () => {
      expect((await resultOf(sent("waste", { key: "none" }))).co2e!.value).toBe("25");
    });

    it("counts the transport besides another figure, which is of the treatment alone", async () => {
      const record = sent("fuels");
      expect((await resultOf(record)).co2e!.value).toBe("30");
      const { parts } = await explain(record);
      expect(parts.at(-1)).toMatchObject({ status: PartOutcome.CALCULATED, allocation: "(1250 * 1 / 1000) * 80" });
    });
  });

  it("reports memo items, but adds them to no total", async () => {
    const record = burned([LOCATION]);
    const result = await resultOf(record);
    expect([result.co2e!.value, result.biogenicCo2!.value]).toEqual(["20", "5"]);
    expect(await totals()).toEqual(["1 combustion 0.02"]);
    const { impacts, co2e, biogenicCo2 } = await explain(record);
    expect(impacts.map(({ part, memo, co2e }) => [part, memo, co2e!.value])).toEqual([
      ["combustion", false, "20"],
      ["electricity_location_based", true, "10"],
    ]);
    expect([co2e!.value, biogenicCo2!.value]).toEqual(["20", "5"]);
  });

  it("subtracts its counted parts from the totals on deletion, but no memo items", async () => {
    const record = burned([{}, LOCATION]);
    await resultOf(record);
    await resultOf(burned([], { recordId: record.recordId, revision: 2 }));
    expect(await totals()).toEqual(["1 combustion 0.02"]);
    await resultOf(burned([{}, LOCATION], { recordId: record.recordId, revision: 3 }));
    const deleted = { recordId: record.recordId, revision: 4 };
    await calc.deliver(RecordsDeletedSchema, [{ org, value: { records: [deleted] } }]);
    expect(await totals()).toEqual([]);
  });

  it("publishes the same result again for a repeated message", async () => {
    const record = burned([{}, LOCATION]);
    const first = await resultOf(record);
    expect(await resultOf(record)).toEqual(first);
    const failing = burned([{ lookedUpIn: "nowhere" }]);
    const failure = await resultOf(failing);
    expect(await resultOf(failing)).toEqual(failure);
  });
});

describe("a part without a factor", () => {
  it("is omitted if it is optional", async () => {
    const record = burned([{ lookedUpIn: "nowhere", optional: true }]);
    expect(await resultOf(record)).toMatchObject({ co2e: { value: "20" }, errorCode: "", errorDetail: "" });
    expect((await explain(record)).parts[1]).toMatchObject({
      part: "stationary_generation",
      status: PartOutcome.LEFT_OUT,
      errorCode: "FACTOR_NOT_FOUND",
      errorDetail: "No factor for nowhere.",
    });
  });

  it("has the name of the other pieces in a year without a factor, so that the pieces are of one part", async () => {
    const period = { startDate: "2025-12-31", endDate: "2026-01-01", referenceDate: "2026-01-01" };
    const record = burned([], {
      category: "employees",
      selector: inLibrary("by_year"),
      factorOptional: true,
      ...period,
    });
    expect((await resultOf(record)).co2e!.value).toBe("5");
    const { parts } = await explain(record);
    expect(parts.map(({ part, status, startDate }) => [part, status, startDate])).toEqual([
      ["activity", PartOutcome.CALCULATED, "2025-12-31"],
      ["activity", PartOutcome.LEFT_OUT, "2026-01-01"],
    ]);
  });

  it("leaves the impacts in the order of the parts", async () => {
    const record = burned([{ part: "z" }, { part: "a" }]);
    await resultOf(record);
    const { parts, impacts } = await explain(record);
    expect(parts.map(({ part }) => part)).toEqual(["combustion", "z", "a"]);
    expect(impacts.map(({ part }) => part)).toEqual(["combustion", "z", "a"]);
  });

  it("fails the record otherwise, with the name of the part, and adds nothing to the totals", async () => {
    const record = burned([{}, { part: "transport", lookedUpIn: "nowhere" }]);
    const result = await resultOf(record);
    expect(result).toMatchObject({ errorCode: "FACTOR_NOT_FOUND", errorDetail: "No factor for nowhere." });
    expect([result.co2e, result.biogenicCo2]).toEqual([undefined, undefined]);
    expect(await totals()).toEqual([]);
    const { parts, impacts, formula } = await explain(record);
    expect(parts.map(({ part, status }) => [part, status])).toEqual([
      ["combustion", PartOutcome.CALCULATED],
      ["stationary_generation", PartOutcome.CALCULATED],
      ["transport", PartOutcome.FAILED],
    ]);
    expect([impacts, formula]).toEqual([[], "quantity * factor"]);
  });

  it("fails the record with the failure of the main part first", async () => {
    const record = burned([{ lookedUpIn: "nowhere" }], { selector: inLibrary("not there") });
    expect(await resultOf(record)).toMatchObject({ errorDetail: "No factor for not there." });
    expect((await explain(record)).parts[0]).toMatchObject({ part: "main", status: PartOutcome.FAILED });
  });
});

describe("the explanation", () => {
  it("shows for each part everything that it depends on", async () => {
    const { parts, method, formulaWithNumbers } = await explain(await stored(burned([{ amount: "250" }, LOCATION])));
    expect(parts).toMatchObject([
      {
        part: "combustion",
        category: "combustion",
        memo: false,
        quantity: { value: { value: "100" }, unit: "kWh" },
        factor: { category: "fuels", values: { co2e: { value: "0.2" } } },
        formulaWithNumbers: "100 * 0.2 = 20",
        co2e: { value: "20" },
      },
      {
        part: "stationary_generation",
        category: "energy_production",
        memo: false,
        quantity: { value: { value: "250" } },
        factor: { category: "fuels_upstream" },
        formula: "quantity * factor",
        formulaWithNumbers: "250 * 0.03 = 7.5",
        co2e: { value: "7.5" },
      },
      { part: "electricity_location_based", category: "electricity", memo: true, co2e: { value: "10" } },
    ]);
    for (const each of parts) {
      expect([each.status, each.candidates.length, each.errorCode]).toEqual([PartOutcome.CALCULATED, 1, undefined]);
    }
    expect([method, formulaWithNumbers]).toEqual([parts[0]!.method, parts[0]!.formulaWithNumbers]);
  });

  it("has no parts for a record of one part", async () => {
    expect((await explain(await stored(burned()))).parts).toEqual([]);
  });
});

it.each([
  { what: "two parts with one name", additionalParts: [{}, {}], detail: "Two parts are called stationary_generation." },
  {
    what: "a part with the name of the main part",
    additionalParts: [{ part: "combustion" }],
    detail: "called combustion",
  },
  { what: "a part without a name", additionalParts: [{ part: "" }], detail: "A part has no name." },
  {
    what: "41 additional parts",
    additionalParts: Array.from({ length: 41 }, (_, at) => ({ part: `part_${at}` })),
    detail: "There are more than 40 parts.",
  },
  {
    what: "a sum of parts that is too large, although no part is",
    additionalParts: ["one", "other"].map((part) => ({ part, amount: "3.3e31" })),
    detail: "The result is too large.",
  },
  {
    what: "an invalid quantity",
    additionalParts: [{ amount: "many", optional: true }],
    detail: "Not a decimal number",
  },
])("$what: only this record fails", async ({ additionalParts, detail }) => {
  const [bad, good] = [burned(additionalParts), burned()];
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [bad, good] } }])).toEqual(["done"]);
  const calculation = await explain(bad);
  expect(calculation).toMatchObject({ status: CalculationOutcome.FAILED, errorCode: "CALCULATION_FAILED" });
  expect(calculation.errorDetail).toContain(detail);
  expect(await totals()).toEqual(["1 combustion 0.02"]);
});

async function stored(record: ReturnType<typeof burned>) {
  await resultOf(record);
  return record;
}
