import { newId } from "@emissions/kit/process/id";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { begin, items, jobs } from "./job.fixture.ts";
import { removeExpiredJobs } from "./retention.ts";

eachTest();

const DAYS = 90;
const sweep = () => removeExpiredJobs({ db: activity.db, jobRetentionDays: DAYS }, new AbortController().signal);
/** A job that ended this many days ago. */
async function ended(days: number, by = us) {
  const { id } = await begin({ by });
  await activity.db.asService(
    by.organizationId,
    ({ tx }) => tx`
      update ingest_jobs set status = 'completed', succeeded_items = total_items,
        finished_at = now() - make_interval(days => ${days})
      where organization_id = ${by.organizationId} and id = ${id}`,
  );
  return id;
}

it("a finished job goes with its items after its retention, and later and open ones stay", async () => {
  await ended(DAYS + 1);
  const them = { ...us, organizationId: newId() };
  await ended(DAYS + 1, them);
  const [late, open] = [await ended(DAYS - 1), (await begin()).id];
  await sweep();
  expect((await jobs()).map(({ id }) => id).toSorted()).toEqual([late, open].toSorted());
  expect([...new Set((await items()).map(({ jobId }) => jobId))].toSorted()).toEqual([late, open].toSorted());
  expect(await jobs(them)).toEqual([]);
});
