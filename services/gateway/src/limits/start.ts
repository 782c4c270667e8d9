import { openPool } from "@emissions/kit/db/pool";
import type { Logger } from "@emissions/kit/process/log";
import type { Config } from "../config.ts";
import { LimitsDatabase } from "./database.ts";
import { createLimits, type Limits, maintainLimits } from "./limits.ts";
import { GROUP } from "./policy.ts";

/** One for the statement of the rates, the others for open requests. */
const CONNECTIONS_MAX = 4;
const SCHEMA = "gateway";

interface Started {
  limits: Limits;
  /** The time of the database, or undefined while it is away. */
  now(): Promise<Date | undefined>;
  stop(): Promise<void>;
}

/** Never waits for a database that is away: the limits are local until it is back. */
export function startLimits(config: Config, log: Logger): Started {
  const store = new LimitsDatabase({
    open: () => openPool(config, { schema: SCHEMA, max: CONNECTIONS_MAX, arrayTypes: false }),
    log,
  });
  const { GROUP_REQUESTS: requests, GROUP_REQUESTS_BURST: burst } = config;
  const limits = createLimits(store, { ...GROUP, requests, burst });
  const maintenance = maintainLimits(store, limits);
  return {
    limits,
    now: async () => (await store.ask((tx) => tx<[{ now: Date }]>`select clock_timestamp() as now`))?.[0].now,
    stop: async () => {
      await maintenance.stop();
      await store.stop();
    },
  };
}
