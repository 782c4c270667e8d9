import { Code, ConnectError } from "@connectrpc/connect";
import { openPool, openSessions } from "@emissions/kit/db/pool";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LimitsDatabase } from "./database.ts";
import { createLimits, maintainLimits } from "./limits.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { SignInLimits } from "./sign-in-limits.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const log = { info: () => {}, warn: () => {} };

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
function oneGateway(): SignInLimits {
  const store = oneStore();
  return new SignInLimits(new RateLimiter(store), store, fixedSecrets("the secret of the tests"));
}

function oneStore(): LimitsDatabase {
  const open = () => openPool({ DATABASE_URL: database.url }, { schema: "gateway", max: 2, arrayTypes: false });
  const store = new LimitsDatabase({ open, log, timeoutMs: 5_000 });
  opened.push(store);
  return store;
}

const wrong = async () => {
  throw unauthenticated("INVALID_CREDENTIALS", "Email or password is wrong.");
};
const right = async () => "signed in";
/** How many of the guesses were checked. */
async function guess(limits: SignInLimits, email: string, count: number, addressOf: (n: number) => string) {
  let checked = 0;
  for (let n = 0; n < count; n++) {
    const refusal = await refusalOf(limits.attempt({ email, address: addressOf(n) }, wrong));
    if (refusal.code === "INVALID_CREDENTIALS") checked++;
    else expect(refusal.code).toBe("TOO_MANY_REQUESTS");
  }
  return checked;
}

it("checks few guesses on one account from many addresses and gateways, whether it exists or not", async () => {
  const gateways = [oneGateway(), oneGateway()];
  let checked = 0;
  for (const limits of gateways) checked += await guess(limits, "Victim@example.com", 40, (n) => `198.51.100.${n}`);
  expect(checked).toBe(30);
});

it("lets a person sign in from a known address while others guess, through any gateway", async () => {
  const email = "known@example.com";
  const home = "192.0.2.7";
  expect(await oneGateway().attempt({ email, address: home }, right)).toBe("signed in");
  const other = oneGateway();
  expect(await guess(other, email, 40, (n) => `203.0.113.${n}`)).toBe(30);
  for (let n = 0; n < 15; n++) expect(await other.attempt({ email, address: home }, right)).toBe("signed in");
  expect(await guess(other, email, 15, () => home)).toBe(10);
});

it("counts no sign-in that succeeds, and none that fails for another reason", async () => {
  const limits = oneGateway();
  const fault = () => Promise.reject(new Error("the service is away"));
  const attempt = { email: "often@example.com", address: "192.0.2.9" };
  for (let n = 0; n < 40; n++) await expect(limits.attempt(attempt, fault)).rejects.toThrow("away");
  for (let n = 0; n < 40; n++) expect(await limits.attempt(attempt, right)).toBe("signed in");
});

it.each([
  ["that run out of time", Code.DeadlineExceeded],
  ["whose client does not wait", Code.Canceled],
])("counts sign-ins %s as failed", async (_what, code) => {
  const limits = oneGateway();
  const attempt = { email: `${Code[code]}@example.com`, address: "192.0.2.10" };
  const unanswered = () => Promise.reject(new ConnectError("no answer", code));
  for (let n = 0; n < 30; n++) await expect(limits.attempt(attempt, unanswered)).rejects.toThrow("no answer");
  expect(await refusalOf(limits.attempt(attempt, unanswered))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
});

it("counts wrong codes after a right password, and not the question for a code", async () => {
  const limits = oneGateway();
  const attempt = (email: string, code: string) =>
    refusalOf(
      limits.attempt({ email, address: "192.0.2.66" }, async () => {
        throw unauthenticated(code, "The password was right.");
      }),
    );
  const codes = [];
  for (let n = 0; n < 50; n++) codes.push((await attempt("asked@example.com", "TOTP_REQUIRED")).code);
  for (let n = 0; n < 50; n++) codes.push((await attempt("guessed@example.com", "TOTP_INVALID")).code);
  const times = Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all!.length]);
  expect(Object.fromEntries(times)).toEqual({ TOTP_REQUIRED: 50, TOTP_INVALID: 30, TOO_MANY_REQUESTS: 20 });
});

it("stores neither accounts nor addresses", async () => {
  await oneGateway().attempt({ email: "secret@example.com", address: "192.0.2.44" }, right);
  const sql = openSessions(database.url, { schema: "gateway", max: 1 });
  const texts = await sql.begin(async (tx) => {
    await tx`select set_config('app.machinery', 'on', true)`;
    return tx<{ text: string }[]>`
      select encode(account || address, 'escape') as text from known_sign_ins
      union all select subject from token_buckets`;
  });
  await sql.end();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(({ text }) => /secret|192\.0\.2/.test(text))).toEqual([]);
});

/** Replaces all known addresses by one for each number of days since its last use. */
const signInsUsed = (...days: number[]) =>
  database.owner.begin(async (tx) => {
    await tx`select set_config('app.machinery', 'on', true)`;
    await tx`delete from known_sign_ins`;
    await tx`
      insert into known_sign_ins
      select sha256(day::text::bytea), sha256('address'), now() - make_interval(days => day)
      from unnest(${days}::int[]) as day`;
  });

const daysOfSignIns = () =>
  database.owner.begin(async (tx) => {
    await tx`select set_config('app.machinery', 'on', true)`;
    const rows = await tx<{ days: number }[]>`
      select extract(day from now() - at)::int as days from known_sign_ins order by at`;
    return rows.map(({ days }) => days);
  });

it("deletes addresses from which nobody has signed in for 90 days, and no others", async () => {
  await signInsUsed(400, 91, 89, 0);
  const store = oneStore();
  const maintenance = maintainLimits(store, createLimits(store));
  await until("old sign-ins are deleted", async () => (await daysOfSignIns()).length === 2);
  expect(await daysOfSignIns()).toEqual([89, 0]);
  await maintenance.stop();
});
