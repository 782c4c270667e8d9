import { parse } from "@emissions/quantity/decimal";
import { decimalText, roundText } from "@emissions/quantity/oracle";
import { addDays, daysIn } from "@emissions/quantity/period";
import { toWhole } from "@emissions/quantity/whole";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DatedMasses, type Delta, Deltas } from "./deltas.ts";

const mass = () => decimalText(20).map((text) => parse(roundText(text, 12)));
const known = () => fc.option(mass(), { nil: null });
const impact = () =>
  fc
    .record({
      scope: fc.constantFrom(1 as const, 3 as const),
      category: fc.constantFrom("wastes", "water"),
      from: fc.integer({ min: 0, max: 80 }),
      days: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70 })),
      co2e: mass(),
      co2: known(),
      ch4: known(),
      n2o: known(),
      biogenicCo2: known(),
    })
    .map(({ from, days, ...rest }): DatedMasses => {
      const startDate = addDays("2023-12-01", from);
      return { ...rest, startDate, endDate: addDays(startDate, days - 1) };
    });
const impacts = () => fc.array(impact(), { maxLength: 12 });

function totalsOf(changes: readonly { impact: DatedMasses; sign: 1 | -1 }[]) {
  const deltas = new Deltas();
  for (const { impact, sign } of changes) sign === 1 ? deltas.add(impact) : deltas.remove(impact);
  const { days, months } = deltas.totals();
  return { days: byKey(days), months: byKey(months) };
}
const added = (all: readonly DatedMasses[]) => all.map((impact) => ({ impact, sign: 1 as const }));
const removed = (all: readonly DatedMasses[]) => all.map((impact) => ({ impact, sign: -1 as const }));

function byKey(deltas: readonly Delta[]): Record<string, string[]> {
  const rows = deltas.map(({ from, scope, category, wholes }) => [`${from}/${scope}/${category}`, wholes] as const);
  expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(([key, wholes]) => [key, wholes.map(String)]));
}

describe("the deltas of a batch", () => {
  it("equal the sum over its records for every day and month", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        expect(totalsOf(added(all))).toEqual({ days: slowly(all, (day) => day), months: slowly(all, monthOf) });
      }),
      { numRuns: 300 },
    );
  });

  it("sum exactly to the emissions of its records", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        const { days, months } = totalsOf(added(all));
        const whole = all.reduce((sum, { co2e }) => sum + toWhole(co2e), 0n);
        for (const rows of [days, months]) {
          expect(Object.values(rows).reduce((sum, [co2e]) => sum + BigInt(co2e!), 0n)).toBe(whole);
        }
      }),
    );
  });

  it("do not depend on the order", () => {
    fc.assert(
      fc.property(impacts(), fc.infiniteStream(fc.nat()), (all, random) => {
        const order = all.map((impact) => ({ impact, at: random.next().value! })).sort((a, b) => a.at - b.at);
        expect(totalsOf(added(order.map(({ impact }) => impact)))).toEqual(totalsOf(added(all)));
      }),
    );
  });

  it("are empty when every added impact is removed again", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        expect(totalsOf([...added(all), ...removed(all.toReversed())])).toEqual({ days: {}, months: {} });
      }),
    );
  });

  it("are negative when the impacts are removed", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        const [gained, lost] = [totalsOf(added(all)), totalsOf(removed(all))];
        const negated = (rows: Record<string, string[]>) =>
          Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row.map((each) => String(-BigInt(each)))]));
        expect(lost).toEqual({ days: negated(gained.days), months: negated(gained.months) });
      }),
    );
  });
});

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** The expected totals, computed per record and day. */
function slowly(all: readonly DatedMasses[], from: (day: string) => string): Record<string, string[]> {
  const rows = new Map<string, bigint[]>();
  for (const impact of all) {
    const days = daysIn(impact.startDate, impact.endDate);
    for (let index = 0; index < days; index += 1) {
      const key = `${from(addDays(impact.startDate, index))}/${impact.scope}/${impact.category}`;
      const row = rows.get(key) ?? [0n, 0n, 0n, 0n, 0n];
      rows.set(key, row);
      for (const [column, name] of COLUMNS.entries()) {
        const whole = toWhole(impact[name] ?? parse("0"));
        const share = whole / BigInt(days);
        row[column]! += index === days - 1 ? whole - share * BigInt(days - 1) : share;
      }
    }
  }
  const changed = [...rows].filter(([, row]) => row.some((whole) => whole !== 0n));
  return Object.fromEntries(changed.map(([key, row]) => [key, row.map(String)]));
}
