import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../support/backend.ts";
import { batchOf, createPlant, FULL_RUN, sendBatch, weeksOf } from "./batches.ts";
import { processKilled } from "./faults.ts";
import { type JobWebhook, startJobWebhook } from "./webhook.ts";

const KILLS = FULL_RUN ? 100 : 3;
/** From the first request after a start to the kill, which so falls into claims, attempts and their results. */
const ALIVE_MS_MAX = 500;
const ANSWER_MS_MAX = 100;
const BETWEEN_JOBS_MS = 60;
/** One of so many requests fails, so that some kills fall between two attempts of a delivery. */
const FAILING = 25;

let webhook: JobWebhook;
let backend: OwnBackend;

beforeAll(async () => {
  webhook = await startJobWebhook();
  backend = await startBackend({ env: webhook.env });
});
afterAll(async () => {
  await backend.stop();
  await webhook.receiver.close();
});

it(`delivers every event under one id when notify is killed ${KILLS} times`, { timeout: 1_200_000 }, async () => {
  const { receiver } = webhook;
  receiver.reply = async (_, response) => {
    await pause(Math.random() * ANSWER_MS_MAX);
    response.writeHead(receiver.requests.length % FAILING === 0 ? 503 : 204).end();
  };
  const as = backend.caller("outsider", "admin");
  const { id, secret } = await webhook.subscribe(backend, as);

  const sending = sendJobs(as);
  const notify = processKilled(backend, "notify");
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.requests.length;
    await until("a request", () => receiver.requests.length > before, 60_000);
    await pause(Math.random() * ALIVE_MS_MAX);
    await notify.inject();
    await notify.recover();
  }
  const jobs = await sending.stop();

  const ids = await until("every event", () => webhook.eventsOf(jobs), 120_000);
  for (const [job, events] of ids) expect([job, events.size]).toEqual([job, 1]);
  const signature = new Webhook(secret);
  for (const { body, headers } of receiver.requests) signature.verify(body, headers as Record<string, string>);
  await until("every delivery to have succeeded", async () => {
    const path = `/v2/webhook-endpoints/${id}/deliveries?status=succeeded&size=1`;
    return (await backend.call("GET", path, { as })).json.total === jobs.length;
  });
});

/** Sends jobs of one record each, one after the other, until `stop`. */
function sendJobs(as: Caller) {
  const ids: string[] = [];
  let stopped = false;
  const work = async () => {
    const body = batchOf(await createPlant(backend, as), { ...weeksOf(0), records: 1 });
    while (!stopped) {
      const { status, json } = await sendBatch(backend, as, body);
      expect(status).toBe(202);
      ids.push(json.id);
      await pause(BETWEEN_JOBS_MS);
    }
  };
  const ended = work();
  return {
    stop: async () => {
      stopped = true;
      await ended;
      return ids;
    },
  };
}
