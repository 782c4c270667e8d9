import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { BoundaryApproach } from "@emissions/proto/activity/v1/ownership_service";
import { EntityType, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import type { Inventory } from "@emissions/proto/calc/v1/inventory_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { adminOf } from "@emissions/testkit/principals";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { factors, inLibrary, kWh, purchase } from "../record/record.fixture.ts";
import { type Held, held, recordsOf, whole } from "./inventory.fixture.ts";

let calc: CalcService;
const [parent, child, grandchild, stranger] = [newId(), newId(), newId(), newId()];
const group = adminOf(parent, { descendants: [child, grandchild] });

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  await calc.deliver(
    RecordsStoredSchema,
    [parent, child, grandchild, stranger].map((org, index) => ({ org, value: { records: recordsOf(index + 1) } })),
  );
});
afterAll(() => calc.drop());

interface Ask {
  holdings?: Held[];
  range?: { startDate: string; endDate: string };
  gwp?: GwpSet;
  as?: Principal;
}

async function ask({ holdings = [held(parent, "1")], range = whole, gwp = GwpSet.UNSPECIFIED, as = group }: Ask) {
  const request = { ...range, includeChildren: true, boundary: BoundaryApproach.EQUITY, gwp, holdings };
  return (await calc.inventories.getInventory(request, calc.by(as))).inventory!;
}

const sum = (values: readonly (DecimalMessage | undefined)[]) =>
  plain(values.reduce((total, value) => total.plus(value!.value), ZERO));
const gasesOf = ({ $typeName, $unknown, ...gases }: NonNullable<NonNullable<Inventory["scope1"]>["gases"]>) =>
  Object.values(gases);

async function totals(
  org: string,
  range: { startDate: string; endDate: string },
  scope2: Scope2Method = Scope2Method.MARKET,
) {
  const request = { ...range, groupBy: GroupBy.SCOPE, scope2 };
  const { summary } = await calc.totals.getTotalImpacts(request, calc.by(org));
  return summary!.totalCo2e!.value;
}

/** All statements of an inventory sum to its totals. */
function checkSums(inventory: Inventory): void {
  const { scope1, scope2, scope3, totalMarketBased, totalLocationBased, factors: uses } = inventory;
  for (const scope of [scope1!, scope2!.marketBased!, scope2!.locationBased!, scope3!]) {
    const categories = scope.categories.filter(({ hasData }) => hasData);
    expect(sum(categories.map(({ co2e }) => co2e))).toBe(scope.co2e!.value);
    expect(sum(gasesOf(scope.gases!))).toBe(scope.co2e!.value);
    for (const { gases, co2e } of categories) expect(sum(gasesOf(gases!))).toBe(co2e!.value);
  }
  const market = totalMarketBased!.value;
  expect(sum([scope1!.co2e, scope2!.marketBased!.co2e, scope3!.co2e])).toBe(market);
  expect(sum([scope1!.co2e, scope2!.locationBased!.co2e, scope3!.co2e])).toBe(totalLocationBased!.value);
  expect(sum(inventory.methods.map(({ co2e }) => co2e))).toBe(market);
  expect(sum(inventory.gwpSets.map(({ co2e }) => co2e))).toBe(market);
  expect(sum(inventory.organizations.map(({ co2e }) => co2e))).toBe(market);
  expect(sum(uses.filter(({ locationBased }) => !locationBased).map(({ co2e }) => co2e))).toBe(market);
  expect(inventory.coverage!.co2e!.value).toBe(market);
}

