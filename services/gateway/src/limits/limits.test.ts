import { connect, createServer, type Server, type Socket } from "node:net";
import { openPool, type Pool } from "@emissions/kit/db/pool";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Taken } from "./bucket.ts";
import { LimitsDatabase, type LimitsStore } from "./database.ts";
import { OpenRequests } from "./open-requests.ts";
import { overrideLimit, removeOverride } from "./overrides.ts";
import { ACCOUNT, LOGISTICS_WRITE, type Policy } from "./policy.ts";
import { RateLimiter } from "./rate-limiter.ts";

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

function store(open = poolOf(database.url)): LimitsDatabase {
  const made = new LimitsDatabase({ open, log, timeoutMs: 5_000, probeEveryMs: 20 });
  opened.push(made);
  return made;
}

const poolOf = (url: string) => (): Pool =>
  openPool({ DATABASE_URL: url }, { schema: "gateway", max: 2, arrayTypes: false });

/** A clock in microseconds that a test moves. */
function stepping() {
  let nowUs = 1_800_000_000_123_457;
  return { now: () => nowUs, step: (us: number) => (nowUs += us) };
}

const caller = () => ({ organizationId: newId(), name: newId() });

/** Random numbers below 1 that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x80_00_00_00;
  };
}

/** A bucket as in the contract, in exact integers: tokens in units of 1 / (10^6 * windowS). */
function model({ name, requests, windowS, burst }: Policy, now: () => number) {
  const token = 1_000_000n * BigInt(windowS);
  const full = BigInt(burst) * token;
  let [level, atUs] = [full, BigInt(now())];
  const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b;
  return (): Taken => {
    const nowUs = BigInt(now());
    level += (nowUs - atUs) * BigInt(requests);
    if (level > full) level = full;
    atUs = nowUs;
    const isRefused = level < token;
    if (!isRefused) level -= token;
    const rate = BigInt(requests);
    const retryS = ceil(token - level, rate * 1_000_000n);
    return {
      isRefused,
      retryAfterS: isRefused ? Number(retryS) : 0,
      limit: burst,
      remaining: Number(level / token),
      headers: {
        "x-ratelimit-limit": String(burst),
        "x-ratelimit-remaining": String(level / token),
        "x-ratelimit-reset": String(ceil(nowUs * rate + full - level, rate * 1_000_000n)),
        "ratelimit-policy": `${name};q=${requests};w=${windowS};burst=${burst}`,
        ratelimit: `${name};r=${level / token};t=${ceil(full - level, rate * 1_000_000n)}`,
      },
    };
  };
}

const texts = (taken: readonly Taken[]) => taken.map((each) => JSON.stringify(each)).sort();
const allowed = (taken: readonly Taken[]) => taken.filter(({ isRefused }) => !isRefused).length;

it.each([
  { policy: ACCOUNT, stepUs: 20_000_000 },
  { policy: LOGISTICS_WRITE, stepUs: 700_000 },
  { policy: { name: "slow", requests: 7, windowS: 60, burst: 3 }, stepUs: 20_000_000 },
])("answers 10,000 requests on three gateways like one bucket: $policy.name", async ({ policy, stepUs }) => {
  const [random, clock, subject] = [randomNumbers(7), stepping(), caller()];
  const gateways = [1, 2, 3].map(() => new RateLimiter(store(), clock.now));
  const expected = model(policy, clock.now);
  let [sent, granted] = [0, 0];
  while (sent < 10_000) {
    const burst = Math.min(1 + Math.floor(random() * 400), 10_000 - sent);
    const taken = await Promise.all(
      Array.from({ length: burst }, () => gateways[Math.floor(random() * 3)]!.take(subject, policy)),
    );
    const wanted = Array.from({ length: burst }, expected);
    expect(texts(taken)).toEqual(texts(wanted));
    granted += allowed(taken);
    sent += burst;
    // Also steps within the time of one token, and none.
    if (random() < 0.8) clock.step(Math.floor(stepUs * random() ** 4));
  }
  expect(granted).toBeGreaterThan(policy.burst);
  expect(granted).toBeLessThan(sent);
});

