import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { newSecrets } from "@emissions/testkit/environment";
import { type OwnPostgres, ownPostgres, testFolder } from "@emissions/testkit/infra";
import { type NatsClusterWithAccounts, natsClusterWithAccounts } from "@emissions/testkit/nats-accounts";
import { SERVICES } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, type OwnBackend, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, expectOneBatch, FULL_RUN, RECORDS, weeksOf } from "./batches.ts";
import { natsServerKilled, processKilled } from "./faults.ts";
import { anyOf, killProcesses, type Victim } from "./kills.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";
import { percentile, readUntil } from "./reads.ts";
import { startAll } from "./replicas.ts";

/** Short in every build; `npm run faults` continues for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 8);
const CLIENTS = 4;
const READERS = 2;
/**
 * Time from one request of a client to the next. Two cores run 18 processes, NATS and Postgres, and start a process
 * every 5 s: without pauses the clients take what is left, and each read waits for them.
 */
const PURCHASE_EVERY_MS = FULL_RUN ? 400 : 0;
const READ_EVERY_MS = FULL_RUN ? 100 : 0;
const BATCHES = FULL_RUN ? 20 : 2;
const REPLICAS = FULL_RUN ? 3 : 2;
const NATS_SERVERS = 3;
/** A read that waits until a limit of time, such as one of a call to a killed process, takes longer on any machine. */
const READ_MS_P99_MAX = 3_000;

let server: OwnPostgres;
let nats: NatsClusterWithAccounts | undefined;
let folder: string;
const replicas: OwnBackend[] = [];
let victims: Victim[];
/** Purchases and wastes have an organization each, so that each has its own totals. */
let buyer: Caller;
let producer: Caller;
beforeAll(async () => {
  server = await ownPostgres();
  folder = testFolder();
  // Every build has one server of NATS, which the first replica starts.
  nats = FULL_RUN ? await natsClusterWithAccounts(folder, NATS_SERVERS) : undefined;
  // Sessions of killed processes stay for a moment, besides those of three replicas.
  const env = { DATABASE_POOL_MAX: "6" };
  const options = { postgresUrl: server.url, secrets: newSecrets(), env, ...(nats && { natsUrls: nats.urls }) };
  replicas.push(...(await startAll(REPLICAS, options)));
  [buyer, producer] = [replicas[0]!.caller("outsider"), replicas[0]!.caller("iberia")];
  victims = [
    ...replicas.flatMap((one) => SERVICES.map((name) => ({ kind: name as string, fault: processKilled(one, name) }))),
    ...(nats?.servers ?? []).map((one) => ({ kind: "NATS", fault: natsServerKilled(one) })),
  ];
});
afterAll(async () => {
  // The first one may run the NATS of all.
  for (const replica of replicas.toReversed()) await replica.stop();
  await nats?.remove();
  await rm(folder, { recursive: true });
  await server.remove();
});

const anyReplica = () => anyOf(replicas);

it(`every record counts exactly once while random processes of ${REPLICAS} replicas are killed`, {
  timeout: SECONDS * 1000 + (BATCHES + 2) * SETTLE_MS,
}, async () => {
  const backend = replicas[0]!;
  const [unit, plant] = [(await unitIds(backend, buyer))("EUR"), await createPlant(backend, producer)];
  const end = Date.now() + SECONDS * 1000;
  let next = 0;
  const ids = new Set<string>();
  const purchases = async () => {
    while (Date.now() < end) {
      const due = pause(PURCHASE_EVERY_MS);
      ids.add((await sendUntilAccepted(anyReplica, buyer, "/v1/purchases", purchaseOf(next++, unit))).json.id);
      await due;
    }
  };
  // Sends each batch to all gateways at once, with the same idempotency key.
  const jobs: string[] = [];
  const batches = async () => {
    for (let n = 0; n < BATCHES; n++) {
      const [key, body] = [newId(), batchOf(plant, weeksOf(n))];
      const answers = await Promise.all(
        replicas.map((one) => sendUntilAccepted(() => one, producer, "/v2/wastes", body, key)),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      jobs.push(answers[0]!.json.id);
      if (Date.now() < end) await pause(Math.random() * ((SECONDS * 1000) / BATCHES));
    }
  };
  const reads = Promise.all(Array.from({ length: READERS }, () => readUntil(end, READ_EVERY_MS, anyReplica, buyer)));
  const [killed, times] = await Promise.all([
    killProcesses(victims, end),
    reads.then((all) => all.flat()),
    ...Array.from({ length: CLIENTS }, purchases),
    batches(),
  ]);

  const p99 = percentile(times, 0.99);
  console.info(
    `${ids.size} purchases, ${BATCHES} batches and ${times.length} reads in ${SECONDS} s; 99 % of the reads within ` +
      `${Math.round(p99)} ms; killed: ${[...killed].map(([kind, count]) => `${count} ${kind}`).join(", ")}`,
  );
  expect(killed.size).toBeGreaterThan(0);
  expect(ids.size).toBe(next);
  for (const [n, job] of jobs.entries()) {
    const ended = { status: "completed", succeeded_items: RECORDS, failed_items: 0 };
    expect(await finished(backend, producer, job, SETTLE_MS)).toMatchObject(ended);
    await expectOneBatch(backend, producer, weeksOf(n));
  }
  for (const { call } of replicas) {
    const { json } = await call("GET", "/v1/wastes?size=1", { as: producer });
    expect(json.total).toBe(BATCHES * RECORDS);
  }
  await expectAllCounted(backend, buyer, next);
  if (FULL_RUN) expect(p99).toBeLessThan(READ_MS_P99_MAX);
});
