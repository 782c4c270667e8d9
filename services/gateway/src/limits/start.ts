import { openPool } from "@emissions/kit/db/pool";
import type { Logger } from "@emissions/kit/process/log";
import type { Config } from "../config.ts";
import { LimitsDatabase } from "./database.ts";
import { createLimits, type Limits, maintainLimits } from "./limits.ts";

/** One for the statement of the rates, the others for open requests. */
const CONNECTIONS_MAX = 4;
const SCHEMA = "gateway";

/** Never waits for a database that is away: the limits are local until it is back. */
export function startLimits(config: Config, log: Logger): { limits: Limits; stop(): Promise<void> } {
  const store = new LimitsDatabase({
    open: () => openPool(config, { schema: SCHEMA, max: CONNECTIONS_MAX, arrayTypes: false }),
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
