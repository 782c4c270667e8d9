import { newId } from "@emissions/kit/process/id";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { type Fraction, fraction, over, plus, round, significant, textOf, times } from "@emissions/quantity/oracle";
import { addDays, daysIn } from "@emissions/quantity/period";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CalcService, calcService, type Message } from "../calc.fixture.ts";
import { factors, purchase, RATE } from "./record.fixture.ts";

let calc: CalcService;
beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
});
afterAll(() => calc.drop());

type Stored = Message<typeof RecordsStoredSchema>;
type Deleted = Message<typeof RecordsDeletedSchema>;
/** Messages of both types that are handled concurrently, as on two replicas. */
interface Step {
  stored: Stored[];
  deleted: Deleted[];
}

interface Version {
  amount: number;
  offset: number;
  days: number;
  state: "counted" | "left_out" | "failed";
  /** Parts with the quantity of the main part. */
  additionalParts: { memo: boolean; missing: boolean }[];
  category: "purchases" | "capital_goods";
}

const version = () =>
  fc.record<Version>({
    amount: fc.integer({ min: -100_000, max: 100_000 }),
    offset: fc.integer({ min: 0, max: 60 }),
    days: fc.integer({ min: 0, max: 40 }),
    state: fc.constantFrom("counted", "counted", "counted", "left_out", "failed"),
    additionalParts: fc.array(fc.record({ memo: fc.boolean(), missing: fc.boolean() }), { maxLength: 3 }),
    category: fc.constantFrom("purchases", "capital_goods"),
  });
const history = () =>
  fc.record({ versions: fc.array(version(), { minLength: 1, maxLength: 4 }), deleted: fc.boolean() });

