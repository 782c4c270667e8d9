import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { adminOf } from "@emissions/testkit/principals";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, purchase } from "../record/record.fixture.ts";

let calc: CalcService;
const parent = newId();
const child = newId();
const stranger = newId();
/** Has emissions on every day of three months. */
const spreading = newId();
const principal = adminOf(parent, { descendants: [child] });

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  const kg = (count: number, day: string, category: string) =>
    // 1000 yen give 2.346092307692 kg.
    Array.from({ length: count }, () => purchase({ referenceDate: day, category }));
  const mine = [
    ...kg(1, "2023-12-31", "purchases"),
    ...kg(2, "2024-01-01", "purchases"),
    ...kg(3, "2024-02-29", "capital_goods"),
  ];
  const messages = [
    { org: parent, value: { records: mine } },
    { org: child, value: { records: kg(10, "2024-01-15", "purchases") } },
    { org: spreading, value: { records: [purchase({ startDate: "2023-12-20", endDate: "2024-03-20" })] } },
    { org: stranger, value: { records: kg(1, "2024-01-15", "purchases") } },
  ];
  await calc.deliver(RecordsStoredSchema, messages);
});
afterAll(() => calc.drop());

interface Ask {
  start?: string;
  end?: string;
  groupBy?: GroupBy;
  includeChildren?: boolean;
  as?: Principal;
}

async function ask({
  start = "2023-01-01",
  end = "2024-12-31",
  groupBy = GroupBy.SCOPE,
  includeChildren = false,
  as = principal,
}: Ask) {
  const request = { startDate: start, endDate: end, groupBy, includeChildren };
  return (await calc.totals.getTotalImpacts(request, calc.by(as))).summary!;
}

const brief = async (question: Ask) =>
  (await ask(question)).items.map(({ scope, category, year, month, co2e }) =>
    [scope, category, year, month, co2e!.value].filter((field) => field !== undefined).join(" "),
  );

describe("GetTotalImpacts", () => {
  it("answers in tonnes, exactly", async () => {
    expect(await ask({})).toMatchObject({
      organizationId: parent,
      startDate: "2023-01-01",
      endDate: "2024-12-31",
      unit: "tCO2e",
      totalCo2e: { value: "0.014076553846152" },
    });
  });

  it("groups by scope, also by default", async () => {
    expect(await brief({})).toEqual(["3 0.014076553846152"]);
    expect(await brief({ groupBy: GroupBy.UNSPECIFIED })).toEqual(["3 0.014076553846152"]);
  });

  it.each([
    ["0001-01-01", "0001-12-31"],
    ["9998-01-02", "9999-12-31"],
  ])("accepts the ends of the calendar: %s to %s", async (start, end) => {
    expect((await ask({ start, end })).items).toEqual([]);
  });

  it("groups by category", async () => {
    expect(await brief({ groupBy: GroupBy.CATEGORY })).toEqual([
      "3 capital_goods 0.007038276923076",
      "3 purchases 0.007038276923076",
    ]);
  });

  it("groups by month, in order", async () => {
    expect(await brief({ groupBy: GroupBy.MONTH })).toEqual([
      "2023 12 0.002346092307692",
      "2024 1 0.004692184615384",
      "2024 2 0.007038276923076",
    ]);
  });

  it("includes both ends of the range", async () => {
    expect(await brief({ start: "2024-01-01", end: "2024-02-29" })).toEqual(["3 0.01173046153846"]);
    expect(await brief({ start: "2024-01-02", end: "2024-02-28" })).toEqual([]);
  });

  it("includes descendant organizations on request, and no others", async () => {
    for (const groupBy of [GroupBy.SCOPE, GroupBy.CATEGORY, GroupBy.MONTH]) {
      const { totalCo2e, organizationId } = await ask({ groupBy, includeChildren: true });
      expect(totalCo2e!.value).toBe("0.037537476923072");
      expect(organizationId).toBe(parent);
    }
  });

  it("gives the sum of its days for any range", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 130 }), async (from, length) => {
        const [start, end] = [addDays("2023-12-10", from), addDays("2023-12-10", from + length)];
        const [{ kg }] = (await calc.db.asService(
          spreading,
          ({ tx }) => tx<[{ kg: string }]>`
          select coalesce(sum(co2e_kg), 0) as kg from daily_totals where day between ${start} and ${end}`,
        )) as [{ kg: string }];
        expect((await ask({ start, end, as: adminOf(spreading) })).totalCo2e!.value).toBe(
          plain(parse(kg).times("0.001")),
        );
      }),
    );
  });

  it.each([
    { what: "730 days", start: "2023-01-01", end: "2024-12-31", refusal: null },
    { what: "731 days", start: "2023-01-01", end: "2025-01-01", refusal: /out_of_range.*longer than 730 days/ },
    { what: "one day", start: "2024-01-01", end: "2024-01-01", refusal: null },
    { what: "a reversed range", start: "2024-01-02", end: "2024-01-01", refusal: /out_of_range.*after the end/ },
    { what: "an invalid day", start: "2023-02-29", end: "2024-01-01", refusal: /invalid_argument/ },
    { what: "an empty day", start: "2023-02-28", end: "", refusal: /invalid_argument/ },
    { what: "another date format", start: "20230228", end: "2024-01-01", refusal: /invalid_argument/ },
  ])("accepts or rejects $what", async ({ start, end, refusal }) => {
    const answer = ask({ start, end });
    await (refusal === null ? expect(answer).resolves.toBeDefined() : expect(answer).rejects.toThrow(refusal));
  });

  it("rejects an unknown grouping", async () => {
    await expect(ask({ groupBy: 99 as GroupBy })).rejects.toThrow(/invalid_argument/);
  });
});