it("limits 1,000 keys at once, each by itself", async () => {
  const clock = stepping();
  const gateways = [1, 2, 3].map(() => new RateLimiter(store(), clock.now));
  const policy = { ...ACCOUNT, burst: 2 };
  const keys = Array.from({ length: 1_000 }, caller);
  const perKey = await Promise.all(
    keys.map((key) =>
      Promise.all(gateways.flatMap((gateway) => [gateway.take(key, policy), gateway.take(key, policy)])),
    ),
  );
  expect(perKey.map(allowed)).toEqual(keys.map(() => 2));
});

it("follows the clock of the database, and gives each route its own bucket where that is asked for", async () => {
  const [limiter, subject] = [new RateLimiter(store()), caller()];
  const policy = { name: "hour", requests: 1, windowS: 3_600, burst: 1 };
  const first = await limiter.take(subject, policy, "POST /a");
  const reset = Number(first.headers["x-ratelimit-reset"]);
  expect(Math.abs(reset - Date.now() / 1000 - 3_600)).toBeLessThan(30);
  expect(await limiter.take(subject, policy, "POST /a")).toMatchObject({ isRefused: true, retryAfterS: 3_600 });
  expect((await limiter.take(subject, policy, "POST /b")).isRefused).toBe(false);
});

it("an organization can have other limits, from the next request on and at every gateway", async () => {
  const [clock, subject] = [stepping(), caller()];
  const [one, other] = [1, 2].map(() => new RateLimiter(store(), clock.now)) as [RateLimiter, RateLimiter];
  const limits = { organizationId: subject.organizationId, policy: "account", requests: 6_000, burst: 5_000 };
  await overrideLimit(database.sql, { ...limits, requests: 60, burst: 10 });
  const policyOf = async (limiter: RateLimiter) => (await limiter.take(subject, ACCOUNT)).headers["ratelimit-policy"];
  expect(await policyOf(one)).toBe("account;q=60;w=60;burst=10");
  await overrideLimit(database.sql, limits);
  expect(await policyOf(other)).toBe("account;q=6000;w=60;burst=5000");
  expect(await removeOverride(database.sql, limits)).toBe(true);
  expect(await policyOf(one)).toBe("account;q=600;w=60;burst=900");
  expect((await one.take(caller(), ACCOUNT)).headers["x-ratelimit-limit"]).toBe("900");
});

/** Passes connections on to Postgres until it is cut, or stops passing on while it hangs. */
async function cuttable(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server: Server = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => hangs || to.write(data)).on("close", () => to.destroy());
      from.on("error", () => {});
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  const own = new URL(url);
  own.port = String(port);
  return {
    url: own.href,
    hang: (isHanging: boolean) => {
      hangs = isHanging;
    },
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    mend: () => listen(port),
  };
}

it.each(["cut", "hanging"])("keeps the limits of each gateway while the database is %s", async (how) => {
  const [wire, clock, subject] = [await cuttable(database.url), stepping(), caller()];
  const away = new LimitsDatabase({ open: poolOf(wire.url), log, timeoutMs: 200, probeEveryMs: 20 });
  opened.push(away);
  const limiter = new RateLimiter(away, clock.now);
  const expected = model(ACCOUNT, clock.now);
  const take = (count: number) => Promise.all(Array.from({ length: count }, () => limiter.take(subject, ACCOUNT)));
  expect(texts(await take(100))).toEqual(texts(Array.from({ length: 100 }, expected)));
  if (how === "cut") wire.cut();
  else wire.hang(true);
  for (let burst = 0; burst < 5; burst++) {
    expect(texts(await take(1_000))).toEqual(texts(Array.from({ length: 1_000 }, expected)));
    clock.step(2_034_567);
  }
  expect(away.isAway).toBe(true);
  if (how === "cut") await wire.mend();
  else wire.hang(false);
  await until("the database is back", () => !away.isAway);
  // The bucket in the database has refilled meanwhile.
  const [taken] = await take(1);
  expect(taken!.isRefused).toBe(false);
  wire.cut();
});