it("gives the same totals for any order and any number of deliveries", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(history(), { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (histories, random) => {
        const org = newId();
        const inputs = histories.map(({ versions }) => inputsOf(versions));
        const next = (below: number) => random.next().value! % below;
        for (const { stored, deleted } of stepsOf(org, inputs, histories, next)) {
          const states = await Promise.all([
            calc.deliver(RecordsStoredSchema, stored),
            calc.deliver(RecordsStoredSchema, stored.toReversed()),
            calc.deliver(RecordsDeletedSchema, deleted),
          ]);
          expect(new Set(states.flat()).size).toBeLessThanOrEqual(1);
        }
        const last = inputs.map((of, index) => ({ input: of.at(-1)!, isDeleted: histories[index]!.deleted }));
        const counted = last.filter(({ isDeleted }) => !isDeleted).map(({ input }) => input);
        expect(await totalsOf(org)).toEqual(expected(counted));
        expect(await monthsThatDiffer(org)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

function inputsOf(versions: readonly Version[]): RecordInput[] {
  const recordId = newId();
  return versions.map(({ amount, offset, days, state, additionalParts, category }, index) => {
    const startDate = addDays("2023-12-15", offset);
    const { quantity } = purchase({ amount: String(amount) });
    return purchase({
      recordId,
      revision: index + 1,
      amount: String(amount),
      category,
      startDate,
      endDate: addDays(startDate, days),
      excludedFromTotals: state === "left_out",
      selector: sector(state === "failed" ? "none" : "4711"),
      additionalParts: additionalParts.map(({ memo, missing }, at) => ({
        part: `part_${at}`,
        category,
        quantity: quantity!,
        selector: sector(missing ? "none" : "4711"),
        memo,
        optional: missing,
      })),
    });
  });
}

const sector = (name: string) => ({ kind: { case: "spend" as const, value: { sector: name } } });

/** All messages in random order. Some come twice, with the same message id or another one. */
function stepsOf(
  org: string,
  inputs: RecordInput[][],
  histories: readonly { deleted: boolean }[],
  next: (below: number) => number,
): Step[] {
  const stored = inputs.flat().map((input): Stored => ({ org, id: newId(), value: { records: [input] } }));
  const deleted = inputs.flatMap((of, index): Deleted[] =>
    histories[index]!.deleted
      ? [{ org, id: newId(), value: { records: [{ recordId: of[0]!.recordId, revision: of.length + 1 }] } }]
      : [],
  );
  const again = <M extends { id?: string }>(messages: M[]): M[] =>
    messages.flatMap((message) => [message, ...[[], [message], [{ ...message, id: newId() }]][next(3)]!]);
  const steps = Array.from({ length: 1 + next(5) }, (): Step => ({ stored: [], deleted: [] }));
  for (const message of again(stored)) insertAt(steps[next(steps.length)]!.stored, message, next);
  for (const message of again(deleted)) insertAt(steps[next(steps.length)]!.deleted, message, next);
  return steps;
}

const insertAt = <T>(list: T[], item: T, next: (below: number) => number) =>
  void list.splice(next(list.length + 1), 0, item);

/** Tonnes in each grouping, as the service returns them. */
async function totalsOf(org: string) {
  const ask = async (groupBy: GroupBy) => {
    const request = { startDate: "2023-12-01", endDate: "2024-04-30", groupBy };
    return (await calc.totals.getTotalImpacts(request, calc.by(org))).summary!;
  };
  const [scope, category, month] = [await ask(GroupBy.SCOPE), await ask(GroupBy.CATEGORY), await ask(GroupBy.MONTH)];
  return {
    totals: [scope, category, month].map(({ totalCo2e }) => totalCo2e!.value),
    categories: Object.fromEntries(category.items.map((item) => [item.category, item.co2e!.value])),
    months: Object.fromEntries(month.items.map((item) => [`${item.year}-${item.month}`, item.co2e!.value])),
  };
}

/** Months that differ from the sum of their days in any column. */
const monthsThatDiffer = (org: string) =>
  calc.db.asService(
    org,
    ({ tx }) => tx`
      select month, scope, category
      from (
        select date_trunc('month', day)::date as month, scope, category, co2e_kg, co2_kg, ch4_kg, n2o_kg, biogenic_co2_kg
        from daily_totals
        union all
        select month, scope, category, -co2e_kg, -co2_kg, -ch4_kg, -n2o_kg, -biogenic_co2_kg from monthly_totals
      ) difference
      group by 1, 2, 3
      having sum(co2e_kg) <> 0 or sum(co2_kg) <> 0 or sum(ch4_kg) <> 0 or sum(n2o_kg) <> 0 or sum(biogenic_co2_kg) <> 0`,
  );

/** The expected totals, computed from the remaining records with exact arithmetic. */
function expected(inputs: readonly RecordInput[]) {
  const categories = new Map<string, Fraction>();
  const months = new Map<string, Fraction>();
  let total = fraction("0");
  const add = (map: Map<string, Fraction>, key: string, kg: Fraction) =>
    map.set(key, plus(map.get(key) ?? fraction("0"), kg));
  for (const input of inputs) {
    const { kind } = input.selector!;
    if (input.excludedFromTotals || (kind.case === "spend" && kind.value.sector === "none")) continue;
    const kg = kilogramsOf(input.quantity!.value!.value);
    const counted = input.additionalParts.filter(({ memo, optional }) => !memo && !optional);
    for (const _ of [input, ...counted]) {
      total = plus(total, kg);
      add(categories, input.category, kg);
      for (const { day, share } of daysOf(kg, input))
        add(months, `${Number(day.slice(0, 4))}-${Number(day.slice(5, 7))}`, share);
    }
  }
  const tonnes = (kg: Fraction) => textOf(over(kg, fraction("1000")));
  const groups = (map: Map<string, Fraction>) =>
    Object.fromEntries([...map].filter(([, kg]) => kg.n !== 0n).map(([key, kg]) => [key, tonnes(kg)]));
  return { totals: Array(3).fill(tonnes(total)), categories: groups(categories), months: groups(months) };
}

function kilogramsOf(amount: string): Fraction {
  const euros = significant(over(fraction(amount), fraction(RATE.jpy)), 34);
  return round(times(times(euros, fraction(RATE.usd)), fraction(RATE.factor)), 12);
}

function daysOf(kg: Fraction, { startDate, endDate }: RecordInput) {
  const days = daysIn(startDate, endDate);
  const units = (kg.n * 10n ** 12n) / kg.d;
  const share = units / BigInt(days);
  return Array.from({ length: days }, (_, index) => ({
    day: addDays(startDate, index),
    share: { n: index === days - 1 ? units - share * BigInt(days - 1) : share, d: 10n ** 12n },
  }));
}
