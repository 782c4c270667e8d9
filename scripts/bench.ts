import { rm } from "node:fs/promises";
import { Agent } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { newSecrets } from "@emissions/testkit/environment";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { startReceiver } from "@emissions/testkit/receiver";
import { type OwnBackend, startBackend } from "../tests/support/backend.ts";
import { measureDeliveries } from "./bench/deliveries.ts";
import { FIRST_DAY, fillPurchases, LAST_DAY } from "./bench/fill-purchases.ts";
import { SHORT_ROWS } from "./bench/filling.ts";
import { startFloor } from "./bench/floors.ts";
import { measureImports } from "./bench/imports.ts";
import { measureLimits } from "./bench/limits.ts";
import { measureLists } from "./bench/lists.ts";
import { type Figures, load, median, percentiles, send } from "./bench/load.ts";
import { purchase } from "./bench/purchase.ts";
import { measureRequests } from "./bench/requests.ts";
import { measureSelections } from "./bench/selections.ts";
import { measureShipments } from "./bench/shipments.ts";
import { measureWastes } from "./bench/wastes.ts";

/** `--short` suits a continuous build. Figures to quote come from the full run. */
const short = process.argv.includes("--short");
const SECONDS = short ? 2 : 5;
/** The speed of the machine drifts, so floor and service alternate, and each round has its own ratio. */
const ROUNDS = short ? 1 : 5;
/** Long enough for V8 to compile the hot code of six processes. */
const WARM_UP_SECONDS = short ? 2 : 20;
const LOAD = { connections: 32, seconds: SECONDS };
const IDLE_SAMPLES = short ? 20 : 100;
const POLL_MS = 2;
const FILLED_PURCHASES = 1_000_000;

const log = (line: string) => process.stderr.write(`${line}\n`);

const folder = testFolder();
const dataDir = join(folder, "postgres");
// As in production, a commit is on disk before the response.
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: true });
const receiver = await startReceiver();
const env = { LOG_LEVEL: "warn", WEBHOOK_CA_FILE: receiver.caFile };
const secrets = newSecrets();
const backend = await startBackend({ postgresUrl: postgres.url, env, secrets });
const floors = await startFloor(backend.adminUrl);
try {
  log("measuring single purchases when idle");
  const idle = await untilCalculated();
  log("measuring single purchases under load, alternating with the floor of this machine");
  const rounds = await measureRounds();
  const holding = backend.organizations.get("holding")!;
  const filled = { organization: holding.id, rows: short ? SHORT_ROWS : FILLED_PURCHASES };
  const purchases = await fillPurchases(backend.adminUrl, filled, log);
  log("measuring totals");
  const totals = await readTotals(backend);
  log("measuring lists");
  const large = { headers: backend.caller("holding"), rows: purchases };
  const empty = { id: backend.organizations.get("nordics")!.id, headers: backend.caller("nordics") };
  const lists = await measureLists({ system: backend.system, large, empty, short });
  log("measuring batches of wastes");
  const wastes = await measureWastes({ backend, short, log });
  log("measuring imports of files");
  const imports = await measureImports({ backend, short, log });
  const requests = await measureRequests({ ...secrets, backend, purchase, short, log });
  log("measuring lists of shipments");
  const owner = (slug: string) => ({ id: backend.organizations.get(slug)!.id, headers: backend.caller(slug) });
  const organizations = { large: owner("nordics"), exact: owner("iberia") };
  const shipments = await measureShipments({ system: backend.system, ...organizations, short, log });
  log("measuring limits of requests");
  const limits = await measureLimits(backend.adminUrl, short);
  log("measuring deliveries of webhooks");
  const deliveries = await measureDeliveries({ backend, receiver, short, log });
  log("measuring the selection of factors");
  const selections = await measureSelections(backend.system, holding.id, SECONDS);
  const floor = {
    postgres_select_1: await floors.postgresSelect1(),
    postgres_copy_rows_per_second: await floors.postgresCopy(),
    fastify_nothing: await floors.fastifyNothing({ ...LOAD, warmUpSeconds: 2 }),
    fastify_insert: median(rounds.map(({ floor }) => floor)),
  };
  const ours = {
    post_purchase: { ...median(rounds.map(({ ours }) => ours)), share_of_fastify_insert: medianShare(rounds) },
    post_to_calculated_idle: idle,
    total_impacts: { purchases_in_database: purchases, ...totals },
    lists,
    wastes,
    imports,
    logistics_requests: requests,
    shipments,
    limits,
    deliveries,
    selections_of_factors: selections,
  };
  process.stdout.write(
    `${JSON.stringify({ cores: availableParallelism(), node: process.version, rounds: ROUNDS, floor, ours }, null, 2)}\n`,
  );
} finally {
  await floors.stop();
  await backend.stop();
  await receiver.close();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

function newPurchase() {
  const url = `${backend.urls.gateway}/v1/purchases`;
  return (i: number) => ({
    method: "POST",
    url,
    headers: backend.caller("outsider"),
    body: JSON.stringify(purchase(i)),
  });
}

interface Round {
  floor: Figures;
  ours: Figures;
}

async function measureRounds(): Promise<Round[]> {
  const next = newPurchase();
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const warmUpSeconds = round === 0 ? WARM_UP_SECONDS : 1;
    const floor = await floors.fastifyInsert({ ...LOAD, warmUpSeconds });
    const ours = await load({ ...LOAD, next, warmUpSeconds, expect: 201 });
    await settled();
    rounds.push({ floor, ours });
  }
  return rounds;
}

/** Throughput of the service as a share of the floor: the median of the rounds. */
function medianShare(rounds: readonly Round[]): number {
  const shares = rounds.map(({ floor, ours }) => ours.per_second / floor.per_second).sort((a, b) => a - b);
  return Math.round(shares[Math.floor(shares.length / 2)]! * 100) / 100;
}

/** Milliseconds from the request to the first response with the result, which is polled. */
async function untilCalculated() {
  const next = newPurchase();
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let i = 0; i < IDLE_SAMPLES; i++) {
    const started = performance.now();
    const { body } = await send(agent, next(i));
    const url = `${backend.urls.gateway}/v1/purchases/${JSON.parse(body).id}`;
    const headers = backend.caller("outsider");
    while (JSON.parse((await send(agent, { method: "GET", url, headers })).body).calculation_status === "pending") {
      await pause(POLL_MS);
    }
    if (i >= IDLE_SAMPLES / 10) times.push(performance.now() - started);
    await pause(20);
  }
  agent.destroy();
  return percentiles(times);
}

/** Waits until the pending calculations of the load are done, so that they do not disturb the next measurement. */
async function settled() {
  const started = performance.now();
  const pending = async () => {
    const path = "/v1/purchases?calculation_status[]=pending&size=1";
    return (await backend.call("GET", path, { as: backend.caller("outsider") })).json.total as number;
  };
  while ((await pending()) > 0) await pause(100);
  log(`pending purchases were calculated after ${Math.round(performance.now() - started)} ms`);
}

async function readTotals({ system, caller }: OwnBackend) {
  const url = `${system.urls.gateway}/v1/total-impacts?start_date=${FIRST_DAY}&end_date=${LAST_DAY}`;
  const figures: Record<string, unknown> = {};
  for (const group of ["scope", "category", "month"]) {
    const next = () => ({ method: "GET", url: `${url}&group_by=${group}`, headers: caller("holding") });
    figures[group] = await load({ next, connections: 1, seconds: short ? 1 : 3, warmUpSeconds: 1, expect: 200 });
  }
  return figures;
}
