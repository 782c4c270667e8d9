import { createContextValues, type HandlerContext } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { type Principal, principalKey } from "@emissions/kit/wire/principal";
import {
  EntityType,
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { GroupBy } from "@emissions/proto/calc/v1/total_impact_service";
import {
  WidgetNullReason,
  WidgetPeriodicity,
  WidgetService,
  WidgetUnit,
} from "@emissions/proto/calc/v1/widget_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { adminOf } from "@emissions/testkit/principals";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { verifyTotals } from "../total_impact/verify.ts";
import { calculateWidget } from "./calculate.ts";
import type { Periodicity } from "./config.ts";

let calc: CalcService;
const owner = newId();
const child = newId();
const stranger = newId();
const empty = newId();
const [plant, office] = [newId(), newId()];
const principal = adminOf(owner, { descendants: [child, empty] });

const START = "2023-01-01";

interface Random {
  kind: "purchase" | "electricity" | "waste";
  org: string;
  facilityId: string;
  from: number;
  days: number;
  amount: string;
}

const random = fc.record<Random>({
  kind: fc.constantFrom("purchase", "electricity", "waste"),
  org: fc.constantFrom(owner, child),
  facilityId: fc.constantFrom("", plant, office),
  from: fc.integer({ min: 0, max: 800 }),
  days: fc.integer({ min: 1, max: 120 }),
  amount: fc.integer({ min: 1, max: 9_999_999 }).map((n) => `${n}.7`),
});

const KILOGRAM = "2f2c4b1e-0000-5000-8000-000000000009";

function recordOf({ kind, facilityId, from, days, amount }: Random): RecordInput {
  const startDate = addDays(START, from);
  const dates = { startDate, endDate: addDays(startDate, days - 1), referenceDate: startDate };
  if (kind === "purchase") return purchase({ ...dates, amount });
  if (kind === "electricity") {
    const [entityType, selector] = [EntityType.INVOICES, inLibrary("electricity_residual_mix")];
    return purchase({ ...dates, entityType, category: "electricity", quantity: kWh(amount), selector, facilityId });
  }
  const quantity = { value: { value: amount }, unitId: KILOGRAM, unit: "kg" };
  const selector = inLibrary("waste");
  return purchase({ ...dates, entityType: EntityType.WASTES, category: "wastes", quantity, selector, facilityId });
}

let stored: { made: Random; record: RecordInput }[];

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  stored = fc.sample(random, { numRuns: 120, seed: 7 }).map((made) => ({ made, record: recordOf(made) }));
  const of = (org: string) => stored.filter(({ made }) => made.org === org).map(({ record }) => record);
  await calc.deliver(RecordsStoredSchema, [
    { org: owner, value: { records: of(owner) } },
    { org: child, value: { records: of(child) } },
    { org: stranger, value: { records: [recordOf({ ...stored[0]!.made, from: 5 })] } },
  ]);
});
afterAll(() => calc.drop());

interface Ask {
  id?: string;
  category?: string;
  filters?: object;
  organizations?: string[];
  facilities?: string[];
  periodicity?: Periodicity;
  periods?: [string, string][];
  unit?: string;
  as?: Principal;
  allowed?: string[];
}

const configOf = ({
  id = "emissions",
  category = id,
  filters = {},
  organizations = [owner],
  facilities,
  periodicity = "total",
  periods = [["2023-01-01", "2024-12-31"]],
  unit = "tCO2e",
}: Ask) => ({
  metrics: [
    {
      id,
      category,
      filters,
      aggregation: {
        organizations: organizations.map((organization) => ({ id: organization })),
        ...(facilities && { facilities: facilities.map((facility) => ({ id: facility })) }),
      },
    },
  ],
  periodicity,
  periods: periods.map(([start_date, end_date]) => ({ start_date, end_date })),
  unit,
});

/** As `calculateWidget` of a dashboard would be called. */
function figures({ as = principal, allowed = [owner, child, empty], ...question }: Ask) {
  const values = createContextValues().set(principalKey, as);
  const method = WidgetService.method.calculateWidget;
  const call = {
    method,
    values,
    requestHeader: new Headers(),
    responseHeader: new Headers(),
  } as unknown as HandlerContext;
  return calculateWidget(calc, call, {
    config: configOf(question),
    at: ["body"],
    allowed: new Set(allowed),
  });
}

