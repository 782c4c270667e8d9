import { type Decimal, parse } from "@emissions/quantity/decimal";
import { decimalText, roundText } from "@emissions/quantity/oracle";
import { addDays, daysIn } from "@emissions/quantity/period";
import { toWhole } from "@emissions/quantity/whole";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Delta, Deltas, type SeriesDelta, type SeriesMasses } from "./deltas.ts";

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
      counted: fc.constant(true),
      seriesId: fc.constantFrom("series a", "series b"),
      co2eBySet: fc.record({ AR4: mass(), AR5: mass(), AR6: mass() }),
    })
    .map(({ from, days, ...rest }): SeriesMasses => {
      const startDate = addDays("2023-12-01", from);
      return { ...rest, startDate, endDate: addDays(startDate, days - 1) };
    });
const impacts = () => fc.array(impact(), { maxLength: 12 });

function totalsOf(changes: readonly { impact: SeriesMasses; sign: 1 | -1 }[]) {
  const deltas = new Deltas();
  for (const { impact, sign } of changes) sign === 1 ? deltas.add(impact) : deltas.remove(impact);
  const { days, months } = deltas.totals();
  return { days: byKey(days), months: byKey(months) };
}
const added = (all: readonly SeriesMasses[]) => all.map((impact) => ({ impact, sign: 1 as const }));
const removed = (all: readonly SeriesMasses[]) => all.map((impact) => ({ impact, sign: -1 as const }));

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

describe("the deltas of series", () => {
  it("equal the sum over the records of the series, for every month and every day", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        const deltas = new Deltas();
        for (const impact of all) deltas.add(impact);
        const { months, steps } = deltas.series();
        expect(bySeries(months)).toEqual(slowlyBySeries(all, monthOf));
        expect(bySeries(daysOf(steps))).toEqual(slowlyBySeries(all, (day) => day));
      }),
      { numRuns: 300 },
    );
  });

  it("are few for a long period", () => {
    const deltas = new Deltas();
    const [one] = fc.sample(impact(), { numRuns: 1, seed: 1 });
    deltas.add({ ...one!, co2e: parse("366000"), startDate: "2024-01-01", endDate: "2024-12-31" });
    const { months, steps } = deltas.series();
    expect([months.length, steps.length <= 13]).toEqual([12, true]);
  });

  it("are empty when every added impact is removed again", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        const deltas = new Deltas();
        for (const impact of all) deltas.add(impact);
        for (const impact of all.toReversed()) deltas.remove(impact);
        expect(deltas.series()).toEqual({ months: [], steps: [] });
      }),
    );
  });

  it("include memo items, which other totals leave out", () => {
    fc.assert(
      fc.property(impacts(), (all) => {
        const [counted, memo] = [new Deltas(), new Deltas()];
        for (const impact of all) {
          counted.add(impact);
          memo.add({ ...impact, counted: false });
        }
        expect(memo.series()).toEqual(counted.series());
        expect(memo.totals()).toEqual({ days: [], months: [] });
      }),
    );
  });
});

function bySeries(deltas: readonly SeriesDelta[]): Record<string, string[]> {
  const rows = deltas.map(({ from, seriesId, wholes }) => [`${from}/${seriesId}`, wholes.map(String)] as const);
  expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  return Object.fromEntries(rows);
}

/** The days of the steps of each month. */
function daysOf(steps: readonly SeriesDelta[]): SeriesDelta[] {
  const days: SeriesDelta[] = [];
  for (const { seriesId } of new Map(steps.map((step) => [step.seriesId, step])).values()) {
    const mine = new Map(steps.filter((step) => step.seriesId === seriesId).map((step) => [step.from, step.wholes]));
    let level: readonly bigint[] = [];
    const [first, last] = [[...mine.keys()].sort()[0]!, [...mine.keys()].sort().at(-1)!];
    for (let day = first; day <= addDays(last, 31); day = addDays(day, 1)) {
      const before = day.endsWith("-01") ? [] : level;
      level = Array.from({ length: 8 }, (_, column) => (before[column] ?? 0n) + (mine.get(day)?.[column] ?? 0n));
      if (level.some((whole) => whole !== 0n)) days.push({ from: day, seriesId, wholes: level });
    }
  }
  return days;
}

const slowlyBySeries = (all: readonly SeriesMasses[], from: (day: string) => string) => {
  const bySet = ({ co2eBySet: { AR4, AR5, AR6 } }: SeriesMasses) => [AR4, AR5, AR6];
  return slowly(all, from, {
    key: ({ seriesId }) => seriesId,
    masses: (one) => [...COLUMNS.map((name) => one[name]), ...bySet(one)],
  });
};

const COLUMNS = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const;
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

interface Slowly {
  key: (impact: SeriesMasses) => string;
  masses: (impact: SeriesMasses) => readonly (Decimal | null)[];
}

const BY_SCOPE: Slowly = {
  key: ({ scope, category }) => `${scope}/${category}`,
  masses: (impact) => COLUMNS.map((name) => impact[name]),
};

/** The expected totals, computed per record and day. */
function slowly(all: readonly SeriesMasses[], from: (day: string) => string, { key: keyOf, masses } = BY_SCOPE) {
  const rows = new Map<string, bigint[]>();
  for (const impact of all) {
    const days = daysIn(impact.startDate, impact.endDate);
    for (let index = 0; index < days; index += 1) {
      const key = `${from(addDays(impact.startDate, index))}/${keyOf(impact)}`;
      const row = rows.get(key) ?? masses(impact).map(() => 0n);
      rows.set(key, row);
      for (const [column, mass] of masses(impact).entries()) {
        const whole = toWhole(mass ?? parse("0"));
        const share = whole / BigInt(days);
        row[column]! += index === days - 1 ? whole - share * BigInt(days - 1) : share;
      }
    }
  }
  const changed = [...rows].filter(([, row]) => row.some((whole) => whole !== 0n));
  return Object.fromEntries(changed.map(([key, row]) => [key, row.map(String)]));
}
