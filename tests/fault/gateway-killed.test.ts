import { newId } from "@emissions/kit/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, startWorld, unitIds, type World } from "../support/world.ts";
import { batchOf, createPlant, weeksOf } from "./batches.ts";
import { purchaseOf } from "./many.ts";

let world: World;
let as: Caller;
beforeAll(async () => {
  world = await startWorld();
  as = world.caller("outsider");
});
afterAll(() => world.stop());

const kinds = [
  {
    what: "purchases",
    path: "/v1/purchases",
    status: 201,
    stored: 1,
    bodyOf: async () => purchaseOf(0, (await unitIds(world, as))("USD")),
  },
  {
    what: "wastes",
    path: "/v2/wastes",
    status: 202,
    stored: 50,
    bodyOf: async () => batchOf(await createPlant(world, as), { ...weeksOf(0), records: 50 }),
  },
];

it.each(kinds)(
  "fifty identical requests for $what have one effect and one answer, though the gateway is killed before it answers",
  async (kind) => {
    const { what, path, status, stored, bodyOf } = kind;
    const body = await bodyOf();
    const key = newId();
    const send = () => world.call("POST", path, { as, body, headers: { "idempotency-key": key } });
    const fifty = () => Array.from({ length: 50 }, send);
    const gateway = world.system.process("gateway");

    const { adminUrl } = world.system;
    await asAdmin(adminUrl, async (holding) => {
      await holding.unsafe(`begin; lock table activity.${what} in access exclusive mode`);
      const unanswered = fifty().map((answer) => answer.catch(() => null));
      await asAdmin(adminUrl, (sql) =>
        until("a request to wait for the table", async () => {
          const [waits] = await sql`
          select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike ${`%insert into ${what}%`} and datname = current_database()`;
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
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(status));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ headers }) => headers.get("idempotent-replayed") === "true")).toBe(true);
    expect((await world.call("GET", `/v1/${what}?size=1`, { as })).json.total).toBe(stored);
    if (what === "wastes") {
      expect(await finished(world, as, answers[0]!.json.id)).toMatchObject({ succeeded_items: stored });
      expect((await world.call("GET", "/v2/ingest-jobs?size=1", { as })).json.total).toBe(1);
    }
  },
);
