import type { Sql } from "postgres";
import { expect } from "vitest";
import { strikeHeld } from "./held.ts";

/**
 * An exact place in the work on a batch. Somebody else's transaction holds what the work has to touch there, so that a
 * service is seen to wait at this record and at no other, in the middle of the transaction or of the call that has come
 * to it. Results are committed in parts of about 500 or 1,000 records: what is said of a place counts the records that
 * the worker has behind it, those of its open transaction included.
 */
export interface Place {
  /** Whose statement waits there. */
  service: "activity" | "calc" | "factors";
  /** What it is doing to the record, for the names of tests. */
  doing: string;
  hold(sql: Sql, at: At): Promise<unknown>;
  /** How many records are committed behind the place. Fails when it is not the one that it should be. */
  committed(sql: Sql, at: At): Promise<number>;
}

export interface At {
  job: string;
  /** So many records come before it, in the order of their ids: within a millisecond that is not the order of the batch. */
  index: number;
}

/** activity copies results onto its records, in the order of their ids. */
const copies: Place = {
  service: "activity",
  doing: "gives its result to",
  hold: (sql, at) => sql`select from activity.wastes where id = ${recordAt(sql, at)} for update`,
  committed: async (sql, { job, index }) => {
    const [found] = await sql<[{ ended: number; free: number; all: number }]>`
      with items as (select entity_id as id from activity.ingest_job_items where job_id = ${job}),
      free as (select from activity.wastes where id in (select id from items) for update skip locked)
      select
        (select count(*)::int from activity.wastes where id in (select id from items) and status <> 'loading') as ended,
        (select count(*)::int from free) as free,
        (select count(*)::int from items) as all`;
    // Locked are the record that is held and those that the waiting transaction has changed already.
    expect(found.ended + (found.all - found.free - 1)).toBe(index);
    return found.ended;
  },
};

/** calc puts the records in force in the same order; nothing is done to one before that. */
const claims: Place = {
  service: "calc",
  doing: "claims",
  hold: (sql, at) => sql`
    insert into calc.current_records (organization_id, record_id, revision, state)
    select organization_id, id, revision, 'counted' from activity.wastes where id = ${recordAt(sql, at)}`,
  committed: calculated,
};

/** calc waits for the factor of the record, which none of those before it has. */
const asks: Place = {
  service: "factors",
  doing: "looks up the factor of",
  hold: (sql) => sql`lock table factors.catalogue_version in access exclusive mode`,
  committed: calculated,
};

/** Where the work of whom the fault is about is; the job itself is activity's. */
export const placeFor = (fault: string): Place =>
  fault.startsWith("calc ") ? claims : fault.startsWith("factors ") ? asks : copies;

async function calculated(sql: Sql, { job, index }: At): Promise<number> {
  const [found] = await sql<[{ done: number; reach: number }]>`
    select count(*)::int as done, coalesce(max(index) + 1, 0) as reach
    from calc.current_records c join activity.ingest_job_items i on i.entity_id = c.record_id where i.job_id = ${job}`;
  // The first ones without a gap, and none behind the place.
  expect(found.reach).toBe(found.done);
  expect(found.done).toBeLessThanOrEqual(index);
  return found.done;
}

const recordAt = (sql: Sql, { job, index }: At) =>
  sql`(
    select entity_id from activity.ingest_job_items where job_id = ${job} order by entity_id offset ${index} limit 1)`;

interface Strike {
  at: At;
  begin(): void;
  strike(): Promise<unknown>;
}

/** Strikes while the worker waits at the place. Answers with how much was committed then, and when it was. */
export function strikeAt(adminUrl: string, place: Place, { at, begin, strike }: Strike) {
  return strikeHeld(adminUrl, {
    hold: (sql) => place.hold(sql, at),
    waiter: place.service,
    begin,
    strike: async (sql) => {
      const committed = await place.committed(sql, at);
      const begun = performance.now();
      await strike();
      return { committed, begun };
    },
  });
}
