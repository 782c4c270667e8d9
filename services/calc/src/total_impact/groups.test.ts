import { newId } from "@emissions/kit/process/id";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import type { Impact } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import { addDays, daysIn } from "@emissions/quantity/period";
import { toWhole, wholeText } from "@emissions/quantity/whole";
import { adminOf } from "@emissions/testkit/principals";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const parent = newId();
const child = newId();
const depot = newId();
const group = adminOf(parent, { descendants: [child] });

const period = (from: string, days: number) => ({
  startDate: from,
  endDate: addDays(from, days - 1),
  referenceDate: addDays(from, days - 1),
});
const invoice = (from: string, days: number, kWhUsed: string): RecordInput =>
  purchase({
    ...period(from, days),
    category: "electricity",
    quantity: kWh(kWhUsed),
    selector: inLibrary("electricity_residual_mix"),
    additionalParts: [
      {
        part: "electricity_location_based",
        category: "electricity",
        quantity: kWh(kWhUsed),
        selector: inLibrary("electricity_location"),
        memo: true,
        optional: true,
      },
      {
        part: "electricity_generation",
        category: "energy_production",
        quantity: kWh(kWhUsed),
        selector: inLibrary("no_such_category"),
        optional: true,
      },
    ],
  });
const fuel = (from: string, days: number, amount: string, fields = {}): RecordInput =>
  purchase({
    ...period(from, days),
    category: "combustion",
    quantity: kWh(amount),
    selector: inLibrary("fuels"),
    ...fields,
  });

const failing = purchase({
  referenceDate: "2024-02-10",
  selector: { kind: { case: "spend", value: { sector: "none" } } },
});
const withoutFactor = fuel("2024-02-11", 1, "5", { selector: inLibrary("no_such_category"), factorOptional: true });
const excluded = purchase({ referenceDate: "2024-02-12", excludedFromTotals: true });
const ours = [
  invoice("2024-01-10", 100, "1000.5"),
  invoice("2024-02-01", 29, "77"),
  fuel("2023-12-31", 2, "10", { facilityId: depot }),
  fuel("2024-01-01", 366, "3333.333", { selector: inLibrary("by_year") }),
  fuel("2024-07-01", 365, "500", { selector: inLibrary("by_year") }),
  ...Array.from({ length: 5 }, (_, n) => purchase({ referenceDate: addDays("2024-01-30", n), amount: `${n + 1}000` })),
  failing,
  withoutFactor,
  excluded,
];
const theirs = [fuel("2024-01-15", 30, "42"), invoice("2024-03-01", 31, "10")];

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  const [deleted, changed] = [fuel("2024-01-01", 60, "900"), invoice("2024-01-01", 90, "1")];
  await calc.deliver(RecordsStoredSchema, [
    { org: parent, value: { records: [...ours, deleted, changed] } },
    { org: child, value: { records: theirs } },
    { org: newId(), value: { records: [fuel("2024-01-15", 30, "1000000")] } },
  ]);
  const later = { ...changed, revision: 2, startDate: "2024-03-01", endDate: "2024-04-30" };
  ours.push(later);
  await calc.deliver(RecordsStoredSchema, [{ org: parent, value: { records: [later] } }]);
  const records = [{ recordId: deleted.recordId, revision: 2 }];
  await calc.deliver(RecordsDeletedSchema, [{ org: parent, value: { records } }]);
});
afterAll(() => calc.drop());

interface Ask {
  start?: string;
  end?: string;
  groupBy?: GroupBy;
  scope2?: Scope2Method;
  gwp?: GwpSet;
  includeChildren?: boolean;
  coverage?: boolean;
  fiscalYearStartMonth?: number | undefined;
}

async function ask({ start = "2024-01-01", end = "2024-12-31", ...rest }: Ask) {
  const request = { startDate: start, endDate: end, ...rest };
  return (await calc.totals.getTotalImpacts(request, calc.by(group))).summary!;
}

const briefly = (items: Awaited<ReturnType<typeof ask>>["items"]) =>
  items.map(({ $typeName, $unknown, co2e, ...fields }) => [
    ...Object.values(fields).filter((field) => field !== undefined),
    co2e!.value,
  ]);

