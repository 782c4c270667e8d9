import { setTimeout as pause } from "node:timers/promises";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, startWorld, unitIds, type World } from "../support/world.ts";
import { WHOLE } from "./batches.ts";
import { everyFault, type Fault, natsKilled, natsWiped } from "./faults.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS, sendSurely } from "./many.ts";

/** A short run belongs to every build; `npm run faults` goes on for minutes. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 12);
const CLIENTS = 6;
/** Long enough for every connection of every pool to be tried in vain. */
const AWAY_MS_MAX = WHOLE ? 5_000 : 500;

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
      ids.add((await sendSurely(() => world, as, "/v1/purchases", purchaseOf(next++, unit))).json.id);
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
  expect(ids.size).toBe(accepted);
  await expectAllCounted(world, as, accepted);
});
