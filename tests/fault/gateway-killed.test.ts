import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Caller, finished, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, FULL_RUN, RECORDS, weeksOf } from "./batches.ts";
import { blockStatement } from "./blocked-statement.ts";
import { processKilled } from "./faults.ts";
import { purchaseOf } from "./purchases.ts";

let backend: OwnBackend;
let as: Caller;
beforeAll(async () => {
  backend = await startBackend();
  as = backend.caller("outsider");
});
afterAll(() => backend.stop());

const WASTES = FULL_RUN ? RECORDS : 50;
const kinds = [
  {
    what: "purchases",
    path: "/v1/purchases",
    status: 201,
    stored: 1,
    bodyOf: async () => purchaseOf(0, (await unitIds(backend, as))("EUR")),
  },
  {
    what: "wastes",
    path: "/v2/wastes",
    status: 202,
    stored: WASTES,
    bodyOf: async () => batchOf(await createPlant(backend, as), { ...weeksOf(0), records: WASTES }),
  },
];

const kills = [
  // activity still commits, and no client gets the answer.
  { processes: "the gateway", killed: ["gateway"] as const, table: (what: string) => what, kept: true },
  // The request has only claimed its idempotency key.
  {
    processes: "the gateway and activity",
    killed: ["gateway", "activity"] as const,
    table: () => "idempotency_keys",
    kept: false,
  },
];

const all = kinds.flatMap((kind) => kills.map((kill) => ({ ...kind, ...kill })));
/** Every build has each kind of request and each kind of kill once. */
const cases = FULL_RUN ? all : [all.at(0)!, all.at(-1)!];

it.each(cases)(
  "fifty identical requests for $what have one effect when $processes are killed before the response",
  async ({ what, path, status, stored, bodyOf, killed, table, kept }) => {
    const [body, key] = [await bodyOf(), newId()];
    const send = () => backend.call("POST", path, { as, body, headers: { "idempotency-key": key } });
    const fifty = () => Array.from({ length: 50 }, send);
    const faults = killed.map((name) => processKilled(backend, name));
    const before = await counts(what);

    const { adminUrl } = backend.system;
    let unanswered: Promise<Answer | null>[] = [];
    await blockStatement(adminUrl, {
      lock: (sql) => sql.unsafe(`lock table activity.${table(what)} in exclusive mode`),
      waiter: "activity",
      begin: () => {
        unanswered = fifty().map((answer) => answer.catch(() => null));
      },
      whileBlocked: async () => {
        for (const { inject } of faults) await inject();
        expect(await Promise.all(unanswered)).toEqual(Array(50).fill(null));
      },
    });
    if (kept) await until("the unanswered request to be stored", async () => (await storedUnder(key)) === 1);

    for (const { recover } of faults.toReversed()) await recover();
    const answers = await Promise.all(fifty());
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(status));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
    expect(replayed).toHaveLength(kept ? 50 : 49);
    if (what === "wastes") {
      expect(await finished(backend, as, answers[0]!.json.id)).toMatchObject({ succeeded_items: stored });
    }
    const after = await counts(what);
    expect([after.records - before.records, after.jobs - before.jobs]).toEqual([stored, what === "wastes" ? 1 : 0]);
  },
);

async function counts(what: string) {
  const total = async (path: string) => (await backend.call("GET", `${path}?size=1`, { as })).json.total as number;
  const [records, jobs] = await Promise.all([total(`/v1/${what}`), total("/v2/ingest-jobs")]);
  return { records, jobs };
}

const storedUnder = (key: string) =>
  asAdmin(backend.adminUrl, async (sql) => {
    const found = await sql`select from activity.idempotency_keys where key = ${key}`;
    return found.length;
  });
