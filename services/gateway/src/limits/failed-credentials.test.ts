import { openPool } from "@emissions/kit/db/pool";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { notFound } from "@emissions/kit/wire/errors";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OURS } from "../../test/access.ts";
import { FailedLoginLimiter } from "../rest/failed-login-limiter.ts";
import { createLinkAccess } from "../rest/link-access.ts";
import { LimitsDatabase } from "./database.ts";
import { FAILED_CREDENTIALS, FAILED_LINKS } from "./policy.ts";
import { RateLimiter } from "./rate-limiter.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const log = { info: () => {}, warn: () => {} };
/** The same for all gateways: nothing is refilled. */
const clock = () => 1_800_000_000_000_000;

let database: TestDatabase;
const opened: LimitsDatabase[] = [];
beforeAll(async () => {
  database = await testDatabase("gateway", [MIGRATIONS]);
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.stop()));
  await database.drop();
});

/** The limits of one more gateway. */
function oneGateway(): RateLimiter {
  const open = () => openPool({ DATABASE_URL: database.url }, { schema: "gateway", max: 2, arrayTypes: false });
  const store = new LimitsDatabase({ open, log, timeoutMs: 5_000 });
  opened.push(store);
  return new RateLimiter(store, clock);
}

const threeGateways = () => [oneGateway(), oneGateway(), oneGateway()];

it("counts the wrong credentials of an address exactly, through three gateways at once", async () => {
  const limiters = threeGateways().map((rates) => new FailedLoginLimiter(rates));
  const attempts = limiters.flatMap((one) => Array.from({ length: 60 }, () => one.count("192.0.2.1")));
  const refused = (await Promise.all(attempts)).filter((isTooMany) => isTooMany).length;
  expect(attempts.length - refused).toBe(FAILED_CREDENTIALS.burst);
  for (const one of limiters) {
    // A gateway learns of the failures that others count by its own next one.
    expect(await one.count("192.0.2.1")).toBe(true);
    expect(one.exceeded("192.0.2.1")).toBe(true);
    expect(one.exceeded("192.0.2.2")).toBe(false);
  }
});

it("answers few links of an address as missing, through three gateways at once", async () => {
  const accesses = threeGateways().map((rates) => createLinkAccess({ rates }));
  const guess = async (n: number) => {
    const access = accesses[n % accesses.length]!;
    const use = { token: n % 2 === 0 ? "malformed" : newLinkToken(OURS), address: "192.0.2.3", tell: () => {} };
    await access.admit(use);
    return access.watch(use, () => Promise.reject(notFound("link")));
  };
  const refusals = await Promise.all(Array.from({ length: 90 }, (_, n) => refusalOf(guess(n))));
  expect(refusals.filter(({ code }) => code === "LINK_NOT_FOUND")).toHaveLength(FAILED_LINKS.burst);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["LINK_NOT_FOUND", "TOO_MANY_REQUESTS"]));
});

it("asks the database nothing before a credential is wrong", async () => {
  let asked = 0;
  const rates = new RateLimiter({
    isAway: false,
    ask: async () => {
      asked++;
      return undefined;
    },
  });
  expect(new FailedLoginLimiter(rates).exceeded("192.0.2.4")).toBe(false);
  expect(asked).toBe(0);
});
