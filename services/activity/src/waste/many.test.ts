import { newId } from "@emissions/kit/process/id";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import { calculate, insertWastes, withPlant } from "./waste.fixture.ts";

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
  const fastest = async (filter: { startDate: string; endDate?: string }) => {
    const runs = [];
    for (let run = 0; run < 4; run++) {
      const begun = performance.now();
      const { total } = await activity.as(us, WasteService).listWastes({ ...filter, page: 1, size: 1 });
      runs.push({ total, ms: performance.now() - begun });
    }
    return runs.sort((one, other) => one.ms - other.ms)[0]!;
  };
  const later = await fastest({ startDate: "2020-01-01" });
  const longAgo = await fastest({ startDate: "2020-01-01", endDate: "2020-01-31" });
  // Each of them counts all in scope as well.
  const inFuture = await fastest({ startDate: "2040-01-01" });
  expect([later.total, longAgo.total, inFuture.total]).toEqual([STORED - DELETED, 0, 0]);
  expect(longAgo.ms - inFuture.ms).toBeLessThan((later.ms - inFuture.ms) / 3);
});
