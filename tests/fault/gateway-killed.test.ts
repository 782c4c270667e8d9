import { newId } from "@emissions/kit/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, unitIds, type World } from "../support/world.ts";
import { purchaseOf } from "./many.ts";

let world: World;
let as: Caller;
beforeAll(async () => {
  world = await startWorld();
  as = world.caller("outsider");
});
afterAll(() => world.stop());

it("fifty identical requests have one effect and one answer, though the gateway is killed before it answers", async () => {
  const body = purchaseOf(0, (await unitIds(world, as))("USD"));
  const key = newId();
  const send = () => world.call("POST", "/v1/purchases", { as, body, headers: { "idempotency-key": key } });
  const fifty = () => Array.from({ length: 50 }, send);
  const gateway = world.system.process("gateway");

  const { adminUrl } = world.system;
  await asAdmin(adminUrl, async (holding) => {
    await holding.unsafe("begin; lock table activity.purchases in access exclusive mode");
    const unanswered = fifty().map((answer) => answer.catch(() => null));
    await asAdmin(adminUrl, (sql) =>
      until("a request to wait for the table", async () => {
        const [waits] = await sql`
          select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike '%insert into purchases%' and datname = current_database()`;
        return waits?.n > 0;
      }),
    );
    await gateway.kill("SIGKILL");
    expect(await Promise.all(unanswered)).toEqual(Array(50).fill(null));
    await holding.unsafe("rollback");
  });
  await asAdmin(adminUrl, (sql) =>
    until("the request that nobody was told of to be stored", async () => {
      const [kept] = await sql`select count(*)::int as n from activity.idempotency_keys where key = ${key}`;
      return kept?.n === 1;
    }),
  );

  await gateway.restart();
  const answers = await Promise.all(fifty());
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.every(({ headers }) => headers.get("idempotent-replayed") === "true")).toBe(true);
  expect((await world.call("GET", "/v1/purchases?size=1", { as })).json.total).toBe(1);
});
