import { openPool } from "@emissions/kit/db/pool";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobFinishedSchema } from "@emissions/proto/activity/v1/ingest_job_service";
import { until } from "@emissions/testkit/poll";
import { afterEach, describe, expect, it } from "vitest";
import { type Activity, eachTest } from "../activity.fixture.ts";
import { type Deletable, startDeletions } from "./deletion.ts";
import { begin } from "./job.fixture.ts";
import type { IngestJobItemRow, IngestJobRow } from "./queries.ts";

let activity: Activity;
let us: Principal;
const running: Background[] = [];
const log = createLogger({ service: "test", level: "silent" });

eachTest((ours) => {
  ({ activity, us } = ours);
});
afterEach(async () => void (await Promise.all(running.splice(0).map((one) => one.stop()))));

/** The tests delete suppliers, which need no other rows. */
const suppliers = (more: Partial<Deletable> = {}): Deletable => ({
  entityType: "facilities",
  batchSize: 10,
  deleteItems: async ({ tx, org }, ids) => {
    await tx`delete from suppliers where organization_id = ${org} and id = any(${ids as string[]}::uuid[])`;
  },
  ...more,
});
const startWorker = (deletable = suppliers()) =>
  running.push(startDeletions({ db: activity.db, deletables: [deletable], log }));

async function insertSuppliers(count: number, by = us): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await activity.db.asService(
    by.organizationId,
    ({ tx, org }) => tx`
      insert into suppliers (organization_id, id, business_name, country, code_type, code, status)
      select ${org}::uuid, id, 'A', 'ES', 'nace', '26.20', 'active' from unnest(${ids}::uuid[]) as id`,
  );
  return ids;
}
const remove = (ids: readonly string[], by = us) =>
  begin(activity, by, { entityType: "facilities", operation: "delete", ids });
const remaining = async (by = us) => (await activity.rows<{ id: string }>(by, "suppliers")).map(({ id }) => id).sort();
const jobs = (by = us) => activity.rows<IngestJobRow>(by, "ingest_jobs");
const finished = (by = us) =>
  until("every job to be finished", async () => {
    const rows = await jobs(by);
    return rows.every(({ finishedAt }) => finishedAt !== null) && rows;
  });
const announced = async (by = us) => (await activity.events(by, IngestJobFinishedSchema)).map(({ job }) => job!.id);

describe("a deletion", () => {
  it("deletes in batches, counts unknown and foreign ids as deleted, and finishes once", async () => {
    const them = await activity.organization();
    const [ours, kept, theirs] = [await insertSuppliers(25), await insertSuppliers(2), await insertSuppliers(3, them)];
    const { id } = await remove([...ours, newId(), ours[0]!, ...theirs]);
    const batches: number[] = [];
    const { deleteItems } = suppliers();
    startWorker(
      suppliers({
        deleteItems: (write, ids) => {
          batches.push(ids.length);
          return deleteItems(write, ids);
        },
      }),
    );
    expect(await finished()).toMatchObject([{ id, status: "completed", succeededItems: 30, failedItems: 0 }]);
    expect([await remaining(), await remaining(them)]).toEqual([kept.sort(), theirs.sort()]);
    expect(batches).toEqual([10, 10, 10]);
    expect(await announced()).toEqual([id]);
  });

  it("starts immediately in the process that accepted it", async () => {
    startWorker();
    await finished();
    const [startedAt] = [performance.now(), await remove(await insertSuppliers(1))];
    await finished();
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  it("continues after another worker died during a batch", async () => {
    const { id } = await remove(await insertSuppliers(25));
    const { organizationId: org } = us;
    const pool = openPool(activity.url, { schema: "activity", max: 1, applicationName: "dying" });
    const dying = await pool.reserve();
    await dying.unsafe(`begin; set local app.organization = '${org}'; set local app.organizations = '{${org}}'`);
    await dying`select from ingest_jobs where id = ${id} for update`;
    await dying`delete from suppliers`;
    await dying`update ingest_job_items set status = 'succeeded' where index < 10`;
    startWorker();
    // The dying worker has locked the job.
    const them = await activity.organization();
    await remove([newId()], them);
    await finished(them);
    expect(await jobs()).toMatchObject([{ status: "queued", succeededItems: 0 }]);
    await pool.end({ timeout: 0 });
    expect(await finished()).toMatchObject([{ status: "completed", succeededItems: 25, failedItems: 0 }]);
    expect(await remaining()).toEqual([]);
    expect(await announced()).toEqual([id]);
  });

  it("deletes each record once with several workers", async () => {
    const ids = await insertSuppliers(200);
    await remove(ids.slice(0, 100));
    await remove(ids.slice(100));
    const seen: string[] = [];
    const { deleteItems } = suppliers();
    const watched = suppliers({
      deleteItems: async (write, some) => {
        await deleteItems(write, some);
        seen.push(...some);
      },
    });
    for (let workers = 0; workers < 4; workers++) startWorker(watched);
    const rows = await finished();
    expect(rows.map(({ succeededItems }) => succeededItems)).toEqual([100, 100]);
    expect(seen.sort()).toEqual(ids.sort());
    expect(new Set(await announced()).size).toBe(2);
  });

  it("that fails for some records deletes the others and ends the failed items with INTERNAL_ERROR", async () => {
    const ids = await insertSuppliers(25);
    const bad = new Set([ids[3]!, ids[20]!]);
    const { id } = await remove(ids);
    const { deleteItems } = suppliers();
    const failing = suppliers({
      deleteItems: async (write: Write, some: readonly string[]) => {
        await deleteItems(write, some);
        if (some.some((one) => bad.has(one))) throw new Error("fault");
      },
    });
    startWorker(failing);
    expect(await finished()).toMatchObject([
      { id, status: "completed_with_errors", succeededItems: 23, failedItems: 2 },
    ]);
    expect(await remaining()).toEqual([...bad].sort());
    const items = await activity.rows<IngestJobItemRow>(us, "ingest_job_items");
    expect(items.filter(({ status }) => status === "failed")).toMatchObject([
      { index: 3, code: "INTERNAL_ERROR" },
      { index: 20, code: "INTERNAL_ERROR" },
    ]);
    expect(await announced()).toEqual([id]);
  });

  it("of an entity type without a deletable ends with failed items", async () => {
    await begin(activity, us, { entityType: "invoices", operation: "delete" });
    startWorker();
    expect(await finished()).toMatchObject([{ status: "completed_with_errors", failedItems: 1 }]);
  });

  it("of one organization does not block another organization", async () => {
    const them = await activity.organization();
    const [many, one] = [await insertSuppliers(400), await insertSuppliers(1, them)];
    await remove(many);
    await remove(one, them);
    const { deleteItems } = suppliers();
    // The first job takes four seconds.
    const slow = suppliers({
      deleteItems: async (write, ids) => {
        await write.tx`select pg_sleep(0.1)`;
        await deleteItems(write, ids);
      },
    });
    startWorker(slow);
    await finished(them);
    expect((await jobs())[0]).toMatchObject({ status: "processing", finishedAt: null });
    expect((await finished())[0]).toMatchObject({ status: "completed" });
  });
});