const valuesOf = async (question: Ask) =>
  (await figures(question)).series.map(({ points }) => points.map(({ value }) => value));

async function totals(
  organizationId: string,
  [startDate, endDate]: [string, string],
  groupBy: GroupBy = GroupBy.SCOPE,
) {
  const { summary } = await calc.totals.getTotalImpacts({ startDate, endDate, groupBy }, calc.by(organizationId));
  return summary!;
}

const aPeriod = fc
  .tuple(fc.integer({ min: -30, max: 900 }), fc.integer({ min: 0, max: 700 }))
  .map(([from, days]): [string, string] => [addDays(START, from), addDays(START, from + days)]);

describe("the figures of a widget", () => {
  it("equal those of the totals to the last digit, in whole periods and those that cut months", async () => {
    await fc.assert(
      fc.asyncProperty(aPeriod, aPeriod, async (one, other) => {
        const found = await figures({ organizations: [owner, child], periods: [one, other] });
        for (const [at, organizationId] of [owner, child].entries()) {
          expect(found.series[at]).toMatchObject({ metricId: "emissions", organizationId, facilityId: null });
          for (const [index, period] of [one, other].entries()) {
            const { totalCo2e } = await totals(organizationId, period);
            expect(found.series[at]!.points[index]!.value).toBe(totalCo2e!.value);
          }
        }
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  it("by scope, category and category of the GHG Protocol equal the groups of the totals", async () => {
    const period: [string, string] = ["2023-02-10", "2024-11-05"];
    const [scopes, categories, ghg] = await Promise.all(
      [GroupBy.SCOPE, GroupBy.CATEGORY, GroupBy.GHG_CATEGORY].map((by) => totals(owner, period, by)),
    );
    const groups = [
      ...scopes!.items.map((item) => ({
        ...item,
        id: `emissions_scope_${item.scope}`,
        category: `scope_${item.scope}`,
      })),
      ...categories!.items.map((item) => ({ ...item, id: `emissions_${item.category}` })),
      ...ghg!.items.map((item) => {
        const category = `ghg_${item.ghgCategory}`;
        return { ...item, id: `emissions_${category}`, category };
      }),
    ];
    expect(groups).toHaveLength(2 + 3 + 3);
    for (const { id, category, co2e } of groups)
      expect([id, await valuesOf({ id, category: category!, periods: [period] })]).toEqual([id, [[co2e!.value]]]);
    const filters = { scopes: [3], categories: ["wastes", "electricity"], ghg_categories: [] };
    const wastes = categories!.items.find((item) => item.category === "wastes")!.co2e!.value;
    expect(await valuesOf({ filters, periods: [period] })).toEqual([[wastes]]);
  });

  it.each<[Periodicity, string[]]>([
    ["month", ["2023-01-15 2023-01-31", "2023-02-01 2023-02-28", "2023-03-01 2023-03-31", "2023-04-01 2023-04-02"]],
    ["quarter", ["2023-01-15 2023-03-31", "2023-04-01 2023-04-02"]],
    ["year", ["2023-01-15 2023-04-02"]],
    ["total", ["2023-01-15 2023-04-02"]],
  ])("per %s are those of the days of each point", async (periodicity, expected) => {
    const { series } = await figures({ periodicity, periods: [["2023-01-15", "2023-04-02"]] });
    const { points } = series[0]!;
    expect(points.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual(expected);
    for (const { startDate, endDate, value } of points)
      expect(value).toBe((await totals(owner, [startDate, endDate])).totalCo2e!.value);
  });

  it("of facilities are those of their records, and with the rest they are the total", async () => {
    const days: [string, string] = ["2023-01-20", "2024-06-10"];
    const of = (question: Ask) => valuesOf({ unit: "kgCO2e", periods: [days], ...question });
    const [[atPlant], [atOffice], [nowhere]] = (await of({ facilities: [plant, office, newId()] })) as [
      string[],
      string[],
      string[],
    ];
    expect([Number(atPlant) > 0, Number(atOffice) > 0, nowhere]).toEqual([true, true, "0"]);
    const [[monthly]] = [await of({ facilities: [plant], periodicity: "month" })] as [string[][]];
    const sum = monthly!.reduce((total, value) => total.plus(value), ZERO);
    expect(plain(sum)).toBe(atPlant);
    // All records of a facility leave, and the total loses what its facilities had.
    const [[before]] = (await of({})) as [string[]];
    const gone = stored.filter(({ made, record }) => made.org === owner && record.facilityId === plant);
    const records = gone.map(({ record }) => ({ recordId: record.recordId, revision: 2 }));
    await calc.deliver(RecordsDeletedSchema, [{ org: owner, value: { records } }]);
    const [[after]] = (await of({})) as [string[]];
    expect(plain(new Decimal(before!).minus(after!))).toBe(atPlant);
    expect(await of({ facilities: [plant] })).toEqual([["0"]]);
    expect(await verifyTotals(calc.db, owner, { repair: false })).toEqual([]);
  });

  it("of amounts are the sums of the recorded ones, and intensities divide by them", async () => {
    const wanted = { organizations: [child], periods: [["2022-01-01", "2026-12-31"]] as [string, string][] };
    const recorded = (kind: string, facilityId?: string) =>
      stored
        .filter(({ made }) => made.org === child && made.kind === kind)
        .filter(({ made }) => facilityId === undefined || made.facilityId === facilityId)
        .reduce((sum, { made }) => sum.plus(made.amount), ZERO);
    const wastes = recorded("waste");
    const of = (question: Ask) => valuesOf({ ...wanted, ...question });
    expect(await of({ id: "amount_wastes", category: "wastes", unit: "kg" })).toEqual([[plain(wastes)]]);
    expect(await of({ id: "amount_wastes", category: "wastes", unit: "t" })).toEqual([[plain(wastes.times("0.001"))]]);
    const electricity = { id: "amount_electricity", category: "electricity", unit: "kWh", facilities: [office] };
    expect(await of(electricity)).toEqual([[plain(recorded("electricity", office))]]);
    // The fake library has 0.25 kg for each kg of waste.
    expect(await of({ id: "intensity_wastes", category: "wastes", unit: "kgCO2e" })).toEqual([["0.25"]]);
    expect(await of({ id: "intensity_wastes", category: "wastes", unit: "tCO2e" })).toEqual([["0.00025"]]);
  });

  it("of an intensity without a divisor are null, with the reason", async () => {
    const water = { id: "intensity_water", category: "water" };
    expect(await valuesOf({ ...water, unit: "kgCO2e" })).toEqual([[null]]);
    const request = {
      metrics: [{ ...water, aggregation: { organizations: [{ id: owner }] } }],
      periodicity: WidgetPeriodicity.TOTAL,
      unit: WidgetUnit.KG_CO2E,
      periods: [{ startDate: "2023-01-01", endDate: "2023-12-31" }],
    };
    const { data } = await calc.widgets.calculateWidget(request, calc.by(principal));
    expect(data!.series[0]).toMatchObject({
      perUnit: WidgetUnit.M3,
      points: [{ nullReason: WidgetNullReason.DIVISION_BY_ZERO }],
    });
    expect(data!.series[0]!.points[0]!.value).toBeUndefined();
  });

  it("of an organization without records are zero", async () => {
    const question = { organizations: [empty], periodicity: "year" as const };
    expect(await valuesOf(question)).toEqual([["0", "0"]]);
    expect(await valuesOf({ ...question, facilities: [newId()] })).toEqual([["0", "0"]]);
  });
});

describe("organizations", () => {
  it("outside the group are refused like unknown ones, also for a caller who may see them elsewhere", async () => {
    const refused = async (question: Ask) => {
      const error = await figures(question).catch((one) => one);
      return refusalIn(error)!
        .violations.map(({ loc, type }) => `${loc.join(".")} ${type}`)
        .join();
    };
    const ofStranger = await refused({ organizations: [stranger] });
    expect(ofStranger).toBe("body.metrics.0.aggregation.organizations.0.id value_error.organization");
    expect(await refused({ organizations: [newId()] })).toBe(ofStranger);
    expect(await refused({ as: adminOf(child), allowed: [child] })).toBe(ofStranger);
  });

  it("of a shared dashboard are read for an invited one, and only those that the handler allows", async () => {
    const values = await valuesOf({ as: adminOf(stranger), allowed: [owner] });
    expect(values[0]![0]).toBe((await totals(owner, ["2023-01-01", "2024-12-31"])).totalCo2e!.value);
  });
});
