import { kinds } from "@emissions/activity/kinds";
import { tableOf } from "@emissions/activity/records/kind";
import { organizations, verifyTotals } from "@emissions/calc/total_impact/verify";
import { Db, openPool } from "@emissions/kit/db/transactions";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import type { Sql } from "postgres";
import { expect } from "vitest";
import type { OwnBackend } from "../support/backend.ts";
import { SETTLE_MS } from "./purchases.ts";

/** Records of all kinds. */
const RECORDS = `(${kinds
  .map((kind) => `select organization_id, id, revision, calculation_status, co2e from activity.${tableOf(kind)}`)
  .join(" union all ")}) records`;

/** Services with messages for others. */
const STORES = ["activity", "calc", "factors", "imports", "notify"] as const;

/** Counts of what must not be there when all work is done. */
const leftovers = async (sql: Sql) => {
  const [row] = await sql<[Record<string, number>]>`
    select
      (select count(*)::int from ${sql.unsafe(RECORDS)} where calculation_status <> 'calculated') as uncalculated,
      (select count(*)::int from activity.ingest_jobs where finished_at is null) as "openJobs",
      (select count(*)::int from activity.ingest_job_items where status <> 'succeeded') as "unsuccessfulItems",
      (select count(*)::int from activity.pending_calculations) as "pendingCalculations",
      (select count(*)::int from activity.pending_deletions) as "pendingDeletions",
      (select count(*)::int from activity.pending_period_locks) as "pendingPeriodLocks",
      (select count(*)::int from activity.period_locks a full join
        (select * from calc.locked_periods where released_at is null) c on c.id = a.id
        where c.id is null or a.id is null) as "locksOfOneServiceOnly",
      (select count(*)::int from calc.deferred_events) + (select count(*)::int from activity.deferred_events)
        as "deferredEvents",
      (select count(*)::int from calc.dead_letters) + (select count(*)::int from activity.dead_letters) as "deadLetters",
      (select count(*)::int from ${sql.unsafe(RECORDS)} full join
        (select * from calc.current_records where state <> 'deleted') c
        on c.organization_id = records.organization_id and c.record_id = records.id and c.revision = records.revision
        where c.record_id is null or records.id is null) as "recordsOfOneServiceOnly",
      (select count(*)::int from ${sql.unsafe(RECORDS)} join calc.calculations c
        on c.organization_id = records.organization_id and c.record_id = records.id and c.revision = records.revision
        where c.co2e_kg is distinct from records.co2e) as "otherResults"`;
  return row;
};

/** All work ends. Records, items, results, impacts and totals of all organizations agree. */
export async function expectConsistent({ adminUrl, system }: OwnBackend): Promise<void> {
  await asAdmin(adminUrl, async (sql) => {
    const isDone = async () => Object.values(await leftovers(sql)).every((count) => count === 0);
    await until("all work to be done", isDone, SETTLE_MS).catch(() => {});
    const found = await leftovers(sql);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 0])));
  });
  const pool = openPool({ DATABASE_URL: system.databaseUrls.of("calc") }, { schema: "calc", max: 1 });
  try {
    const db = new Db(pool);
    for await (const org of organizations(db)) expect(await verifyTotals(db, org, { repair: false })).toEqual([]);
  } finally {
    await pool.end({ timeout: 1 });
  }
}

/** All schemas are of one moment: each service exchanges marks with its neighbours again, and no difference is found. */
export async function expectNobodyBehind({ adminUrl, logs }: OwnBackend): Promise<void> {
  const all = STORES.map((name) => `select agreed_at as "agreedAt", behind from ${name}.neighbours`).join(
    " union all ",
  );
  await asAdmin(adminUrl, async (sql) => {
    const [{ now }] = await sql<[{ now: Date }]>`select now() as now`;
    const isJudged = async () => {
      const rows = await sql.unsafe<{ agreedAt: Date; behind: string | null }[]>(all);
      return rows.every(({ agreedAt, behind }) => behind !== null || agreedAt > now);
    };
    await until("marks to be exchanged", isJudged, SETTLE_MS);
  });
  const lines = STORES.flatMap((name) => logs(name).split("\n"));
  expect(lines.filter((line) => line.includes("another past"))).toEqual([]);
}
