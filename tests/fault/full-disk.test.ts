import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fullDisk } from "@emissions/testkit/full-disk";
import { testFolder, testInfra } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnServer, startServers } from "../../scripts/start/servers.ts";
import { type OwnBackend, startBackend, unitIds } from "../support/backend.ts";
import { expectConsistent } from "./consistency.ts";
import { expectAllCounted, purchaseOf, sendUntilAccepted } from "./purchases.ts";

const [BEFORE, DURING] = [3, 20];
const STREAM = "EVENTS_ACTIVITY";
const AGE = new RegExp(`^emissions_stream_refusal_age_seconds\\{[^}]*stream="${STREAM}"[^}]*\\} (\\S+)`, "m");
const LIMIT_MS = 300_000;

const state = testFolder();
let nats: OwnServer;
let backend: OwnBackend;
let isEnded = false;

beforeAll(async () => {
  const servers = await startServers({ state, databaseUrl: testInfra().postgresUrl, natsUrl: undefined });
  nats = servers.own[0]!;
  restartOnExit();
  const services = ["gateway", "factors", "activity", "calc"] as const;
  backend = await startBackend({ services, natsUrls: servers.natsUrls });
});
afterAll(async () => {
  await backend?.stop();
  isEnded = true;
  await nats?.stop();
  await rm(state, { recursive: true, force: true });
});

/** As `npm start` does with each of its servers. */
function restartOnExit(): void {
  void nats.exited().then(async () => {
    if (isEnded) return;
    await nats.start();
    restartOnExit();
  });
}

const ops = async (path: string) => (await fetch(`${backend.system.opsUrls.activity}${path}`)).text();
const failing = async () => (JSON.parse(await ops("/readyz")) as { status: string; failing?: string[] }).failing ?? [];
const refusalAge = async () => Number(AGE.exec(await ops("/metrics"))?.[1]);

it("a NATS of `npm start` whose disk was full stores again by itself, and all is calculated once", {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const as = backend.caller("outsider");
  const unit = (await unitIds(backend, as))("EUR");
  let sent = 0;
  const send = async (count: number) => {
    for (const end = sent + count; sent < end; sent++) {
      await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(sent, unit));
    }
  };
  await send(BEFORE);
  await expectAllCounted(backend, as, BEFORE);
  const disk = fullDisk(join(state, "nats"));
  await disk.fill();
  await send(DURING);

  // Requests are served, so the process stays ready.
  await until("the stream to be named", async () => (await failing()).includes(`stream ${STREAM}`), LIMIT_MS);
  expect(JSON.parse(await ops("/readyz"))).toMatchObject({ status: "ready" });
  await until("the age in the metrics", async () => (await refusalAge()) >= 30);
  await disk.free();

  await until("the stream to store", async () => (await failing()).length === 0, LIMIT_MS);
  await expectAllCounted(backend, as, BEFORE + DURING);
  await expectConsistent(backend);
  expect(await refusalAge()).toBe(0);
});
