import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { QuantitySchema, RecordInputSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import type { SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { Decimal, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
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

interface Invoice {
  amount?: string;
  from: string;
  to: string;
  selector?: MessageInitShape<typeof SelectorSchema>;
}

const GROUP = { kind: { case: "customGroup" as const, value: { groupId: newId(), revision: 1 } } };
const CHANGES_DAILY = { kind: { case: "customRecord" as const, value: { recordId: newId(), revision: 1 } } };

const invoice = ({ amount = "10000", from, to, selector = inLibrary("by_year") }: Invoice) =>
  purchase({
    category: "electricity",
    quantity: kWh(amount),
    selector,
    referenceDate: to,
    startDate: from,
    endDate: to,
  });

async function store(...records: ReturnType<typeof invoice>[]) {
  expect(await calc.deliver(RecordsStoredSchema, [{ org, value: { records } }])).toEqual(["done"]);
  const results = (await calc.announced()).flat();
  return records.map(({ recordId }) => results.findLast((result) => result.recordId === recordId)!);
}

const explain = async ({ recordId, entityType }: ReturnType<typeof invoice>) =>
  (await calc.calculations.getCalculation({ id: recordId, entityType }, calc.by(org))).calculation!;

async function tonnesOf(year: number) {
  const request = { startDate: `${year}-01-01`, endDate: `${year}-12-31`, groupBy: GroupBy.SCOPE };
  return (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!.totalCo2e!.value;
}

describe("a period in which the factor changes", () => {
  it("is split by days, and each piece takes the factor of its year", async () => {
    const record = invoice({ from: "2024-01-01", to: "2025-01-01" });
    const [result] = await store(record);
    // 366 days of 2024 and one day of 2025.
    const days2024 = parse("9972.752043596730245231607629427793");
    const kg = [days2024.times("0.2"), new Decimal(10000).minus(days2024).times("0.1")].map((each) => each.toFixed(12));
    expect(result!.co2e!.value).toBe(plain(kg.reduce((sum, each) => sum.plus(each), ZERO)));
    expect(result!.fitness).toEqual([FitnessMark.STALE_YEARS]);
    const { parts, impacts, fitness } = await explain(record);
    expect(fitness).toMatchObject({ origin: "GB", staleYears: 1 });
    expect(parts).toMatchObject([
      {
        startDate: "2024-01-01",
        endDate: "2024-12-31",
        allocation: "10000 * 366 / 367",
        quantity: { value: { value: plain(days2024) } },
        co2e: { value: kg[0] },
        factor: { revision: 2024 },
        fitness: { staleYears: 0 },
      },
      {
        startDate: "2025-01-01",
        endDate: "2025-01-01",
        allocation: `10000 - ${plain(days2024)}`,
        co2e: { value: kg[1] },
        factor: { revision: 2025 },
        fitness: { staleYears: 1 },
      },
    ]);
    expect(impacts.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ["2024-01-01", "2024-12-31"],
      ["2025-01-01", "2025-01-01"],
    ]);
    expect(await tonnesOf(2025)).toBe(plain(parse(kg[1]!).times("0.001")));
  });

  it("is split inside a year where the window of a custom factor ends", async () => {
    const record = invoice({
      amount: "30",
      from: "2024-06-01",
      to: "2024-06-30",
      selector: GROUP,
    });
    const [result] = await store(record);
    expect(result!.co2e!.value).toBe("50");
    expect((await explain(record)).parts.map(({ startDate, co2e }) => [startDate, co2e!.value])).toEqual([
      ["2024-06-01", "10"],
      ["2024-06-11", "40"],
    ]);
  });

  it("stays whole where the factor of the next year is the same", async () => {
    const record = invoice({ from: "2023-07-01", to: "2024-06-30", selector: inLibrary("electricity_location") });
    const [result] = await store(record);
    expect(result!.co2e!.value).toBe("1000");
    const { parts, impacts } = await explain(record);
    expect([parts.length, impacts.length]).toEqual([0, 1]);
  });

  it("fails as a whole when one of its years has no factor", async () => {
    const [result] = await store(invoice({ from: "2022-12-31", to: "2023-01-01" }));
    expect(result).toMatchObject({ status: CalculationOutcome.FAILED, errorCode: "FACTOR_NOT_FOUND", fitness: [] });
    expect(await tonnesOf(2023)).toBe("0");
  });

  it("fails when its factors change more than 120 times", async () => {
    const [failed] = await store(invoice({ from: "2024-01-01", to: "2024-12-31", selector: CHANGES_DAILY }));
    expect(failed).toMatchObject({
      errorCode: "CALCULATION_FAILED",
      errorDetail: "Its factors change more than 120 times.",
    });
  });
});

it("pieces of random periods sum to the whole quantity and to the CO2e of the record, and corrections leave nothing", async () => {
  const random = (max: number) => Math.floor(Math.random() * max);
  const records = Array.from({ length: 200 }, () => {
    const from = addDays("2023-01-01", random(900));
    const to = addDays(from, random(1095 - (Date.parse(from) - Date.parse("2023-01-01")) / 86_400_000));
    return invoice({ amount: `${random(1_000_000)}.${random(1_000_000)}`, from, to });
  });
  await store(...records);
  let split = 0;
  for (const record of records) {
    const { parts, impacts, co2e } = await explain(record);
    expect(plain(impacts.reduce((kg, impact) => kg.plus(impact.co2e!.value), ZERO))).toBe(co2e!.value);
    if (parts.length === 0) continue;
    split += 1;
    const sum = parts.reduce((whole, { quantity }) => whole.plus(quantity!.value!.value), ZERO);
    expect(plain(sum)).toBe(plain(parse(record.quantity!.value!.value)));
  }
  expect(split).toBeGreaterThan(50);
  await store(
    ...records.map((record) =>
      create(RecordInputSchema, { ...record, revision: 2, quantity: create(QuantitySchema, kWh("0")) }),
    ),
  );
  expect([await tonnesOf(2023), await tonnesOf(2024), await tonnesOf(2025)]).toEqual(["0", "0", "0"]);
});
