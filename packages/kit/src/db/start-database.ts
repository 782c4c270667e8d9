import type { Logger } from "pino";
import type { DatabaseConfig } from "../process/config.ts";
import { ABSENT, awaitDatabase, DATABASE_WAIT_MS, TOO_SLOW } from "./await-database.ts";
import { readMigrations } from "./migration-files.ts";
import { openPool, type Pool } from "./pool.ts";
import { readUnowned } from "./run-transaction.ts";
import { OLDER_SCHEMA, requireOrdinaryRole, requireVersion } from "./schema-version.ts";

interface DatabaseOptions {
  config: DatabaseConfig & { DATABASE_POOL_MAX: number };
  schema: string;
  /** Folders of the service, applied after those of kit. */
  migrations: readonly URL[];
  /** Called for each connection that ends. */
  onClosed?: () => void;
  log: Logger;
  /** Limit of the wait for the database and for the version of its schema. */
  waitMs?: number;
}

/** The migrate command has yet to run: no table, no schema, no column, or an earlier version. */
const NOT_MIGRATED = new RegExp(`^(42P01|3F000|42703|${OLDER_SCHEMA})$`);
const PASSING = new RegExp(`${ABSENT.source}|${TOO_SLOW.source}`);
const MEANWHILE = new RegExp(`${PASSING.source}|${NOT_MIGRATED.source}`);

/** Answers with a pool of a database whose schema has the version of this program. */
export async function startDatabase(options: DatabaseOptions): Promise<Pool> {
  const { config, schema, migrations, log, onClosed, waitMs = DATABASE_WAIT_MS } = options;
  const url = config.DATABASE_URL;
  const files = await readMigrations(migrations);
  const pool = openPool(config, { schema, max: config.DATABASE_POOL_MAX, ...(onClosed && { onClosed }) });
  try {
    const ready = async () => {
      await requireOrdinaryRole(pool, schema);
      await requireVersion({ pool, schema, files });
    };
    await awaitDatabase(ready, { url, end: performance.now() + waitMs, log, meanwhile: MEANWHILE });
  } catch (error) {
    await pool.end({ timeout: 1 });
    throw error;
  }
  return pool;
}

/** Of the work before the first call. A slow machine needs minutes for it, and other processes may do it, too. */
const PREPARE_WAIT_MS = 10 * 60_000;
const PREPARE_LINES = {
  waits: "the work before the first call begins anew, on the database at",
  fails: "Cannot finish the work before the first call, on the database at",
};

interface Preparation {
  config: DatabaseConfig;
  log: Logger;
  waitMs?: number;
}

/** Does the work before the first call, and repeats it while the database is away or ends its transactions. */
export const prepareOnDatabase = <R>(
  work: () => Promise<R>,
  { config, log, waitMs = PREPARE_WAIT_MS }: Preparation,
): Promise<R> => {
  const end = performance.now() + waitMs;
  return awaitDatabase(work, { url: config.DATABASE_URL, end, log, meanwhile: PASSING, lines: PREPARE_LINES });
};

/** Throws unless the database answers. Answers with its time. */
export async function databaseTime(pool: Pool): Promise<Date> {
  const [row] = await readUnowned(pool, (tx) => tx<[{ now: Date }]>`select clock_timestamp() as now`);
  return row.now;
}
