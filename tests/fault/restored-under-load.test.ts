import { setTimeout as pause } from "node:timers/promises";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { createPlant } from "./batches.ts";
import { expectConsistent, expectNobodyBehind } from "./consistency.ts";
import { natsKilled, processKilled } from "./faults.ts";
import { CLIENTS, startLoad } from "./load.ts";
import { SETTLE_MS } from "./purchases.ts";

const SECONDS = Number(process.env.FAULT_SECONDS);
/** One round for each process that is away during a restore. */
const FAULTS = 2;

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

const statusOf = async (id: string) => (await backend.call("GET", `/v1/purchases/${id}`, { as })).status;

it("after a restored backup all records, items, results and totals agree, and lost records are gone", {
  timeout: (SECONDS + 30) * 1000 + 10 * SETTLE_MS,
}, async () => {
  const [unit, plant] = [(await unitIds(backend, as))("EUR"), await createPlant(backend, as)];
  const end = Date.now() + SECONDS * 1000;
  let rounds = 0;
  do {
    const load = await startLoad(backend, as, unit, plant);
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
