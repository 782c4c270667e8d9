import { newId } from "@emissions/kit/process/id";
import { GwpSet } from "@emissions/proto/activity/v1/organization_service";
import { PeriodLockChangedSchema } from "@emissions/proto/activity/v1/period_lock_service";
import { EntityType, RecordsDeletedSchema, RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import type { LedgerEntry } from "@emissions/proto/calc/v1/ledger_service";
import { GroupBy, Scope2Method } from "@emissions/proto/calc/v1/total_impact_service";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import { adminOf } from "@emissions/testkit/principals";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CalcService, calcService } from "../calc.fixture.ts";
import { type Held, held, recordsOf, whole } from "../inventory/inventory.fixture.ts";
import { factors, purchase } from "../record/record.fixture.ts";

/** More than the records of one answer. */
const PURCHASES = 600;

let calc: CalcService;
const [parent, child, stranger] = [newId(), newId(), newId()];
const group = adminOf(parent, { descendants: [child] });
const records = new Map([parent, child, stranger].map((org, index) => [org, recordsOf(index + 1)]));

beforeAll(async () => {
  calc = await calcService(factors.resolveFactors);
  const bought = Array.from({ length: PURCHASES }, (_, n) =>
    purchase({ referenceDate: addDays("2024-05-01", n % 40), amount: `${n}.37` }),
  );
  const batches = [...records].map(([org, of]) => ({ org, value: { records: of } }));
  await calc.deliver(RecordsStoredSchema, batches);
  await calc.deliver(RecordsStoredSchema, [{ org: child, value: { records: bought.slice(0, 400) } }]);
  await calc.deliver(RecordsStoredSchema, [{ org: child, value: { records: bought.slice(400) } }]);
  await restate();
});
afterAll(() => calc.drop());

/** Changes and deletes records of a locked month. */
async function restate(): Promise<void> {
  const [changed, , deleted] = records.get(parent)!;
  const lock = { id: newId(), startDate: "2024-03-01", endDate: "2024-03-31", locked: true };
  await calc.deliver(PeriodLockChangedSchema, [{ org: parent, value: lock }]);
  const next = { ...recordsOf(7)[0]!, recordId: changed!.recordId, revision: 2 };
  await calc.deliver(RecordsStoredSchema, [{ org: parent, value: { records: [next] } }]);
  const { recordId } = deleted!;
  await calc.deliver(RecordsDeletedSchema, [{ org: parent, value: { records: [{ recordId, revision: 2 }] } }]);
}

interface Ask {
  holdings?: Held[];
  range?: { startDate: string; endDate: string };
  gwp?: GwpSet;
  restated?: boolean;
  entityType?: EntityType;
  after?: string;
}

async function ledger({ range = whole, holdings = [held(parent, "1", range)], after = "", ...more }: Ask) {
  const entries: LedgerEntry[] = [];
  for (let next = after; ; ) {
    const request = { ...range, ...more, includeChildren: true, holdings, after: next };
    const page = await calc.ledgers.listLedgerEntries(request, calc.by(group));
    entries.push(...page.entries);
    if (page.next === "") return entries;
    next = page.next;
  }
}

async function inventory({ range = whole, holdings = [held(parent, "1", range)], ...more }: Ask) {
  const request = { ...range, ...more, includeChildren: true, holdings };
  return (await calc.inventories.getInventory(request, calc.by(group))).inventory!;
}

const sum = (values: readonly (DecimalMessage | undefined)[]) =>
  plain(values.reduce((total, value) => total.plus(value?.value ?? 0), ZERO));

const anyShare = fc.integer({ min: 1, max: 10_000 }).map((part) => plain(new Decimal(part).times("0.0001")));
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 400 }))
  .map(([from, days]) => ({ startDate: addDays("2023-12-20", from), endDate: addDays("2023-12-20", from + days) }));

