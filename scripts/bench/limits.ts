import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { openPool } from "@emissions/kit/db/pool";
import { newId } from "@emissions/kit/process/id";
import { LimitsDatabase } from "../../services/gateway/src/limits/database.ts";
import { ACCOUNT } from "../../services/gateway/src/limits/policy.ts";
import { RateLimiter } from "../../services/gateway/src/limits/rate-limiter.ts";
import { percentiles, round } from "./load.ts";

const GATEWAYS = 3;
const KEYS = 50;
const KEY_PER_SECOND = 8;
const HOT_PER_SECOND = 10_000;
const TICK_MS = 5;
const silent = { info: () => {}, warn: () => {} };

/** Milliseconds for a token of 50 keys, without and with a key that sends 10,000 requests a second to three gateways. */
export async function measureLimits(adminUrl: string, short: boolean) {
  const seconds = short ? 2 : 10;
  const stores = Array.from({ length: GATEWAYS }, () => {
    const open = () =>
      openPool(
        { DATABASE_URL: adminUrl },
        { schema: "gateway", max: 2, applicationName: "limits bench", arrayTypes: false },
      );
    return new LimitsDatabase({ open, log: silent });
  });
  const limiters = stores.map((store) => new RateLimiter(store));
  const keys = Array.from({ length: KEYS }, () => ({ organizationId: newId(), name: newId() }));
  const hot = { organizationId: newId(), name: newId() };
  let sent = 0;
  const take = (key: typeof hot) => limiters[sent++ % GATEWAYS]!.take(key, ACCOUNT);

  /** Sends at a fixed rate, also while earlier requests wait. */
  async function steady(perSecond: number, next: (n: number) => Promise<unknown>) {
    const begin = performance.now();
    const waiting: Promise<unknown>[] = [];
    for (let n = 0; n < perSecond * seconds; ) {
      const due = Math.min(((performance.now() - begin) * perSecond) / 1000, perSecond * seconds);
      while (n < due) waiting.push(next(n++));
      await pause(TICK_MS);
    }
    await Promise.all(waiting);
  }

  async function others() {
    const times: number[] = [];
    await steady(KEYS * KEY_PER_SECOND, async (n) => {
      const started = performance.now();
      await take(keys[n % KEYS]!);
      times.push(performance.now() - started);
    });
    return percentiles(times);
  }

  await others();
  const alone = await others();
  let allowed = 0;
  const flood = steady(HOT_PER_SECOND, async () => {
    if (!(await take(hot)).isRefused) allowed++;
  });
  const besideHotKey = await others();
  await flood;
  await Promise.all(stores.map((store) => store.stop()));
  return {
    keys: KEYS,
    alone,
    beside_hot_key: besideHotKey,
    slower: round(besideHotKey.p50_ms / alone.p50_ms),
    hot_key: { per_second: HOT_PER_SECOND, seconds, allowed },
  };
}
