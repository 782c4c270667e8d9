import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, type World } from "../support/world.ts";
import { batchOf, createPlant, sendBatch, WHOLE, weeksOf } from "./batches.ts";
import { killed } from "./faults.ts";
import { type Hook, startHook } from "./hook.ts";

const KILLS = WHOLE ? 100 : 8;
/** From the first job after a start to the kill: in the middle of claims, attempts and their ends. */
const ALIVE_MS_MAX = 500;
const ANSWER_MS_MAX = 100;
const BETWEEN_JOBS_MS = 60;
/** One request of that many fails, so that deliveries are also killed between their attempts. */
const FAILING = 25;

let hook: Hook;
let world: World;

beforeAll(async () => {
  hook = await startHook();
  world = await startWorld({ env: hook.env });
});
afterAll(async () => {
  await world.stop();
  await hook.receiver.close();
});

it(`brings every event, with one id, when notify is killed ${KILLS} times`, { timeout: 1_200_000 }, async () => {
  const { receiver } = hook;
  receiver.reply = async (_, response) => {
    await pause(Math.random() * ANSWER_MS_MAX);
    response.writeHead(receiver.requests.length % FAILING === 0 ? 503 : 204).end();
  };
  const as = world.caller("outsider", "admin");
  const { id, secret } = await hook.subscribe(world, as);

  const sending = sendJobs(as);
  const notify = killed(world, "notify");
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.requests.length;
    await until("a request", () => receiver.requests.length > before, 30_000);
    await pause(Math.random() * ALIVE_MS_MAX);
    await notify.strike();
    await notify.recover();
  }
  const jobs = await sending.stop();

  const ids = await until("every event", () => hook.allTold(jobs), 60_000);
  for (const [job, events] of ids) expect([job, events.size]).toEqual([job, 1]);
  const webhook = new Webhook(secret);
  for (const { body, headers } of receiver.requests) webhook.verify(body, headers as Record<string, string>);
  await until("every delivery to have succeeded", async () => {
    const path = `/v2/webhook-endpoints/${id}/deliveries?status=succeeded&size=1`;
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
