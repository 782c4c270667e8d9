import { clone, create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { AdditionalPartSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { type Calculation, CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc, inputOf } from "./services.ts";
import { anyActivity } from "./verify.fixture.ts";

/** Relations between results, which hold whatever the right numbers are. */
const RECORDS = 300;
const BATCH = 100;
/** Kilograms that rounding a result to 12 decimals may differ. */
const ROUNDING = new Decimal("0.0000000000005");
const YEARS = [2019, 2021, 2022, 2024, 2025];
const GROUPINGS = [
  ...[GroupBy.SCOPE, GroupBy.CATEGORY, GroupBy.MONTH, GroupBy.GAS, GroupBy.GHG_CATEGORY],
  ...[GroupBy.SOURCE, GroupBy.QUALITY, GroupBy.FACILITY, GroupBy.ORGANIZATION, GroupBy.QUARTER, GroupBy.FISCAL_YEAR],
];

type Stored = Record<"activity", Activity> & Record<"calculation", Calculation>;

let services: FactorsAndCalc;
const org = newId();
let stored: Stored[];
beforeAll(async () => {
  services = await factorsAndCalc();
  stored = await calculated(org, fc.sample(anyActivity(services.snapshot), RECORDS));
}, 300_000);
afterAll(() => services.drop());

async function calculated(of: string, activities: readonly Activity[]): Promise<Stored[]> {
  const all: Stored[] = [];
  for (let from = 0; from < activities.length; from += BATCH) {
    const some = activities.slice(from, from + BATCH);
    const ids = await services.store(of, some);
    const explained = await Promise.all(ids.map((id) => services.explain(of, id)));
    all.push(...explained.map((calculation, at) => ({ activity: some[at]!, calculation })));
  }
  return all;
}

const kgOf = ({ co2e }: Calculation) => new Decimal(co2e?.value ?? 0);
const factorsOf = ({ parts, factor }: Calculation) =>
  [factor, ...parts.map((part) => part.factor)].map((of) => `${of?.id} ${of?.revision}`);
const succeeded = ({ calculation: { status, co2e } }: Stored) =>
  status === CalculationOutcome.CALCULATED && co2e !== undefined;

/** The activity with all its amounts multiplied. */
const scaled = ({ quantity, additionalParts = [], ...rest }: Activity, by: Decimal): Activity => ({
  ...rest,
  quantity: plain(new Decimal(quantity).times(by)),
  additionalParts: additionalParts.map((part) => {
    const copy = clone(AdditionalPartSchema, create(AdditionalPartSchema, part));
    const value = copy.quantity!.value!;
    value.value = plain(new Decimal(value.value).times(by));
    return copy;
  }),
});

/** All statements of totals, of one year by each method of scope 2 and set of warming potentials. */
async function totals(of: string, year: number) {
  const range = { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
  const sets = [GwpSet.UNSPECIFIED, GwpSet.AR4, GwpSet.AR6];
  const asked = [Scope2Method.MARKET, Scope2Method.LOCATION].flatMap((scope2) =>
    sets.flatMap((gwp) => GROUPINGS.map((groupBy) => ({ ...range, scope2, gwp, groupBy }))),
  );
  return Promise.all(
    asked.map(async (request) => (await services.calc.totals.getTotalImpacts(request, services.calc.by(of))).summary!),
  );
}
const sumsOf = (summaries: Awaited<ReturnType<typeof totals>>) =>
  summaries.map(({ totalCo2e, items }) => [totalCo2e!.value, ...items.map(({ co2e }) => co2e!.value)]);

describe("random records of all kinds", () => {
  it("that are split in two have the same emissions, but for rounding", async () => {
    const whole = stored.filter(succeeded).filter(({ activity }) => !activity.certificates?.length);
    expect(whole.length).toBeGreaterThan(RECORDS / 3);
    const shares = ["0.3", "0.7"].map((share) => new Decimal(share));
    const parts = await Promise.all(
      shares.map((share) =>
        calculated(
          newId(),
          whole.map(({ activity }) => scaled(activity, share)),
        ),
      ),
    );
    for (const [at, { activity, calculation }] of whole.entries()) {
      const halves = parts.map((part) => part[at]!.calculation);
      const difference = kgOf(halves[0]!).plus(kgOf(halves[1]!)).minus(kgOf(calculation)).abs();
      // Shares of days have 34 digits.
      const allowed = ROUNDING.times(3 * calculation.impacts.length).plus(kgOf(calculation).abs().times("1e-30"));
      expect({ activity, halves: halves.map(kgOf), isEqual: difference.lte(allowed) }).toMatchObject({ isEqual: true });
    }
  });

  it("in another unit have the same emissions, where the same factor applies", async () => {
    const { snapshot } = services;
    const plainOnes = stored.filter(succeeded).filter(({ activity }) => !activity.additionalParts?.length);
    const converted = plainOnes.flatMap(({ activity, calculation }) => {
      const from = snapshot.units.find(({ id }) => id === activity.unitId)!;
      const to = snapshot.units.find(({ dimension, id }) => dimension === from.dimension && id !== from.id);
      if (!from.numerator || !to?.numerator || activity.certificates?.length) return [];
      const up = new Decimal(from.numerator).times(to.denominator!);
      const down = new Decimal(from.denominator!).times(to.numerator);
      const quantity = new Decimal(activity.quantity).times(up).div(down);
      // A quotient without an end is another amount.
      if (!quantity.times(down).eq(new Decimal(activity.quantity).times(up)) || quantity.precision() > 30) return [];
      return [{ calculation, activity: { ...activity, quantity: plain(quantity), unitId: to.id } }];
    });
    const again = await calculated(
      newId(),
      converted.map(({ activity }) => activity),
    );
    const same = again.filter((after, at) => {
      const before = converted[at]!.calculation;
      return succeeded(after) && String(factorsOf(after.calculation)) === String(factorsOf(before));
    });
    expect(same.length).toBeGreaterThan(10);
    for (const [at, after] of again.entries()) {
      if (!same.includes(after)) continue;
      const { calculation } = converted[at]!;
      const difference = kgOf(after.calculation).minus(kgOf(calculation)).abs();
      // Conversions have 34 digits, and results 12 decimals.
      const allowed = ROUNDING.times(2 * calculation.impacts.length).plus(kgOf(calculation).abs().times("1e-30"));
      expect({ ...after, isEqual: difference.lte(allowed) }).toMatchObject({ isEqual: true });
    }
  });

  it("have the same emissions and totals in another order and after a change and back", async () => {
    const [reversed, changed] = [newId(), newId()];
    const backwards = await calculated(reversed, stored.map(({ activity }) => activity).reverse());
    expect(backwards.map(({ calculation }) => plain(kgOf(calculation))).reverse()).toEqual(
      stored.map(({ calculation }) => plain(kgOf(calculation))),
    );
    for (let from = 0; from < RECORDS; from += BATCH) {
      const some = stored.slice(from, from + BATCH).map(({ activity }) => activity);
      const first = some.map(inputOf);
      const next = some.map((activity, at) => ({
        ...inputOf(scaled({ ...activity, certificates: [] }, new Decimal(2))),
        recordId: first[at]!.recordId,
        revision: 2,
      }));
      const back = first.map((input) => ({ ...input, revision: 3 }));
      for (const records of [first, next, back])
        await services.calc.deliver(RecordsStoredSchema, [{ org: changed, value: { records } }]);
    }
    for (const year of YEARS) {
      const expected = sumsOf(await totals(org, year));
      expect([year, sumsOf(await totals(reversed, year))]).toEqual([year, expected]);
      expect([year, sumsOf(await totals(changed, year))]).toEqual([year, expected]);
    }
  });

  it("have one total in all groupings, and in twelve months as in the year", async () => {
    const sum = (values: readonly string[]) => plain(values.reduce((all, value) => all.plus(value), ZERO));
    for (const year of YEARS) {
      for (const [total, ...items] of sumsOf(await totals(org, year))) expect(sum(items!)).toBe(total);
      const months = Array.from({ length: 12 }, async (_, month) => {
        const [first, last] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)].map((day) =>
          new Date(day).toISOString().slice(0, 10),
        );
        return services.total(org, first!, last!);
      });
      expect(sum(await Promise.all(months))).toBe(await services.total(org, `${year}-01-01`, `${year}-12-31`));
    }
  });
});