/** The kilograms of an impact within a range, by its days. */
function within({ startDate, endDate }: Impact, kg: string, start: string, end: string) {
  const [whole, days] = [toWhole(parse(kg)), daysIn(startDate, endDate)];
  const share = whole / BigInt(days);
  let sum = 0n;
  for (let index = 0; index < days; index++) {
    const day = addDays(startDate, index);
    if (day >= start && day <= end) sum += index === days - 1 ? whole - share * BigInt(days - 1) : share;
  }
  return parse(wholeText(sum));
}

async function impactsOf(org: string, records: readonly RecordInput[]): Promise<Impact[]> {
  const all = await Promise.all(
    records.map(({ recordId: id, entityType }) => calc.calculations.getCalculation({ id, entityType }, calc.by(org))),
  );
  return all.flatMap(({ calculation }) => calculation!.impacts);
}

const GROUPINGS = [
  GroupBy.SCOPE,
  GroupBy.CATEGORY,
  GroupBy.MONTH,
  GroupBy.GAS,
  GroupBy.GHG_CATEGORY,
  GroupBy.SOURCE,
  GroupBy.QUALITY,
  GroupBy.FACILITY,
  GroupBy.ORGANIZATION,
  GroupBy.QUARTER,
  GroupBy.FISCAL_YEAR,
];

