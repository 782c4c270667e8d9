import { newId } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { selectTotals } from "../list/totals.ts";
import { neverAnalyze } from "../never-analyze.fixture.ts";
import { listOf } from "../records/lists.ts";
import { calculate, insertWastes, withPlant } from "./waste.fixture.ts";
import { wastes } from "./waste.ts";

const STORED = 100_000;
const DELETED = 1_000;
/** From the sixth time on Postgres keeps the plan of a statement; the pool has several connections. */
const TIMES = 60;
/** They take a tenth of it; with a thousand ids compared with every waste of the organization, as much and more. */
const LIMIT_MS = 1_000;

withPlant(allTests);

/** Inserts wastes, and gives their ids. */
async function insertMany(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await insertWastes(ids);
  return ids;
}

/** Gives and takes numbers, and deletes. */
async function calculateAndDelete(ids: string[]) {
  await calculate(ids.map((recordId) => ({ recordId, co2e: "2.5" })));
  return activity.as(us, WasteService).deleteWastesById({ ids });
}

it("a thousand wastes are gone in a moment, also among many in tables that were never analyzed", async () => {
  await neverAnalyze("wastes");
  // Plans are made while there is next to nothing.
  for (let n = 0; n < TIMES; n++) await calculateAndDelete(await insertMany(1));
  const ids = await insertMany(STORED);
  const some = ids.filter((_, n) => n % (STORED / DELETED) === 0);
  const begun = performance.now();
  const { deletion } = await calculateAndDelete(some);
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
  expect(deletion!.successCount).toBe(DELETED);
  expect(await activity.rows(us, "facility_totals")).toMatchObject([{ co2e: "0.0" }]);
});

it("a period long ago is read by itself, and not all that came later with it", async () => {
  const read = (filter: { startDate: string; endDate?: string }) =>
    activity.db.asService(us.organizationId, async ({ tx }) => {
      // Statistics of this transaction.
      const rowsRead = async () => {
        const [{ rows }] = await tx<[{ rows: number }]>`
          select sum(pg_stat_get_xact_tuples_returned(i))::int as rows
          from (select 'wastes'::regclass union all select indexrelid from pg_index where indrelid = 'wastes'::regclass)
            as of_table (i)`;
        return rows;
      };
      const before = await rowsRead();
      const { total } = await selectTotals(
        tx,
        parsePartialListQuery(listOf(wastes), { ...filter, page: 1, size: 1 }, us),
      );
      return { total, rows: (await rowsRead()) - before };
    });
  const stored = STORED - DELETED;
  expect(await read({ startDate: "2020-01-01" })).toEqual({
    total: stored,
    rows: expect.toSatisfy((n) => n >= stored),
  });
  const { total, rows } = await read({ startDate: "2020-01-01", endDate: "2020-01-31" });
  expect(total).toBe(0);
  expect(rows).toBeLessThan(stored / 10);
});
