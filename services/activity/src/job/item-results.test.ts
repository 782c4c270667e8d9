import { openSessions } from "@emissions/kit/db/pool";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { someoneWaits } from "@emissions/testkit/database";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actAs, activity, eachTest, us } from "../activity.fixture.ts";
import { forgetPending, insertPending } from "../records/pending.ts";
import { passTime, sweep } from "../records/records.fixture.ts";
import { storeResults } from "../records/results.ts";
import { TRIES_MAX } from "../records/sweep.ts";
import { insertWastes, withPlant } from "../waste/waste.fixture.ts";
import { wastes } from "../waste/waste.ts";
import { begin, finished, items, jobs, result } from "./job.fixture.ts";
import type { IngestJobRow } from "./queries.ts";

withPlant(eachTest);

const store = (results: readonly RecordResult[], db = activity.db) =>
  db.asService(us.organizationId, (write) => storeResults(write, wastes, results));
const newIds = (count: number) => Array.from({ length: count }, () => newId());
const insertPendingRows = (ids: readonly string[]) => {
  const revisions = ids.map((recordId) => ({ recordId, revision: 1 }));
  return activity.db.asService(us.organizationId, ({ tx, org }) => insertPending(tx, org, "wastes", revisions));
};
const counts = ({ succeededItems, failedItems, status }: IngestJobRow) => ({ succeededItems, failedItems, status });

/** Results of up to three jobs: records of each job, which fail, the order of arrival and the number of copies. */
const history = fc.record({
  failures: fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  order: fc.infiniteStream(fc.nat()),
  copies: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
  batch: fc.integer({ min: 1, max: 6 }),
});

describe("results of the items of jobs", () => {
  it("give the same counters and one event in any order and with duplicates", async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ failures, order, copies, batch }) => {
        actAs(await activity.organization());
        const begun = await Promise.all(failures.map((items) => begin({ ids: newIds(items.length) })));
        const arrivals = begun
          .flatMap(({ ids }, job) => ids.map((id, index) => result(id, { failed: failures[job]![index]! })))
          .flatMap((one) => Array.from({ length: copies.next().value! }, () => one))
          .map((one) => ({ one, key: order.next().value! }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        for (let from = 0; from < arrivals.length; from += batch) await store(arrivals.slice(from, from + batch));

        const countsOf = new Map((await jobs()).map((job) => [job.id, counts(job)]));
        for (const [job, { id, ids }] of begun.entries()) {
          const failedItems = failures[job]!.filter(Boolean).length;
          const status = failedItems > 0 ? "completed_with_errors" : "completed";
          expect(countsOf.get(id)).toEqual({ succeededItems: ids.length - failedItems, failedItems, status });
        }
        expect((await finished()).map(({ id }) => id).sort()).toEqual(begun.map(({ id }) => id).sort());
      }),
      { numRuns: 25 },
    );
  });

  it("are counted once by two replicas that receive them at the same time", async () => {
    const other = openSessions(activity.url, { schema: "activity", max: 5, applicationName: "another replica" });
    const ids = newIds(3_000);
    await begin({ ids: ids.slice(0, 1_500) });
    await begin({ ids: ids.slice(1_500) });
    // Each batch has items of both jobs. The replicas process the batches in opposite order.
    const batches = Array.from({ length: 6 }, (_, n) => ids.filter((_id, place) => place % 6 === n));
    const run = (db: Db, mine: string[][]) =>
      mine.map((batch) => {
        const results = batch.map((id) => result(id));
        return store(results, db);
      });
    const reversed = batches.toReversed().map((batch) => batch.toReversed());
    await Promise.all([...run(activity.db, batches), ...run(new Db(other), reversed)]);
    await other.end({ timeout: 1 });
    const completed = { succeededItems: 1_500, failedItems: 0, status: "completed" };
    expect((await jobs()).map(counts)).toEqual([completed, completed]);
    expect(await finished()).toHaveLength(2);
  });

  it("lock pending rows before items, which is the global lock order", async () => {
    const { ids } = await begin();
    await insertPendingRows(ids);
    let storing: Promise<void> | undefined;
    await activity.db.asService(us.organizationId, async ({ tx, org }) => {
      await tx`select from pending_calculations where organization_id = ${org} for update`;
      storing = store([result(ids[0]!)]);
      await someoneWaits(tx);
      await tx`select from ingest_job_items where organization_id = ${org} for update nowait`;
    });
    await storing;
    expect(await jobs()).toMatchObject([{ status: "completed", succeededItems: 1 }]);
  });

  it("are rolled back with their transaction", async () => {
    const { ids } = await begin();
    const failing = activity.db.asService(us.organizationId, async (write) => {
      await storeResults(write, wastes, [result(ids[0]!)]);
      throw new Error("the process ends here");
    });
    await expect(failing).rejects.toThrow();
    expect(await jobs()).toMatchObject([{ status: "queued", succeededItems: 0 }]);
    await store([result(ids[0]!)]);
    expect(await jobs()).toMatchObject([{ status: "completed", succeededItems: 1 }]);
    expect(await finished()).toMatchObject([{ totalItems: 1, succeededItems: 1, finishedAt: expect.anything() }]);
  });
});

describe("a job whose results do not arrive", () => {
  it("ends with CALCULATION_FAILED for overdue records, all batches in one round", async () => {
    const { ids } = await begin({ ids: newIds(1_200) });
    await insertWastes(ids);
    await insertPendingRows(ids);
    await store(ids.slice(0, 10).map((id) => result(id)));
    for (let round = 0; round <= TRIES_MAX; round++) {
      expect((await jobs())[0]).toMatchObject({ status: "processing" });
      await passTime();
      await activity.hear();
      await sweep();
    }
    expect((await jobs()).map(counts)).toEqual([
      { succeededItems: 10, failedItems: 1_190, status: "completed_with_errors" },
    ]);
    const failed = (await items()).filter(({ status }) => status === "failed");
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(["CALCULATION_FAILED"]));
    expect(await finished()).toHaveLength(1);
    await store(ids.map((id) => result(id)));
    expect((await jobs())[0]).toMatchObject({ succeededItems: 10, failedItems: 1_190 });
    expect(await finished()).toHaveLength(1);
  });

  it("ends although a waiting record was deleted", async () => {
    const { ids } = await begin({ ids: newIds(3) });
    await insertPendingRows(ids);
    await store([result(ids[0]!)]);
    await activity.db.asService(us.organizationId, ({ tx, org }) => forgetPending(tx, org, "wastes", [ids[1]!]));
    await sweep();
    expect(await jobs()).toMatchObject([{ status: "processing", succeededItems: 1 }]);
    await passTime();
    await sweep();
    expect(await jobs()).toMatchObject([{ status: "completed", succeededItems: 3 }]);
    expect(await finished()).toHaveLength(1);
  });
});
