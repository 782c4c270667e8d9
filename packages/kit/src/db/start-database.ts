import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { migrate } from "./migrate.ts";
import { openPool, type Sql } from "./pool.ts";

interface DatabaseOptions {
  config: { DATABASE_URL: string; DATABASE_OWNER_URL?: string | undefined; DATABASE_POOL_MAX: number };
  schema: string;
  /** Folders of the service, applied after those of kit. */
  migrations: readonly URL[];
  /** Called for each connection that ends. */
  onClosed?: () => void;
  log: Logger;
  /** Limit of the wait for a database that does not answer yet. */
  waitMs?: number;
}

const WAIT_MS = 60_000;
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;
/** Leases, limits and signatures compare clocks. */
const CLOCK_SKEW_MAX_MS = 30_000;

/** No server listens, or it is still starting. */
const ABSENT = /^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|57P0|53300)/;
/** Another process has yet to migrate the schema. */
const NOT_MIGRATED = /^(42P01|3F000)/;

/** Migrates if it has the owner's URL, and answers with a pool of a database that is ready. */
export async function startDatabase(options: DatabaseOptions): Promise<Sql> {
  const { config, schema, migrations, log, onClosed, waitMs = WAIT_MS } = options;
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = config;
  const end = Date.now() + waitMs;
  if (ownerUrl !== undefined) {
    const role = decodeURIComponent(new URL(url).username);
    const run = () => migrate({ ownerUrl, schema, role, folders: migrations, log });
    await waitFor(run, { url: ownerUrl, end, log, meanwhile: ABSENT });
  }
  const sql = openPool(url, { schema, max: config.DATABASE_POOL_MAX, ...(onClosed && { onClosed }) });
  const meanwhile = ownerUrl === undefined ? new RegExp(`${ABSENT.source}|${NOT_MIGRATED.source}`) : ABSENT;
  try {
    await waitFor(() => sql`select 1 from migrations limit 1`, { url, end, log, meanwhile });
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return sql;
}

/** Throws unless the database answers and its clock agrees with ours. */
export async function checkDatabase(sql: Sql): Promise<void> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const skewMs = Math.abs(row.now.getTime() - Date.now());
  if (skewMs > CLOCK_SKEW_MAX_MS) throw new Error(`The clock of the database differs by ${skewMs} ms.`);
}

interface Wait {
  url: string;
  end: number;
  log: Logger;
  meanwhile: RegExp;
}

async function waitFor(work: () => PromiseLike<unknown>, { url, end, log, meanwhile }: Wait): Promise<void> {
  const { host, pathname } = new URL(url);
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      const { code, reason } = describe(error);
      if (!meanwhile.test(code)) throw error;
      if (Date.now() + pauseMs > end) throw new Error(`Cannot use the database at ${host}${pathname}: ${reason}`);
      log.warn({ reason }, `waiting for the database at ${host}${pathname}`);
      await sleep(pauseMs);
    }
  }
}

function describe(error: unknown): { code: string; reason: string } {
  if (!(error instanceof Error)) return { code: "", reason: String(error) };
  const code = "code" in error ? String(error.code) : "";
  return { code, reason: error.message || code };
}
