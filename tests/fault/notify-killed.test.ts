import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { type Receiver, startReceiver } from "@emissions/testkit/receiver";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, type World } from "../support/world.ts";
import { batchOf, createPlant, sendBatch, WHOLE, weeksOf } from "./batches.ts";

const KILLS = WHOLE ? 100 : 8;
/** From the first job after a start to the kill: in the middle of claims, attempts and their ends. */
const ALIVE_MS_MAX = 500;
const ANSWER_MS_MAX = 100;
const BETWEEN_JOBS_MS = 60;
/** One request of that many fails, so that deliveries are also killed between their attempts. */
const FAILING = 25;

let receiver: Receiver;
let world: World;

beforeAll(async () => {
  receiver = await startReceiver();
  const schedule = ["0s", ...Array(19).fill("300ms")].join();
  const env = { WEBHOOK_CA_FILE: receiver.caFile, WEBHOOK_TIMEOUT_MS: "1000", WEBHOOK_SCHEDULE: schedule };
  world = await startWorld({ env });
});
afterAll(async () => {
  await world.stop();
  await receiver.close();
});

it(`brings every event, with one id, when notify is killed ${KILLS} times`, { timeout: 1_200_000 }, async () => {
  receiver.reply = async (_, response) => {
    await pause(Math.random() * ANSWER_MS_MAX);
    response.writeHead(receiver.requests.length % FAILING === 0 ? 503 : 204).end();
  };
  const as = world.caller("outsider", "admin");
  const endpoint = { url: receiver.url, event_types: ["ingest_job.finished"] };
  const { status, json } = await world.call("POST", "/v2/webhook-endpoints", { as, body: endpoint });
  expect(status).toBe(201);

  const sending = sendJobs(as);
  const notify = world.system.process("notify");
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.requests.length;
    await until("a request", () => receiver.requests.length > before, 30_000);
    await pause(Math.random() * ALIVE_MS_MAX);
    await notify.kill("SIGKILL");
    await notify.restart();
  }
  const jobs = await sending.stop();

  const ids = await until("every event", () => allTold(jobs), 60_000);
  for (const [job, events] of ids) expect([job, events.size]).toEqual([job, 1]);
  const webhook = new Webhook(json.secret);
  for (const { body, headers } of receiver.requests) webhook.verify(body, headers as Record<string, string>);
  await until("every delivery to have succeeded", async () => {
    const path = `/v2/webhook-endpoints/${json.id}/deliveries?status=succeeded&size=1`;
    return (await world.call("GET", path, { as })).json.total === jobs.length;
  });
});

/** Jobs of one record, one after the other, until told to stop. */
function sendJobs(as: Caller) {
  const ids: string[] = [];
  let stopped = false;
  const work = async () => {
    const body = batchOf(await createPlant(world, as), { ...weeksOf(0), records: 1 });
    while (!stopped) {
      const { status, json } = await sendBatch(world, as, body);
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

/** The ids of the events that told of each job, once all were told. */
function allTold(jobs: readonly string[]): Map<string, Set<string>> | null {
  const told = new Map<string, Set<string>>(jobs.map((id) => [id, new Set()]));
  for (const { body, headers } of receiver.requests) {
    told.get(JSON.parse(body.toString()).data.job.id)?.add(String(headers["webhook-id"]));
  }
  return [...told.values()].every((events) => events.size > 0) ? told : null;
}
