import { until } from "@emissions/testkit/poll";
import { roleOf, type ServiceName } from "@emissions/testkit/roles";
import postgres, { type Sql } from "postgres";

interface Held<R> {
  /** In a transaction of its own, which is undone after the strike. */
  hold(sql: Sql): Promise<unknown>;
  /** Whose statement will wait for what is held. */
  waiter: ServiceName;
  /** Lets the work begin, once it is held. */
  begin(): void;
  /** While the statement waits. It does so for 8 s at most. */
  strike(sql: Sql): Promise<R>;
}

/** Longer than calc needs for a whole batch. */
const COME_LIMIT_MS = 60_000;

/** Holds what some work has to touch, so that the strike falls in the very middle of it, and lets go. */
export async function strikeHeld<R>(adminUrl: string, { hold, waiter, begin, strike }: Held<R>): Promise<R> {
  const sql = postgres(adminUrl, { max: 2, onnotice: () => {} });
  try {
    const held = await sql.reserve();
    await held`begin`;
    const [{ pid }] = await held<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await hold(held);
    begin();
    const waits = async () => {
      const found = await sql`
        select from pg_stat_activity where usename = ${roleOf(waiter)} and ${pid} = any(pg_blocking_pids(pid))`;
      return found.length > 0;
    };
    await until(`${waiter} to wait for what is held`, waits, COME_LIMIT_MS);
    const result = await strike(sql);
    // Postgres itself may be what was struck.
    await held`rollback`.catch(() => {});
    return result;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
