import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { newSecrets } from "@emissions/testkit/environment";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { SERVICES } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, type OwnBackend, startBackend, startReplicas, unitIds } from "../support/backend.ts";
import { batchOf, createPlant, expectOneBatch, FULL_RUN, RECORDS, weeksOf } from "./batches.ts";
import { processKilled } from "./faults.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";

/** Short in every build; `npm run faults` continues for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 8);
const CLIENTS = 4;
const BATCHES = FULL_RUN ? 20 : 2;
const OUTAGE_MS_MAX = FULL_RUN ? 5_000 : 500;

let server: OwnPostgres;
let replicas: OwnBackend[];
/** Purchases and wastes have an organization each, so that each has its own totals. */
let buyer: Caller;
let producer: Caller;
beforeAll(async () => {
  server = await ownPostgres();
  const options = { postgresUrl: server.url, secrets: newSecrets() };
  const backend = await startBackend(options);
  replicas = [backend, await startReplicas(backend, options)];
  [buyer, producer] = [backend.caller("outsider"), backend.caller("iberia")];
});
afterAll(async () => {
  // The first one runs the NATS of both.
  for (const replica of replicas.toReversed()) await replica.stop();
  await server.remove();
});

const anyOf = <T>(some: readonly T[]) => some[Math.floor(Math.random() * some.length)]!;
const anyReplica = () => anyOf(replicas);

it("every record counts exactly once while random processes of two replicas are killed", {
  timeout: SECONDS * 1000 + (BATCHES + 2) * SETTLE_MS,
}, async () => {
  const backend = replicas[0]!;
  const [unit, plant] = [(await unitIds(backend, buyer))("EUR"), await createPlant(backend, producer)];
  const end = Date.now() + SECONDS * 1000;
  let next = 0;
  const ids = new Set<string>();
  const purchases = async () => {
    while (Date.now() < end) {
      ids.add((await sendUntilAccepted(anyReplica, buyer, "/v1/purchases", purchaseOf(next++, unit))).json.id);
    }
  };
  // Sends each batch to both gateways at once, with the same idempotency key.
  const jobs: string[] = [];
  const batches = async () => {
    for (let n = 0; n < BATCHES; n++) {
      const [key, body] = [newId(), batchOf(plant, weeksOf(n))];
      const answers = await Promise.all(
        replicas.map((one) => sendUntilAccepted(() => one, producer, "/v2/wastes", body, key)),
      );
      expect(answers[0]!.text).toBe(answers[1]!.text);
      jobs.push(answers[0]!.json.id);
      if (Date.now() < end) await pause(Math.random() * ((SECONDS * 1000) / BATCHES));
    }
  };
  let killed = 0;
  const killProcesses = async () => {
    while (Date.now() < end) {
      const { inject, recover } = processKilled(anyReplica(), anyOf(SERVICES));
      await inject();
      killed++;
      await pause(Math.random() * OUTAGE_MS_MAX);
      await recover();
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, purchases), batches(), killProcesses()]);

  console.info(
    `${ids.size} purchases and ${BATCHES} batches in ${SECONDS} s, in which ${killed} processes were killed`,
  );
  expect(killed).toBeGreaterThan(0);
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
});
