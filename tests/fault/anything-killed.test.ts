import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/id";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, unitIds, type World } from "../support/world.ts";
import { WHOLE } from "./batches.ts";
import { everyFault, type Fault, natsKilled, natsWiped } from "./faults.ts";
import { amount, expectTotals, purchaseOf } from "./many.ts";

/** A short run belongs to every build; `npm run faults` goes on for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 12);
const CLIENTS = 6;
/** Long enough for every connection of every pool to be tried in vain. */
const AWAY_MS_MAX = WHOLE ? 5_000 : 500;
const RETRY_MS = 100;
/** What a client is told while something is away, or its first request is still at work. */
const PASSING = [409, 503];
/** How long after the last fault everything may take. */
const SETTLE_MS = 60_000;

let server: OwnPostgres;
let world: World;
let as: Caller;
let faults: Fault[];
beforeAll(async () => {
  server = await ownPostgres();
  world = await startWorld({ postgresUrl: server.url });
  as = world.caller("outsider");
  faults = [...everyFault(world, server).values(), natsKilled(world), natsWiped(world, "stop")];
});
afterAll(async () => {
  await world.stop();
  await server.remove();
});

/** Sends again until it is accepted, under the same key, as a careful client does. */
async function createSurely(body: object): Promise<string> {
  const key = newId();
  for (;;) {
    const headers = { "idempotency-key": key };
    const answer = await world.call("POST", "/v1/purchases", { as, headers, body }).catch(() => null);
    if (answer?.status === 201) return answer.json.id;
    if (answer !== null && !PASSING.includes(answer.status)) throw new Error(`${answer.status}: ${answer.text}`);
    await pause(RETRY_MS);
  }
}

it("every accepted purchase counts exactly once, whatever is killed or wiped meanwhile", {
  timeout: SECONDS * 1000 + 2 * SETTLE_MS,
}, async () => {
  const unit = (await unitIds(world, as))("USD");
  const end = Date.now() + SECONDS * 1000;
  const ids = new Set<string>();
  let accepted = 0;
  let struck = 0;
  let next = 0;
  const client = async () => {
    while (Date.now() < end) {
      ids.add(await createSurely(purchaseOf(next++, unit)));
      accepted++;
    }
  };
  const trouble = async () => {
    while (Date.now() < end) {
      const { strike, recover } = faults[Math.floor(Math.random() * faults.length)]!;
      await strike();
      struck++;
      await pause(Math.random() * AWAY_MS_MAX);
      await recover();
      await pause(500 + Math.random() * 2_000);
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, client), trouble()]);

  console.info(`${accepted} purchases accepted in ${SECONDS} s, in which something was struck ${struck} times`);
  const count = async (filter: string) =>
    (await world.call("GET", `/v1/purchases?size=1${filter}`, { as })).json.total as number;
  await until(
    "all to be calculated",
    async () => (await count("&calculation_status[]=calculated")) === accepted,
    SETTLE_MS,
  );
  expect([ids.size, await count("")]).toEqual([accepted, accepted]);
  await expectTotals(
    world,
    as,
    Array.from({ length: next }, (_, i) => amount(i)),
  );
});
