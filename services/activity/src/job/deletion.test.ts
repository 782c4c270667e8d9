import { openSessions } from "@emissions/kit/db/pool";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import type { Principal } from "@emissions/kit/wire/principal";
import { until } from "@emissions/testkit/poll";
import { afterEach, describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { type Deletable, startDeletions, TRIES_MAX } from "./deletion.ts";
import { begin, finished, items, jobs } from "./job.fixture.ts";

const running: Background[] = [];
const log = createLogger({ service: "test", level: "silent" });

eachTest();
afterEach(async () => void (await Promise.all(running.splice(0).map((one) => one.stop()))));

/** Deletes suppliers, which need no other rows; `more` follows in each transaction. */
const startWorker = (more: Deletable["deleteItems"] = async () => {}) => {
  const suppliers: Deletable = {
    entityType: "facilities",
    batchSize: 10,
    deleteItems: async (write, ids) => {
      const { tx, org } = write;
      await tx`delete from suppliers where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;
      await more(write, ids);
    },
  };
  running.push(startDeletions({ db: activity.db, deletables: [suppliers], log }));
};

async function insertSuppliers(count: number, by: Principal = us): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await activity.db.asService(
    by.organizationId,
    ({ tx, org }) => tx`
      insert into suppliers (organization_id, id, business_name, country, code_type, code, status)
      select ${org}::uuid, id, 'A', 'ES', 'nace', '26.20', 'active' from unnest(${ids}::uuid[]) as id`,
  );
  return ids;
}
const remove = (ids: readonly string[], by: Principal = us) =>
  begin({ by, entityType: "facilities", operation: "delete", ids });
const remaining = async (by: Principal = us) =>
  (await activity.rows<{ id: string }>(by, "suppliers")).map(({ id }) => id).sort();
const ended = (by: Principal = us) =>
  until(
    "every job to be finished",
    async () => {
      const rows = await jobs(by);
      return rows.every(({ finishedAt }) => finishedAt !== null) && rows;
    },
    20_000,
  );
const announced = async () => (await finished()).map(({ id }) => id);

describe("a deletion", () => {
  it("deletes in batches, counts unknown and foreign ids as deleted, and finishes once", async () => {
    const them = await activity.organization();
    const [ours, kept, theirs] = [await insertSuppliers(25), await insertSuppliers(2), await insertSuppliers(3, them)];
    const { id } = await remove([...ours, newId(), ours[0]!, ...theirs]);
    const batches: number[] = [];
    startWorker(async (_, ids) => void batches.push(ids.length));
    expect(await ended()).toMatchObject([{ id, status: "completed", succeededItems: 30, failedItems: 0 }]);
    expect([await remaining(), await remaining(them)]).toEqual([kept.sort(), theirs.sort()]);
    expect(batches).toEqual([10, 10, 10]);
    expect(await announced()).toEqual([id]);
  });

  it("starts immediately in the process that accepted it", async () => {
    startWorker();
    await ended();
    const [startedAt] = [performance.now(), await remove(await insertSuppliers(1))];
    await ended();
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  it("continues after another worker died during a batch", async () => {
    const { id } = await remove(await insertSuppliers(25));
    const { organizationId: org } = us;
    const pool = openSessions(activity.url, { schema: "activity", max: 1, applicationName: "dying" });
    const dying = await pool.reserve();
    await dying.unsafe(`begin; set local app.organization = '${org}'; set local app.organizations = '{${org}}'`);
    await dying`select from ingest_jobs where id = ${id} for update`;
    await dying`delete from suppliers`;
    await dying`update ingest_job_items set status = 'succeeded' where index < 10`;
    startWorker();
    // The dying worker has locked the job.
    const them = await activity.organization();
    await remove([newId()], them);
    await ended(them);
    expect(await jobs()).toMatchObject([{ status: "queued", succeededItems: 0 }]);
    await pool.end({ timeout: 0 });
    expect(await ended()).toMatchObject([{ status: "completed", succeededItems: 25, failedItems: 0 }]);
    expect(await remaining()).toEqual([]);
    expect(await announced()).toEqual([id]);
  });

  it("deletes each record once with several workers", async () => {
    const ids = await insertSuppliers(200);
    await remove(ids.slice(0, 100));
    await remove(ids.slice(100));
    const seen: string[] = [];
    for (let workers = 0; workers < 4; workers++) startWorker(async (_, some) => void seen.push(...some));
    const rows = await ended();
    expect(rows.map(({ succeededItems }) => succeededItems)).toEqual([100, 100]);
    expect(seen.sort()).toEqual(ids.sort());
    expect(new Set(await announced()).size).toBe(2);
  });

  it("that fails for some records deletes the others and ends the failed items with INTERNAL_ERROR", async () => {
    const ids = await insertSuppliers(25);
    const bad = new Set([ids[3]!, ids[20]!]);
    const { id } = await remove(ids);
    startWorker(async (_, some) => {
      if (some.some((one) => bad.has(one))) throw new Error("fault");
    });
    expect(await ended()).toMatchObject([{ id, status: "completed_with_errors", succeededItems: 23, failedItems: 2 }]);
    expect(await remaining()).toEqual([...bad].sort());
    const failed = (await items()).filter(({ status }) => status === "failed");
    expect(failed.map(({ index, code }) => [index, code])).toEqual([3, 20].map((index) => [index, "INTERNAL_ERROR"]));
    expect(await announced()).toEqual([id]);
  });

  it("that meets locks and timeouts more often than it has tries deletes all records", async () => {
    const { id } = await remove(await insertSuppliers(5));
    let faults = 0;
    startWorker(async (write) => {
      const code = ["55P03", "57014", "53100"][faults];
      if (faults++ < TRIES_MAX) await write.tx.unsafe(`do $$ begin raise 'fault' using errcode = '${code}'; end $$`);
    });
    expect(await ended()).toMatchObject([{ id, status: "completed", succeededItems: 5, failedItems: 0 }]);
    expect([faults, await remaining()]).toEqual([TRIES_MAX + 1, []]);
  });

  it("of an entity type without a deletable ends with failed items", async () => {
    await begin({ entityType: "invoices", operation: "delete" });
    startWorker();
    expect(await ended()).toMatchObject([{ status: "completed_with_errors", failedItems: 1 }]);
  });

  it("of one organization does not block another organization", async () => {
    const them = await activity.organization();
    const [many, one] = [await insertSuppliers(400), await insertSuppliers(1, them)];
    await remove(many);
    await remove(one, them);
    // The first job takes four seconds.
    startWorker(async ({ tx }) => void (await tx`select pg_sleep(0.1)`));
    await ended(them);
    expect((await jobs())[0]).toMatchObject({ status: "processing", finishedAt: null });
    expect((await ended())[0]).toMatchObject({ status: "completed" });
  });
});
