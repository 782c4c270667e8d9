import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { newSecrets } from "@emissions/testkit/environment";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { SERVICES } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, finished, startReplicas, startWorld, unitIds, type World } from "../support/world.ts";
import { batchOf, createPlant, expectOneBatch, RECORDS, WHOLE, weeksOf } from "./batches.ts";
import { killed } from "./faults.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS, sendSurely } from "./many.ts";

/** A short run belongs to every build; `npm run faults` goes on for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 12);
const CLIENTS = 4;
const BATCHES = WHOLE ? 20 : 2;
const AWAY_MS_MAX = WHOLE ? 5_000 : 500;

let server: OwnPostgres;
let replicas: World[];
/** Purchases and wastes have an organization each, so that their totals are told apart. */
let buyer: Caller;
let producer: Caller;
beforeAll(async () => {
  server = await ownPostgres();
  const options = { postgresUrl: server.url, secrets: newSecrets() };
  const world = await startWorld(options);
  replicas = [world, await startReplicas(world, options)];
  [buyer, producer] = [world.caller("outsider"), world.caller("iberia")];
});
afterAll(async () => {
  // The first one has the NATS of both.
  for (const replica of replicas.toReversed()) await replica.stop();
  await server.remove();
});

const anyOf = <T>(some: readonly T[]) => some[Math.floor(Math.random() * some.length)]!;
const anyReplica = () => anyOf(replicas);

it("what two processes of each service are sent counts exactly once, whichever of them die meanwhile", {
  timeout: SECONDS * 1000 + (BATCHES + 2) * SETTLE_MS,
}, async () => {
  const world = replicas[0]!;
  const [unit, plant] = [(await unitIds(world, buyer))("USD"), await createPlant(world, producer)];
  const end = Date.now() + SECONDS * 1000;
  let next = 0;
  const ids = new Set<string>();
  const purchases = async () => {
    while (Date.now() < end) {
      ids.add((await sendSurely(anyReplica, buyer, "/v1/purchases", purchaseOf(next++, unit))).json.id);
    }
  };
  // Each to both gateways at once, under the same key.
  const jobs: string[] = [];
  const batches = async () => {
    for (let n = 0; n < BATCHES; n++) {
      const [key, body] = [newId(), batchOf(plant, weeksOf(n))];
      const answers = await Promise.all(
        replicas.map((one) => sendSurely(() => one, producer, "/v2/wastes", body, key)),
      );
      expect(answers[0]!.text).toBe(answers[1]!.text);
      jobs.push(answers[0]!.json.id);
      if (Date.now() < end) await pause(Math.random() * ((SECONDS * 1000) / BATCHES));
    }
  };
  let struck = 0;
  const trouble = async () => {
    while (Date.now() < end) {
      const { strike, recover } = killed(anyReplica(), anyOf(SERVICES));
      await strike();
      struck++;
      await pause(Math.random() * AWAY_MS_MAX);
      await recover();
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, purchases), batches(), trouble()]);

  console.info(
    `${ids.size} purchases and ${BATCHES} batches in ${SECONDS} s, in which ${struck} processes were killed`,
  );
  expect(struck).toBeGreaterThan(0);
  expect(ids.size).toBe(next);
  for (const [n, job] of jobs.entries()) {
    const ended = { status: "completed", succeeded_items: RECORDS, failed_items: 0 };
    expect(await finished(world, producer, job, SETTLE_MS)).toMatchObject(ended);
    await expectOneBatch(world, producer, weeksOf(n));
  }
  for (const { call } of replicas) {
    const { json } = await call("GET", "/v1/wastes?size=1", { as: producer });
    expect(json.total).toBe(BATCHES * RECORDS);
  }
  await expectAllCounted(world, buyer, next);
});
