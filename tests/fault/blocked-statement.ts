import { until } from "@emissions/testkit/poll";
import { roleOf, type ServiceName } from "@emissions/testkit/roles";
import postgres, { type Sql } from "postgres";

interface BlockedStatement<R> {
  /** Takes a lock that the statement needs. Runs in a transaction of its own, which is rolled back at the end. */
  lock(sql: Sql): Promise<unknown>;
  /** The service whose statement will wait for the lock. */
  waiter: ServiceName;
  /** Starts the work, once the lock is taken. */
  begin(): void;
  /** Runs while the statement waits: 2 s at most for a call, 8 s for a consumer. */
  whileBlocked(sql: Sql): Promise<R>;
}

/** Longer than calc needs for a whole batch. */
const WAIT_LIMIT_MS = 120_000;

/** Blocks a statement of a service, so that a fault falls exactly into the middle of its work. */
export async function blockStatement<R>(adminUrl: string, options: BlockedStatement<R>): Promise<R> {
  const { lock, waiter, begin, whileBlocked } = options;
  const sql = postgres(adminUrl, { max: 2, onnotice: () => {} });
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    const [{ pid }] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await lock(holder);
    begin();
    const isBlocked = async () => {
      const found = await sql`
        select from pg_stat_activity where usename = ${roleOf(waiter)} and ${pid} = any(pg_blocking_pids(pid))`;
      return found.length > 0;
    };
    await until(`${waiter} to wait for the lock`, isBlocked, WAIT_LIMIT_MS);
    const result = await whileBlocked(sql);
    // The fault may have ended Postgres itself.
    await holder`rollback`.catch(() => {});
    return result;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
