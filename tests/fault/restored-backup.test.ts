import { setTimeout as pause } from "node:timers/promises";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, FULL_RUN, weeksOf } from "./batches.ts";
import { expectConsistent, expectNobodyBehind } from "./consistency.ts";
import { natsKilled, natsWiped, processKilled } from "./faults.ts";
import { purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";

/** Short in every build; `npm run faults` continues for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const CLIENTS = 3;
const WASTES = FULL_RUN ? 2_000 : 200;
/** In a full run, one round for each process that is away during a restore. The second test wipes NATS. */
const FAULTS = FULL_RUN ? 2 : 1;
/** Each third purchase is deleted at once. */
const DELETED = 3;

let server: OwnPostgres;
let backend: OwnBackend;
let as: Caller;
beforeAll(async () => {
  server = await ownPostgres();
  backend = await startBackend({ postgresUrl: server.url });
  as = backend.caller("outsider");
});
afterAll(async () => {
  await backend.stop();
  await server.remove();
});

interface Load {
  /** Purchases that were accepted, in order, and not deleted. */
  kept: string[];
  stop(): Promise<void>;
}

/** Clients that store and delete purchases and store batches of wastes, until they are stopped. */
async function startLoad(unit: string, plant: string): Promise<Load> {
  const kept: string[] = [];
  let stopping = false;
  let next = 0;
  const buy = async () => {
    while (!stopping) {
      const n = next++;
      const { id } = (await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(n, unit))).json;
      if (n % DELETED === 0) await backend.call("DELETE", `/v1/purchases/${id}`, { as }).catch(() => null);
      else kept.push(id);
    }
  };
  const waste = async () => {
    for (let n = 0; !stopping; n++) {
      await sendUntilAccepted(() => backend, as, "/v2/wastes", batchOf(plant, { ...weeksOf(n % 24), records: WASTES }));
      await pause(500);
    }
  };
  const running = Promise.all([...Array.from({ length: CLIENTS }, buy), waste()]);
  return {
    kept,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

const statusOf = async (id: string) => (await backend.call("GET", `/v1/purchases/${id}`, { as })).status;

it("after a restored backup all records, items, results and totals agree, and lost records are gone", {
  timeout: (SECONDS + 30) * 1000 + 10 * SETTLE_MS,
}, async () => {
  const [unit, plant] = [(await unitIds(backend, as))("EUR"), await createPlant(backend, as)];
  const end = Date.now() + SECONDS * 1000;
  let rounds = 0;
  do {
    const load = await startLoad(unit, plant);
    await pause(1_500 + Math.random() * 1_000);
    const saved = load.kept.length;
    await server.backUp();
    const begun = load.kept.length;
    await pause(2_000 + Math.random() * 2_000);
    await until("purchases that will be lost", () => load.kept.length > begun + 5 * CLIENTS, SETTLE_MS);
    const lost = load.kept.slice(begun + 2 * CLIENTS, -2 * CLIENTS);
    // In half of the rounds, calc or NATS is away when the backup is restored, and has work left.
    const fault = rounds % 2 === 0 ? processKilled(backend, "calc") : natsKilled(backend);
    await fault.inject();
    await pause(500);
    await server.restore();
    await fault.recover();
    const after = load.kept.length;
    await pause(1_500);
    await load.stop();

    expect(lost.length).toBeGreaterThan(0);
    await expectConsistent(backend);
    await expectNobodyBehind(backend);
    const samples = [load.kept.slice(0, saved), lost, load.kept.slice(after + 2 * CLIENTS)];
    const statuses = await Promise.all(samples.map((ids) => Promise.all(ids.map(statusOf))));
    expect(statuses.map((found) => [...new Set(found)])).toEqual([[200], [404], [200]]);
    console.info(`restored a backup: ${saved} purchases before it, ${lost.length} lost, ${load.kept.length} in total`);
    rounds++;
  } while (rounds < FAULTS || Date.now() < end);
});

/** Answers that change with any record, result or total of the organization. */
async function answers(): Promise<string[]> {
  const year = "start_date=2025-01-01&end_date=2025-12-31";
  const paths = [
    ...["scope", "category", "month"].map((group) => `/v1/total-impacts?${year}&group_by=${group}`),
    `/v2/inventory?${year}`,
    ...["/v1/purchases", "/v1/wastes"].flatMap((list) => [`${list}?size=100`, `${list}?size=100&page=2`]),
  ];
  const found = await Promise.all(paths.map((path) => backend.call("GET", path, { as })));
  expect(found.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return found.map(({ text }) => text);
}

it("a backup in an empty cluster, with an empty NATS, answers totals, lists and counts as before", {
  timeout: 5 * SETTLE_MS,
}, async () => {
  const [unit, plant] = [(await unitIds(backend, as))("EUR"), await createPlant(backend, as)];
  const first = await startLoad(unit, plant);
  await until("some purchases", () => first.kept.length > 20, SETTLE_MS);
  await first.stop();
  await expectConsistent(backend);
  const before = await answers();
  await server.backUp();
  const second = await startLoad(unit, plant);
  await until("purchases that will be lost", () => second.kept.length > 5, SETTLE_MS);
  const wiped = natsWiped(backend, "kill");
  await second.stop();
  await wiped.inject();
  await server.restore();
  await wiped.recover();
  const isBack = async () => (await backend.call("GET", "/v1/purchases?size=1", { as })).status === 200;
  await until("an answer after the restore", isBack, SETTLE_MS);
  await expectConsistent(backend);
  await expectNobodyBehind(backend);
  expect(await answers()).toEqual(before);
  // The messages of new records flow in the streams that were made anew.
  await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(0, unit));
  await expectConsistent(backend);
});