describe("the inventory", () => {
  it("states the scopes by category and gas, and names categories without data", async () => {
    const inventory = await ask({});
    checkSums(inventory);
    expect(inventory.scope1!.categories.map(({ ghgCategory, hasData }) => [ghgCategory, hasData])).toEqual([
      ["stationary_combustion", true],
      ["mobile_combustion", false],
      ["process_emissions", false],
      ["fugitive_emissions", false],
    ]);
    const { categories } = inventory.scope3!;
    expect(categories.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(categories.filter(({ hasData }) => hasData).map(({ ghgCategory }) => ghgCategory)).toEqual([
      "purchased_goods_and_services",
      "fuel_and_energy_related_activities",
    ]);
    expect(categories[1]!.co2e).toBeUndefined();
    expect(inventory.scope2!.marketBased!.co2e!.value).toBe("0.1332");
    expect(inventory.scope2!.locationBased!.co2e!.value).toBe("0.0333");
    const none = { ch4: { value: "0" }, n2o: { value: "0" } };
    expect(inventory.scope2!.marketBased!.masses).toMatchObject({
      ...none,
      co2: { value: "0.1332" },
      co2eWithoutMasses: { value: "0" },
    });
    expect(inventory.scope2!.locationBased!.masses).toMatchObject({ co2eWithoutMasses: { value: "0.0333" } });
  });

  it("states biogenic CO2 where a source does, and null where none does", async () => {
    const { biogenicCo2 } = await ask({});
    expect(biogenicCo2!.scope1!.value).toBe("0.05");
    expect(biogenicCo2!.scope2).toBeUndefined();
    expect(Number(biogenicCo2!.co2eNotStated!.value)).toBeGreaterThan(0);
  });

  it("names records in no total with their reason, and whether the boundary was chosen", async () => {
    const org = newId();
    const failing = purchase({ selector: inLibrary("fuels", "none"), category: "combustion", quantity: kWh("1") });
    const left = [1, 2].map(() => purchase({ excludedFromTotals: true }));
    await calc.deliver(RecordsStoredSchema, [{ org, value: { records: [failing, ...left] } }]);
    const { inventory } = await calc.inventories.getInventory(whole, calc.by(org));
    expect(inventory).toMatchObject({ boundary: BoundaryApproach.OPERATIONAL, boundaryIsDefault: true });
    const kind = { entityType: EntityType.PURCHASES };
    expect(inventory!.exclusions).toMatchObject([
      { ...kind, outcome: "excluded", records: 2 },
      { ...kind, outcome: "failed", records: 1, reason: expect.stringMatching(/^[A-Z_]+$/) },
    ]);
    expect((await ask({})).boundaryIsDefault).toBe(false);
  });

  it("lists stale factors, all factors and the coverage", async () => {
    const inventory = await ask({ range: { startDate: "2024-01-01", endDate: "2025-06-30" }, holdings: [] });
    expect(inventory.staleFactors).toMatchObject([{ factorRevision: 2025, marks: [FitnessMark.STALE_YEARS] }]);
    expect(inventory.coverage).toMatchObject({ calculated: 4, failed: 0 });
    expect(inventory.factors.map(({ source }) => source)).toContain("A publication");
    expect(inventory.primaryData).toMatchObject({ co2e: { value: "0" }, share: { value: "0" } });
  });

  it("equals the totals of any range, in every statement", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 500 }), async (from, days) => {
        const startDate = addDays("2023-12-01", from);
        const range = { startDate, endDate: addDays(startDate, days) };
        const inventory = await ask({ range, holdings: [held(parent, "1", range)] });
        checkSums(inventory);
        expect(inventory.totalMarketBased!.value).toBe(await totals(parent, range));
        expect(inventory.totalLocationBased!.value).toBe(await totals(parent, range, Scope2Method.LOCATION));
      }),
      { numRuns: 40 },
    );
  });

  it("counts each organization by its share on each day, exactly", async () => {
    const share = fc.integer({ min: 1, max: 10_000 }).map((part) => plain(new Decimal(part).times("0.0001")));
    const periods = fc.tuple(fc.integer({ min: 0, max: 364 }), share, share);
    await fc.assert(
      fc.asyncProperty(periods, periods, async (ofChild, ofGrandchild) => {
        const shares = [ofChild, ofGrandchild];
        const parts = [child, grandchild].flatMap((org, index) => {
          const [cut, first, second] = shares[index]!;
          const day = addDays(whole.startDate, cut);
          return [
            { org, share: first, period: { startDate: whole.startDate, endDate: day } },
            { org, share: second, period: { startDate: addDays(day, 1), endDate: whole.endDate } },
          ];
        });
        const holdings = [held(parent, "1"), ...parts.map(({ org, share, period }) => held(org, share, period))];
        const inventory = await ask({ holdings });
        checkSums(inventory);
        const expected = await Promise.all(
          parts.map(async ({ org, share, period }) => new Decimal(await totals(org, period)).times(share)),
        );
        const own = new Decimal(await totals(parent, whole));
        expect(inventory.totalMarketBased!.value).toBe(plain(expected.reduce((kg, part) => kg.plus(part), own)));
      }),
      { numRuns: 25 },
    );
  });

  it("of another set keeps the sums", async () => {
    const inventory = await ask({ gwp: GwpSet.AR4 });
    checkSums(inventory);
    expect(inventory.gwp).toBe(GwpSet.AR4);
  });

  it("never shows another organization, whatever the request names", async () => {
    const foreign = await ask({ holdings: [held(parent, "1"), held(stranger, "1")] });
    expect(foreign.totalMarketBased!.value).toBe(await totals(parent, whole));
    expect(foreign.coverage!.calculated).toBe(4);
    const alone = await calc.inventories.getInventory(
      { ...whole, holdings: [held(parent, "1"), held(child, "1")] },
      calc.by(group),
    );
    expect(alone.inventory!.totalMarketBased!.value).toBe(await totals(parent, whole));
  });

  it.each([
    ["a reversed range", { range: { startDate: "2024-02-01", endDate: "2024-01-01" } }, /out_of_range/],
    ["731 days", { range: { startDate: "2023-01-01", endDate: "2025-01-01" } }, /out_of_range/],
    ["a share above one", { holdings: [held(parent, "1.1")] }, /invalid_argument/],
    [
      "a period outside the range",
      { holdings: [held(parent, "1", { startDate: "2023-12-31", endDate: "2024-01-01" })] },
      /invalid_argument/,
    ],
  ] as const)("rejects %s", async (_, question, refusal) => {
    await expect(ask(question as Ask)).rejects.toThrow(refusal);
  });
});
