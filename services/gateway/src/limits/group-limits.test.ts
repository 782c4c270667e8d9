import { openPool } from "@emissions/kit/db/pool";
import { newId } from "@emissions/kit/process/id";
import { type TestDatabase, testDatabase } from "@emissions/testkit/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LimitsDatabase } from "./database.ts";
import { overrideLimit } from "./overrides.ts";
import { ACCOUNT, GROUP, groupSubject, type Policy } from "./policy.ts";
import { RateLimiter } from "./rate-limiter.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const log = { info: () => {}, warn: () => {} };
const START_US = 1_800_000_000_000_000;
const SECOND_US = 1_000_000;

let database: TestDatabase;
let nowUs = START_US;
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
  return new RateLimiter(store, () => nowUs);
}

const threeGateways = () => [oneGateway(), oneGateway(), oneGateway()];
/** A key of any organization of a group. */
const key = () => ({ organizationId: newId(), name: newId() });
const few = (policy: Policy, burst: number): Policy => ({ ...policy, requests: 60, burst });

/** Requests of a key of the group, at all gateways at once. Returns how many of them the limits refuse, by policy. */
async function send(gateways: readonly RateLimiter[], count: number, own: ReturnType<typeof key>, more: Limited) {
  const { root, account = ACCOUNT, group = few(GROUP, 10) } = more;
  const requests = Array.from({ length: count }, (_, n) =>
    gateways[n % gateways.length]!.takeAll([
      { subject: own, policy: account },
      { subject: groupSubject(root), policy: group },
    ]),
  );
  const answers = await Promise.all(requests);
  const refusedBy = (name: string) => answers.filter((one) => one.isRefused && one.policy.name === name).length;
  return {
    allowed: answers.filter((one) => !one.isRefused).length,
    key: refusedBy("account"),
    group: refusedBy("group"),
  };
}

interface Limited {
  root: string;
  account?: Policy;
  group?: Policy;
}

it("two organizations of a group share its budget over three gateways, and another group has its own", async () => {
  const [gateways, ours, theirs] = [threeGateways(), { root: newId() }, { root: newId() }];
  const counts = await Promise.all([send(gateways, 30, key(), ours), send(gateways, 30, key(), ours)]);
  expect(counts[0]!.allowed + counts[1]!.allowed).toBe(10);
  expect(counts[0]!.group + counts[1]!.group).toBe(50);
  expect(await send(gateways, 10, key(), theirs)).toEqual({ allowed: 10, key: 0, group: 0 });
  nowUs += 3 * SECOND_US;
  expect((await send(gateways, 9, key(), ours)).allowed).toBe(3);
});

it("a request that one limit refuses takes no token of the other", async () => {
  const [gateways, own, other, root] = [threeGateways(), key(), key(), newId()];
  const account = few(ACCOUNT, 4);
  expect(await send(gateways, 30, own, { root, account })).toEqual({ allowed: 4, key: 26, group: 0 });
  expect(await gateways[0]!.used(groupSubject(root), few(GROUP, 10))).toEqual({ limit: 10, used: 4 });
  expect(await send(gateways, 30, other, { root })).toEqual({ allowed: 6, key: 0, group: 24 });
  expect(await gateways[1]!.used(other, ACCOUNT)).toEqual({ limit: 900, used: 6 });
});

it("what is used is shown without taking a token, also before the first request", async () => {
  const [gateway, root] = [oneGateway(), newId()];
  const show = () => gateway.used(groupSubject(root), GROUP);
  expect([await show(), await show()]).toEqual(Array(2).fill({ limit: GROUP.burst, used: 0 }));
  await send([gateway], 7, key(), { root, group: GROUP });
  expect([await show(), await show()]).toEqual(Array(2).fill({ limit: GROUP.burst, used: 7 }));
});

it("an operator gives a group another budget; without one it has at least that of a key at its top", async () => {
  const [gateway, root] = [oneGateway(), newId()];
  const limitOf = async () => (await gateway.used(groupSubject(root), GROUP)).limit;
  const plenty = { organizationId: root, policy: "account", requests: 60_000, burst: 90_000 };
  await overrideLimit(database.sql, plenty);
  expect(await limitOf()).toBe(90_000);
  await overrideLimit(database.sql, { ...plenty, requests: 60, burst: 10 });
  expect(await limitOf()).toBe(GROUP.burst);
  await overrideLimit(database.sql, { ...plenty, policy: "group", requests: 60, burst: 20 });
  expect(await limitOf()).toBe(20);
});

it("each gateway keeps the budget of a group while the database is away", async () => {
  const [gateway, own, root] = [
    new RateLimiter({ isAway: true, ask: async () => undefined }, () => nowUs),
    key(),
    newId(),
  ];
  expect(await send([gateway], 30, own, { root })).toEqual({ allowed: 10, key: 0, group: 20 });
  expect(await gateway.used(own, ACCOUNT)).toEqual({ limit: 900, used: 10 });
});
