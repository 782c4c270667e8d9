import type { Sql } from "postgres";
import { expect } from "vitest";
import { blockStatement } from "./blocked-statement.ts";

/**
 * A point in the processing of a batch at which a fault is injected. A lock stops the service at exactly this record,
 * in the middle of its transaction or call. Services commit results in parts of 500 to 1,000 records, so the records
 * before the point may be committed or part of the open transaction.
 */
export interface FaultPoint {
  /** The service that waits for the lock. */
  service: "activity" | "calc" | "factors";
  /** The step at which it waits, for the names of tests. */
  step: string;
  lock(sql: Sql, at: Position): Promise<unknown>;
  /** Counts the committed records before the point. Fails when the service waits at another record. */
  committed(sql: Sql, at: Position): Promise<number>;
}

export interface Position {
  job: string;
  /** Index in the order of record ids, which within a millisecond differs from the order in the batch. */
  index: number;
}

/** activity copies results to its records, in the order of their ids. */
const copiesResult: FaultPoint = {
  service: "activity",
  step: "copies the result to",
  lock: (sql, at) => sql`select from activity.wastes where id = ${recordAt(sql, at)} for update`,
  committed: async (sql, { job, index }) => {
    const [found] = await sql<[{ ended: number; free: number; all: number }]>`
      with items as (select entity_id as id from activity.ingest_job_items where job_id = ${job}),
      free as (select from activity.wastes where id in (select id from items) for update skip locked)
      select
        (select count(*)::int from activity.wastes
          where id in (select id from items) and calculation_status <> 'pending') as ended,
        (select count(*)::int from free) as free,
        (select count(*)::int from items) as all`;
    // Locked rows: the one at the point, and those that the waiting transaction has changed already.
    expect(found.ended + (found.all - found.free - 1)).toBe(index);
    return found.ended;
  },
};

/** calc inserts into current_records in the order of ids, before any other write about the record. */
const claimsRecord: FaultPoint = {
  service: "calc",
  step: "claims",
  lock: (sql, at) => sql`
    insert into calc.current_records (organization_id, record_id, revision, state)
    select organization_id, id, revision, 'counted' from activity.wastes where id = ${recordAt(sql, at)}`,
  committed: calculated,
};

/** calc waits for the factor of the record. No record before it has the same factor, so nothing is cached. */
const looksUpFactor: FaultPoint = {
  service: "factors",
  step: "looks up the factor of",
  lock: (sql) => sql`lock table factors.catalogue_version in access exclusive mode`,
  committed: calculated,
};

/** The step of the service that the fault is about; other faults happen while activity copies results. */
export const faultPointFor = (fault: string): FaultPoint =>
  fault.startsWith("calc ") ? claimsRecord : fault.startsWith("factors ") ? looksUpFactor : copiesResult;

async function calculated(sql: Sql, { job, index }: Position): Promise<number> {
  const [found] = await sql<[{ done: number; reach: number }]>`
    select count(*)::int as done, coalesce(max(index) + 1, 0) as reach
    from calc.current_records c join activity.ingest_job_items i on i.entity_id = c.record_id where i.job_id = ${job}`;
  // The first records without a gap, and none after the point.
  expect(found.reach).toBe(found.done);
  expect(found.done).toBeLessThanOrEqual(index);
  return found.done;
}

const recordAt = (sql: Sql, { job, index }: Position) =>
  sql`(
    select entity_id from activity.ingest_job_items where job_id = ${job} order by entity_id offset ${index} limit 1)`;

interface Injection {
  at: Position;
  begin(): void;
  inject(): Promise<unknown>;
}

/** Injects a fault while the service waits at the point. Returns the number of committed records and the time then. */
export function injectAt(adminUrl: string, point: FaultPoint, { at, begin, inject }: Injection) {
  return blockStatement(adminUrl, {
    lock: (sql) => point.lock(sql, at),
    waiter: point.service,
    begin,
    whileBlocked: async (sql) => {
      const committed = await point.committed(sql, at);
      const begun = performance.now();
      await inject();
      return { committed, begun };
    },
  });
}