describe("the totals of any range", () => {
  it("equal the sum of the impacts in every grouping, by either method of scope 2", async () => {
    const counted = ours.filter((record) => record !== excluded);
    const impacts = [...(await impactsOf(parent, counted)), ...(await impactsOf(child, theirs))];
    const range = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }));
    await fc.assert(
      fc.asyncProperty(range, fc.constantFrom(...GROUPINGS), fc.boolean(), async ([from, days], groupBy, location) => {
        const [start, end] = [addDays("2023-12-20", from), addDays("2023-12-20", from + days)];
        const scope2 = location ? Scope2Method.LOCATION : Scope2Method.MARKET;
        const { items, totalCo2e } = await ask({ start, end, groupBy, scope2, includeChildren: true });
        const isIn = ({ memo, scope, category }: Impact) =>
          memo ? location : !(location && scope === 2 && category === "electricity");
        const kg = impacts.filter(isIn).reduce((sum, one) => sum.plus(within(one, one.co2e!.value, start, end)), ZERO);
        expect(totalCo2e!.value).toBe(plain(kg.times("0.001")));
        expect(plain(items.reduce((sum, { co2e }) => sum.plus(co2e!.value), ZERO))).toBe(totalCo2e!.value);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a grouping", () => {
  it("by gas weighs the known gases, and leaves the rest unspecified", async () => {
    const items = briefly(await ask({ groupBy: GroupBy.GAS }).then(({ items }) => items));
    expect(items.map(([gas]) => gas)).toEqual(["CO2", "CH4", "unspecified"]);
  });

  it("by category of the GHG Protocol names the category of each scope", async () => {
    const items = briefly((await ask({ groupBy: GroupBy.GHG_CATEGORY })).items);
    expect(items.map(([scope, category]) => [scope, category])).toEqual([
      [1, "stationary_combustion"],
      [2, "purchased_electricity"],
      [3, "purchased_goods_and_services"],
    ]);
  });

  it("by source and by quality tells publications and methods apart", async () => {
    const sources = briefly((await ask({ groupBy: GroupBy.SOURCE })).items);
    expect(sources.map(([source]) => source)).toEqual(["A publication", "unspecified"]);
    const qualities = (await ask({ groupBy: GroupBy.QUALITY })).items;
    expect(qualities.map(({ method, proxy }) => [method, proxy])).toEqual([
      [FactorMethod.AVERAGE_DATA, false],
      [FactorMethod.SPEND_BASED, false],
    ]);
  });

  it("by facility has the records without one in a group of their own", async () => {
    const items = (await ask({ start: "2023-12-31", end: "2024-01-01", groupBy: GroupBy.FACILITY })).items;
    expect(items.map(({ facilityId }) => facilityId)).toEqual([depot, undefined]);
  });

  it("by organization tells the children apart", async () => {
    const items = (await ask({ groupBy: GroupBy.ORGANIZATION, includeChildren: true })).items;
    expect(new Set(items.map(({ organizationId }) => organizationId))).toEqual(new Set([parent, child]));
    const own = await ask({ groupBy: GroupBy.ORGANIZATION });
    expect(own.items).toMatchObject([{ organizationId: parent, co2e: own.totalCo2e }]);
  });

  it.each([
    [undefined, ["2023-01-01 2023-12-31", "2024-01-01 2024-12-31"]],
    [1, ["2023-01-01 2023-12-31", "2024-01-01 2024-12-31"]],
    [4, ["2023-04-01 2024-03-31", "2024-04-01 2025-03-31"]],
    [12, ["2023-12-01 2024-11-30", "2024-12-01 2025-11-30"]],
  ])("by fiscal year from month %s has the sums of the days of each year", async (month, years) => {
    const asked = { start: "2023-12-31", end: "2024-12-31", fiscalYearStartMonth: month };
    const { items } = await ask({ ...asked, groupBy: GroupBy.FISCAL_YEAR });
    expect(items.map((item) => `${item.fiscalYearStartDate} ${item.fiscalYearEndDate}`)).toEqual(years);
    const first = await ask({ start: asked.start, end: items[0]!.fiscalYearEndDate! });
    expect(items[0]!.co2e).toEqual(first.totalCo2e);
  });

  it.each([0, 13, -1])("by fiscal year refuses month %s", async (fiscalYearStartMonth) => {
    await expect(ask({ groupBy: GroupBy.FISCAL_YEAR, fiscalYearStartMonth })).rejects.toThrow(/invalid_argument/);
  });

  it("by quarter has the sums of the months", async () => {
    const quarters = (await ask({ start: "2023-12-31", groupBy: GroupBy.QUARTER })).items;
    const months = (await ask({ start: "2023-12-31", groupBy: GroupBy.MONTH })).items;
    const sums = Map.groupBy(months, ({ year, month }) => `${year} ${Math.ceil(month! / 3)}`);
    expect(quarters.map(({ year, quarter, co2e }) => [`${year} ${quarter}`, co2e!.value])).toEqual(
      [...sums].map(([of, own]) => [of, plain(own.reduce((sum, { co2e }) => sum.plus(co2e!.value), ZERO))]),
    );
  });

  it("of another set weighs the gases that are known, and keeps a published CO2e", async () => {
    const [asCalculated, ...sets] = await Promise.all(
      [GwpSet.UNSPECIFIED, GwpSet.AR4, GwpSet.AR6].map((gwp) => ask({ gwp, groupBy: GroupBy.SCOPE })),
    );
    const scope2 = (summary: typeof asCalculated) => summary!.items.find(({ scope }) => scope === 2)!.co2e!.value;
    for (const each of sets) expect(scope2(each)).toBe(scope2(asCalculated));
    expect(asCalculated).not.toHaveProperty("gwp");
    expect(sets[1]!.gwp).toBe(GwpSet.AR6);
  });
});

describe("the coverage of a total", () => {
  it("counts the records of the range by outcome and by mark, with their tonnes", async () => {
    const { coverage, totalCo2e } = await ask({ start: "2024-02-01", end: "2024-02-29", coverage: true });
    expect(coverage).toMatchObject({
      calculated: 6,
      withoutFactor: 1,
      failed: 1,
      excluded: 1,
      partsMissing: 2,
      co2e: totalCo2e,
    });
    const electricity = (await ask({ start: "2024-02-01", end: "2024-02-29" })).items.find(({ scope }) => scope === 2);
    expect(coverage!.partsMissingCo2e).toEqual(electricity!.co2e);
  });

  it("counts each record that has a day in the range, and no other, after changes and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 400 }), async (from, days) => {
        const [start, end] = [addDays("2023-12-20", from), addDays("2023-12-20", from + days)];
        const { coverage } = await ask({ start, end, coverage: true, includeChildren: true });
        const current = new Map([...ours, ...theirs].map((record) => [record.recordId, record]));
        const inRange = [...current.values()].filter(({ startDate, endDate }) => startDate <= end && endDate >= start);
        const expected = inRange.filter((record) => ![failing, withoutFactor, excluded].includes(record)).length;
        expect(coverage!.calculated).toBe(expected);
        expect([coverage!.failed, coverage!.excluded]).toEqual(
          [failing, excluded].map((record) => (inRange.includes(record) ? 1 : 0)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("is absent by default", async () => {
    expect((await ask({})).coverage).toBeUndefined();
  });
});
