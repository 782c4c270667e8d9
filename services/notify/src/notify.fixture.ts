import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import type { Context } from "./context.ts";
import { DEFAULT_SCHEDULE } from "./delivery/schedule.ts";
import type { Outbound, Outcome } from "./outbound/outbound.ts";
import { routes } from "./service.ts";

export const SEALING_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;

export type Notify = Awaited<ReturnType<typeof startNotify>>;

/** A response that ends the delivery. */
export const ACCEPTED: Outcome = { status: 204, body: "", retryAfterMs: null, errorCode: null, durationMs: 1 };

/** Accepts every URL and every request; a test can override this. */
export const fakeOutbound = (overrides: Partial<Outbound> = {}): Outbound => ({
  checkUrl: async (url) => ({ url }),
  post: async () => ACCEPTED,
  close: () => {},
  ...overrides,
});

/** Starts the service on its own database; tests call it through Connect, as the gateway does. */
export async function startNotify(overrides: Partial<Context> = {}) {
  const database = await testDatabase("notify", [new URL("../migrations/", import.meta.url)]);
  const sealer = new Sealer(SealingKeys.parse(SEALING_KEYS));
  const db = new Db(database.sql, { sealer });
  const context: Context = {
    db,
    sealer,
    outbound: fakeOutbound(),
    schedule: DEFAULT_SCHEDULE,
    timeoutMs: 15_000,
    deliveryRetentionDays: 30,
    notificationRetentionDays: 90,
    ...overrides,
  };
  return { ...database, ...inMemory({ db, service: "notify", entries: routes(context) }), db, context };
}

/** An admin of a new organization. */
export const admin = (overrides: Partial<Principal> = {}): Principal => ({
  ...servicePrincipal(newId()),
  kind: "api_key",
  userId: newId(),
  apiKeyId: newId(),
  role: "admin",
  ...overrides,
});
