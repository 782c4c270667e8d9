import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Caller, finished, startWorld, unitIds, type World } from "../support/world.ts";
import { batchOf, createPlant, RECORDS, WHOLE, weeksOf } from "./batches.ts";
import { killed } from "./faults.ts";
import { strikeHeld } from "./held.ts";
import { purchaseOf } from "./many.ts";

let world: World;
let as: Caller;
beforeAll(async () => {
  world = await startWorld();
  as = world.caller("outsider");
});
afterAll(() => world.stop());

const WASTES = WHOLE ? RECORDS : 50;
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
    stored: WASTES,
    bodyOf: async () => batchOf(await createPlant(world, as), { ...weeksOf(0), records: WASTES }),
  },
];

const deaths = [
  // The commit is under way in activity, and nobody is left to be told of it.
  { who: "the gateway dies", dead: ["gateway"] as const, table: (what: string) => what, kept: true },
  // The request had not got further than to its key.
  {
    who: "the gateway and activity die",
    dead: ["gateway", "activity"] as const,
    table: () => "idempotency_keys",
    kept: false,
  },
];

it.each(kinds.flatMap((kind) => deaths.map((death) => ({ ...kind, ...death }))))(
  "fifty identical requests for $what have one effect and one answer, though $who before an answer",
  async ({ what, path, status, stored, bodyOf, dead, table, kept }) => {
    const [body, key] = [await bodyOf(), newId()];
    const send = () => world.call("POST", path, { as, body, headers: { "idempotency-key": key } });
    const fifty = () => Array.from({ length: 50 }, send);
    const faults = dead.map((name) => killed(world, name));
    const before = await counts(what);

    const { adminUrl } = world.system;
    let unanswered: Promise<Answer | null>[] = [];
    await strikeHeld(adminUrl, {
      hold: (sql) => sql.unsafe(`lock table activity.${table(what)} in exclusive mode`),
      waiter: "activity",
      begin: () => {
        unanswered = fifty().map((answer) => answer.catch(() => null));
      },
      strike: async () => {
        for (const { strike } of faults) await strike();
        expect(await Promise.all(unanswered)).toEqual(Array(50).fill(null));
      },
    });
    if (kept) await until("what nobody was told of to be stored", async () => (await storedUnder(key)) === 1);

    for (const { recover } of faults.toReversed()) await recover();
    const answers = await Promise.all(fifty());
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(status));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
    expect(replayed).toHaveLength(kept ? 50 : 49);
    if (what === "wastes") {
      expect(await finished(world, as, answers[0]!.json.id)).toMatchObject({ succeeded_items: stored });
    }
    const after = await counts(what);
    expect([after.records - before.records, after.jobs - before.jobs]).toEqual([stored, what === "wastes" ? 1 : 0]);
  },
);

async function counts(what: string) {
  const total = async (path: string) => (await world.call("GET", `${path}?size=1`, { as })).json.total as number;
  const [records, jobs] = await Promise.all([total(`/v1/${what}`), total("/v2/ingest-jobs")]);
  return { records, jobs };
}

const storedUnder = (key: string) =>
  asAdmin(world.system.adminUrl, async (sql) => {
    const found = await sql`select from activity.idempotency_keys where key = ${key}`;
    return found.length;
  });
