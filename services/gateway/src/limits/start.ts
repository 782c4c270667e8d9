import { openPool } from "@emissions/kit/db/pool";
import { startDatabase } from "@emissions/kit/db/start-database";
import type { Logger } from "@emissions/kit/process/log";
import type { Config } from "../config.ts";
import { LimitsDatabase } from "./database.ts";
import { createLimits, type Limits, maintainLimits } from "./limits.ts";

/** One for the statement of the rates, the others for open requests. */
const CONNECTIONS_MAX = 4;
const SCHEMA = "gateway";
const MIGRATIONS = [new URL("../../migrations/", import.meta.url)];

/** Never waits for a database that is away: the limits are local until it is back. With the owner's URL it migrates. */
export async function startLimits(config: Config, log: Logger): Promise<{ limits: Limits; stop(): Promise<void> }> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = config;
  if (DATABASE_OWNER_URL !== undefined) {
    const own = { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_POOL_MAX: 1 };
    const sql = await startDatabase({ config: own, schema: SCHEMA, migrations: MIGRATIONS, log });
    await sql.end();
  }
  const store = new LimitsDatabase({
    open: () => openPool(DATABASE_URL, { schema: SCHEMA, max: CONNECTIONS_MAX }),
    log,
  });
  const limits = createLimits(store);
  const maintenance = maintainLimits(store, limits);
  return {
    limits,
    stop: async () => {
      await maintenance.stop();
      await store.stop();
    },
  };
}
