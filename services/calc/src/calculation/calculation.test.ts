import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { evaluate } from "../methods/evaluate.fixture.ts";
import { FACTOR_ID, factors, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const ours = newId();
const theirs = newId();
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

async function stored(fields: Parameters<typeof purchase>[0] = {}) {
  const record = purchase(fields);
  await calc.deliver(RecordsStoredSchema, [{ org: ours, value: { records: [record] } }]);
  return record;
}

async function explain(id: string, { as = ours, entityType = EntityType.PURCHASES as EntityType } = {}) {
  return (await calc.calculations.getCalculation({ id, entityType }, calc.by(as))).calculation!;
}

const NOT_FOUND = /\[not_found\] Calculation not found/;

describe("GetCalculation", () => {
  it("shows everything that the number depends on", async () => {
    const record = await stored({ recycledShare: { value: "0.2" } });
    const calculation = await explain(record.recordId);
    expect(calculation).toMatchObject({
      recordId: record.recordId,
      revision: 1,
      entityType: EntityType.PURCHASES,
      status: CalculationOutcome.CALCULATED,
      method: "spend-based/2",
      gwpSet: "AR5",
      co2e: { value: "2.346092307692" },
      formula: "(amount / rate_JPY) * rate_USD * factor",
      factor: { id: FACTOR_ID, revision: 3, source: "A publication", year: 2022, values: { co2e: { value: "0.353" } } },
      exchangeRate: { currency: "JPY", rate: { value: "162.5" }, rateDate: "2024-03-15", source: "ECB" },
      candidates: [{ rank: 1, chosen: true, reason: "The only one." }],
      conversions: [{ fromUnit: "JPY" }, { toUnit: "USD", multiplyBy: { value: "1.08" } }],
    });
    expect(calculation.input).toEqual(record);
    expect(calculation.rounding).toMatch(/half-even/);
  });

  it("gives the calculation as it was known at an instant", async () => {
    const { recordId } = await stored({ amount: "100" });
    const between = new Date();
    await calc.deliver(RecordsStoredSchema, [
      { org: ours, value: { records: [purchase({ recordId, revision: 2, amount: "200" })] } },
    ]);
    const at = async (instant: Date) => {
      const request = { id: recordId, entityType: EntityType.PURCHASES, asOf: timestampFromDate(instant) };
      return (await calc.calculations.getCalculation(request, calc.by(ours))).calculation!;
    };
    expect((await at(between)).revision).toBe(1);
    expect((await at(new Date())).revision).toBe(2);
    await expect(at(new Date(between.getTime() - 86_400_000))).rejects.toThrow(NOT_FOUND);
  });

  it("gives a formula with numbers that evaluates to the result", async () => {
    const { formulaWithNumbers, co2e } = await explain((await stored({ amount: "777.77" })).recordId);
    const [numbers, exact] = formulaWithNumbers!.split(" = ") as [string, string];
    expect(evaluate(numbers)).toBe(exact);
    expect(Number(exact)).toBeCloseTo(Number(co2e!.value), 11);
  });

  it("gives the masses only of the gases that the factor has", async () => {
    const { impacts } = await explain((await stored()).recordId);
    expect(impacts).toMatchObject([
      { scope: 3, category: "purchases", part: "purchase", startDate: "2024-03-15", endDate: "2024-03-15" },
    ]);
    expect(impacts[0]!.ch4!.value).toBe("0.006646153846");
    expect([impacts[0]!.co2, impacts[0]!.n2o, impacts[0]!.biogenicCo2]).toEqual([undefined, undefined, undefined]);
  });

  it("gives the reason of a failure", async () => {
    const record = await stored({ selector: { kind: { case: "spend", value: { sector: "none" } } } });
    const calculation = await explain(record.recordId);
    expect(calculation).toMatchObject({
      status: CalculationOutcome.FAILED,
      errorCode: "SECTOR_NOT_MAPPED",
      errorDetail: "No such sector.",
      impacts: [],
    });
    expect(calculation.co2e).toBeUndefined();
    expect(calculation.formula).toBeUndefined();
  });

  it("explains the current revision", async () => {
    const record = await stored();
    const first = await explain(record.recordId);
    await stored({ recordId: record.recordId, revision: 2, amount: "2000" });
    const second = await explain(record.recordId);
    expect(second).toMatchObject({ revision: 2, co2e: { value: "4.692184615385" } });
    expect(second.id).not.toBe(first.id);
  });

  it("answers the same for a missing, deleted or foreign record and for another kind", async () => {
    const { recordId } = await stored();
    const deleted = await stored();
    const value = { records: [{ recordId: deleted.recordId, revision: 2 }] };
    await calc.deliver(RecordsDeletedSchema, [{ org: ours, value }]);
    await expect(explain(recordId, { as: theirs })).rejects.toThrow(NOT_FOUND);
    await expect(explain(newId())).rejects.toThrow(NOT_FOUND);
    await expect(explain("no id")).rejects.toThrow(NOT_FOUND);
    await expect(explain(deleted.recordId)).rejects.toThrow(NOT_FOUND);
    await expect(explain(recordId, { entityType: EntityType.UNSPECIFIED })).rejects.toThrow(NOT_FOUND);
  });
});

describe("history", () => {
  it.each(["calculations", "calculation_parts", "impacts", "resolutions"])(
    "of %s cannot be changed by the service",
    async (table) => {
      await stored();
      for (const change of [`update ${table} set organization_id = '${theirs}'`, `delete from ${table}`]) {
        await expect(calc.db.asService(ours, ({ tx }) => tx.unsafe(change))).rejects.toThrow(/permission denied/);
      }
      await expect(calc.db.asService(ours, ({ tx }) => tx.unsafe(`truncate ${table} cascade`))).rejects.toThrow(
        /permission/,
      );
    },
  );

  it.each(["calculations", "calculation_parts", "impacts", "resolutions"])(
    "of %s cannot be changed by mistake of the owner",
    async (table) => {
      const owner = new Db(calc.owner);
      for (const change of [
        `update ${table} set organization_id = null`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(owner.asService(ours, ({ tx }) => tx.unsafe(change))).rejects.toThrow(/append-only/);
      }
    },
  );

  it("keeps the superseded calculation and its impacts", async () => {
    const record = await stored();
    await stored({ recordId: record.recordId, revision: 2 });
    const [rows] = await calc.db.asService(
      ours,
      ({ tx }) => tx<{ calculations: number; impacts: number }[]>`select
        (select count(*)::int from calculations where record_id = ${record.recordId}) as calculations,
        (select count(*)::int from impacts where record_id = ${record.recordId}) as impacts`,
    );
    expect(rows).toEqual({ calculations: 2, impacts: 2 });
  });

  it.each(["NaN", "Infinity", "-Infinity", "1e30", "0.0000000000001"])(
    "stores no result of %s kilograms",
    async (kg) => {
      await expect(calc.sql`select ${kg}::numeric::kilograms`).rejects.toThrow(/kilograms_check/);
    },
  );
});

it("shows another organization no row of any table", async () => {
  const { quantity, selector } = purchase();
  await stored({
    additionalParts: [{ part: "another", category: "purchases", quantity: quantity!, selector: selector! }],
  });
  const tables = [
    "calculations",
    "calculation_parts",
    "impacts",
    "resolutions",
    "current_records",
    "daily_totals",
    "monthly_totals",
  ];
  for (const table of tables) {
    const count = (org: string) =>
      calc.db.asService(org, ({ tx }) => tx.unsafe<{ count: number }[]>(`select count(*)::int as count from ${table}`));
    expect((await count(ours))[0]!.count).toBeGreaterThan(0);
    expect((await count(theirs))[0]!.count).toBe(0);
  }
});

it("stores one answer of factors for all records that share it", async () => {
  const org = newId();
  const records = Array.from({ length: 50 }, () => purchase());
  await calc.deliver(RecordsStoredSchema, [{ org, value: { records } }]);
  const [row] = await calc.db.asService(
    org,
    ({ tx }) => tx<{ n: number }[]>`select count(*)::int as n from resolutions`,
  );
  expect(row!.n).toBe(1);
});
