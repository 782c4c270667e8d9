import { setTimeout as pause } from "node:timers/promises";
import { type OwnPostgres, ownPostgres } from "@emissions/testkit/infra";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { allFaults, type Fault, natsKilled, natsWiped, processKilled, totalsLocked } from "./faults.ts";
import { expectAllCounted, purchaseOf, SETTLE_MS, sendUntilAccepted } from "./purchases.ts";

const SECONDS = Number(process.env.FAULT_SECONDS);
const CLIENTS = 6;
/** Time between a fault and the recovery. Long enough for every connection of every pool to fail once. */
const OUTAGE_MS_MAX = 5_000;
/** Locks are held for much longer than the timeouts of statements. */
const LOCKED_MS = 90_000;

let server: OwnPostgres;
let backend: OwnBackend;
let as: Caller;
/** Always injected, in this order; random ones follow. */
let firstFaults: Fault[];
let faults: Fault[];
beforeAll(async () => {
  server = await ownPostgres();
  backend = await startBackend({ postgresUrl: server.url });
  as = backend.caller("outsider");
  const locked = { ...totalsLocked(backend, "outsider"), lastsMs: LOCKED_MS };
  firstFaults = [processKilled(backend, "calc"), natsWiped(backend, "stop"), locked];
  faults = [...allFaults(backend, server).values(), natsKilled(backend), natsWiped(backend, "stop")];
});
afterAll(async () => {
  await backend.stop();
  await server.remove();
});

it("every accepted purchase counts exactly once while rows are locked, and calc, NATS and random processes are killed", {
  timeout: SECONDS * 1000 + 2 * SETTLE_MS,
}, async () => {
  const unit = (await unitIds(backend, as))("EUR");
  const end = Date.now() + SECONDS * 1000;
  const ids = new Set<string>();
  let accepted = 0;
  let next = 0;
  const client = async () => {
    while (Date.now() < end) {
      ids.add((await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(next++, unit))).json.id);
      accepted++;
    }
  };
  let injected = 0;
  const injectFaults = async () => {
    for (; injected < firstFaults.length || Date.now() < end; injected++) {
      const fault = firstFaults[injected] ?? faults[Math.floor(Math.random() * faults.length)]!;
      await pause(500 + Math.random() * 2_000);
      await fault.inject();
      await pause(fault.lastsMs ?? Math.random() * OUTAGE_MS_MAX);
      await fault.recover();
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, client), injectFaults()]);

  console.info(`${accepted} purchases accepted in ${SECONDS} s with ${injected} faults`);
  expect(ids.size).toBe(accepted);
  await expectAllCounted(backend, as, accepted);
});