it("warns of a database that is away, after the start only when it lasts", async () => {
  const lines: string[] = [];
  const noted = { info: () => lines.push("info"), warn: () => lines.push("warn") };
  const wire = await cuttable(database.url);
  wire.cut();
  const options = { open: poolOf(wire.url), log: noted, timeoutMs: 200, probeEveryMs: 20 };
  const starting = new LimitsDatabase({ ...options, quietAfterStartMs: 1_000 });
  opened.push(starting);
  await starting.ask((tx) => tx`select 1`);
  expect(lines).toEqual(["info"]);
  await until("a warning", () => lines.includes("warn"));
  await wire.mend();
  await until("the database is back", () => !starting.isAway);
  expect(lines).toEqual(["info", "warn", "info"]);
  wire.cut();
  await until("a second loss", async () => {
    await starting.ask((tx) => tx`select 1`);
    return starting.isAway;
  });
  expect(lines).toEqual(["info", "warn", "info", "warn"]);
});

it("counts requests at once over all gateways", async () => {
  const [clock, subject] = [stepping(), caller()];
  const gateways = [1, 2, 3].map(() => new OpenRequests(store(), clock.now));
  const open = () =>
    Promise.all(gateways.flatMap((one) => Array.from({ length: 9 }, () => one.open(subject, "bulk", 10))));
  const admitted = (await open()).filter((close) => close !== null);
  expect(admitted).toHaveLength(10);
  await admitted[0]!();
  await admitted[0]!();
  const more = (await open()).filter((close) => close !== null);
  expect(more).toHaveLength(1);
  expect(await gateways[0]!.open(subject, "other", 10)).not.toBeNull();
  await Promise.all([...admitted, ...more].map((close) => close()));
  expect((await open()).filter((close) => close !== null)).toHaveLength(10);
});

it("frees the open requests of a killed gateway within 12 s, and none of a living one", async () => {
  const [clock, subject] = [stepping(), caller()];
  const [killed, living, other] = [1, 2, 3].map(() => new OpenRequests(store(), clock.now)) as [
    OpenRequests,
    OpenRequests,
    OpenRequests,
  ];
  const open = async (gateway: OpenRequests, count: number) => {
    const closes = await Promise.all(Array.from({ length: count }, () => gateway.open(subject, "bulk", 10)));
    return closes.filter((close) => close !== null).length;
  };
  expect([await open(killed, 6), await open(living, 6)]).toEqual([6, 4]);
  for (let passed = 0; passed < 11; passed += 4) {
    expect(await open(other, 1)).toBe(0);
    clock.step(4_000_000);
    await living.renew();
  }
  expect(await open(other, 10)).toBe(6);
  // A crash of Postgres empties the table; the next renewal fills it.
  await database.owner`truncate open_requests`;
  await Promise.all([living.renew(), other.renew()]);
  expect(await open(new OpenRequests(store(), clock.now), 1)).toBe(0);
});

it("counts requests at once alone while the database is away", async () => {
  const away: LimitsStore = { isAway: true, ask: async () => undefined };
  const [gateway, subject] = [new OpenRequests(away), caller()];
  const closes = await Promise.all(Array.from({ length: 12 }, () => gateway.open(subject, "bulk", 10)));
  expect(closes.filter((close) => close !== null)).toHaveLength(10);
});

it("deletes full buckets and expired open requests, and nothing else", async () => {
  const [clock, idle, busy] = [stepping(), caller(), caller()];
  const [limiter, requests] = [new RateLimiter(store(), clock.now), new OpenRequests(store(), clock.now)];
  await limiter.take(idle, ACCOUNT);
  await requests.open(idle, "bulk", 10);
  clock.step(61_000_000);
  await limiter.take(busy, ACCOUNT);
  await requests.open(busy, "bulk", 10);
  await database.sql`select delete_expired_limits(5000, ${clock.now()})`;
  const left = (table: string) =>
    database.owner.begin(async (tx) => {
      await tx`select set_config('app.machinery', 'on', true)`;
      const rows = await tx`select subject from ${tx(table)} where subject in (${idle.name}, ${busy.name})`;
      return rows.map(({ subject }) => subject);
    });
  expect([await left("token_buckets"), await left("open_requests")]).toEqual([[busy.name], [busy.name]]);
});

it("the tables show nothing outside of their functions", async () => {
  await new RateLimiter(store()).take({ organizationId: NIL_ID, name: "192.0.2.1" }, ACCOUNT);
  for (const table of ["token_buckets", "open_requests"])
    expect(await database.sql`select from ${database.sql(table)}`).toEqual([]);
});