describe("the ledger", () => {
  it("sums to the inventory of any range, share and set, with and without restatements", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRange,
        anyShare,
        fc.constantFrom(GwpSet.UNSPECIFIED, GwpSet.AR4, GwpSet.AR6),
        fc.boolean(),
        async (range, share, gwp, restated) => {
          const ask = { range, gwp, restated, holdings: [held(parent, "1", range), held(child, share, range)] };
          const [entries, expected] = [await ledger(ask), await inventory(ask)];
          expect(sum(entries.map(({ co2eMarketBased }) => co2eMarketBased))).toBe(expected.totalMarketBased!.value);
          expect(sum(entries.map(({ co2eLocationBased }) => co2eLocationBased))).toBe(
            expected.totalLocationBased!.value,
          );
          const biogenic = entries.filter(({ co2eMarketBased }) => co2eMarketBased !== undefined);
          expect(sum(biogenic.map(({ biogenicCo2 }) => biogenicCo2))).toBe(expected.biogenicCo2!.co2?.value ?? "0");
        },
      ),
      { numRuns: 30 },
    );
  });

  it("sums to the totals by category and method of scope 2", async () => {
    const entries = await ledger({});
    for (const scope2 of [Scope2Method.MARKET, Scope2Method.LOCATION]) {
      const request = { ...whole, groupBy: GroupBy.CATEGORY, scope2 };
      const { summary } = await calc.totals.getTotalImpacts(request, calc.by(parent));
      const of = ({ co2eMarketBased, co2eLocationBased }: LedgerEntry) =>
        scope2 === Scope2Method.MARKET ? co2eMarketBased : co2eLocationBased;
      for (const { scope, category, co2e } of summary!.items) {
        const own = entries.filter((entry) => entry.scope === scope && entry.category === category);
        expect([category, sum(own.map(of))]).toEqual([category, co2e!.value]);
      }
      expect(sum(entries.map(of))).toBe(summary!.totalCo2e!.value);
    }
  });

  it("keeps the amounts of restatements in rows without a record, unless they are included", async () => {
    const kept = (await ledger({})).filter(({ recordId }) => recordId === undefined);
    expect(kept.length).toBeGreaterThan(1);
    const { restatements } = await inventory({});
    const apart = sum(kept.map(({ co2eMarketBased }) => co2eMarketBased));
    expect(apart).toBe(plain(new Decimal(restatements!.totalMarketBased!.value).neg()));
    expect((await ledger({ restated: true })).every(({ recordId }) => recordId !== undefined)).toBe(true);
  });

  it("has each record once over all answers, and continues after any of them", async () => {
    const holdings = [held(child, "1")];
    const entries = await ledger({ holdings });
    const ids = [...new Set(entries.map(({ recordId }) => recordId!))];
    expect(ids).toEqual([...ids].sort());
    expect(ids).toHaveLength(PURCHASES + records.get(child)!.length);
    const cut = entries.findIndex(({ recordId }) => recordId === ids[300]);
    expect(await ledger({ holdings, after: ids[299]! })).toEqual(entries.slice(cut));
    const first = await calc.ledgers.listLedgerEntries({ ...whole, holdings }, calc.by(child));
    expect(first.records).toBe(ids.length);
  });

  it("has the factor with its edition, the marks and the revision of the record", async () => {
    const { recordId } = records.get(parent)![0]!;
    const [entry] = (await ledger({})).filter((entry) => entry.recordId === recordId);
    expect(entry).toMatchObject({
      recordRevision: 2,
      entityType: EntityType.PURCHASES,
      scope: 1,
      share: { value: "1" },
    });
    expect(entry!.factorId).toBeDefined();
    expect(await ledger({ entityType: EntityType.WASTES })).toEqual([]);
  });

  it("never shows another organization, whatever the request names", async () => {
    expect(await ledger({ holdings: [held(stranger, "1")] })).toEqual([]);
    const { recordId } = records.get(stranger)![0]!;
    await expect(ledger({ holdings: [held(parent, "1"), held(stranger, "1")], after: recordId })).rejects.toThrow();
  });
});
