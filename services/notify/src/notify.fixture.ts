import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import { type Principal, PrincipalSigner, servicePrincipal } from "@emissions/kit/wire/principal";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import type { Context } from "./context.ts";
import { SCHEDULE } from "./delivery/schedule.ts";
import type { Outbound, Outcome } from "./outbound/outbound.ts";
import { routes } from "./service.ts";

const SECRET = "a secret that only the tests know of";
export const SEALING_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;

export type Notify = Awaited<ReturnType<typeof startNotify>>;

/** What a receiver answers that is content. */
export const ACCEPTED: Outcome = { status: 204, body: "", retryAfterMs: null, errorCode: null, durationMs: 1 };

/** An outside world in which every address is right and every receiver content, unless the test says otherwise. */
export const outsideWorld = (own: Partial<Outbound> = {}): Outbound => ({
  vet: async (url) => ({ url }),
  post: async () => ACCEPTED,
  close: () => {},
  ...own,
});

/** The service on a database of its own, called through Connect as by the gateway. */
export async function startNotify(own: Partial<Context> = {}) {
  const database = await testDatabase("notify", [new URL("../migrations/", import.meta.url)]);
  const signer = new PrincipalSigner(SECRET, "test");
  const sealer = new Sealer(SealingKeys.parse(SEALING_KEYS));
  const db = new Db(database.sql, { sealer });
  const context: Context = {
    db,
    sealer,
    outbound: outsideWorld(),
    schedule: SCHEDULE,
    timeoutMs: 15_000,
    deliveryRetentionDays: 30,
    notificationRetentionDays: 90,
    ...own,
  };
  return { ...database, ...inMemory({ db, signer, entries: routes(context) }), db, context };
}

/** The admin of an organization that nobody else is in. */
export const admin = (own: Partial<Principal> = {}): Principal => ({
  ...servicePrincipal(newId()),
  kind: "api_key",
  userId: newId(),
  apiKeyId: newId(),
  role: "admin",
  ...own,
});
