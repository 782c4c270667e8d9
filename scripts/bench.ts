import { rm } from "node:fs/promises";
import { Agent } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres, startPostgres } from "@emissions/testkit/postgres";
import { startReceiver } from "@emissions/testkit/receiver";
import { type OwnBackend, startBackend, unitIds } from "../tests/support/backend.ts";
import { measureDeliveries } from "./bench/deliveries.ts";
import { FIRST_DAY, fillPurchases, LAST_DAY } from "./bench/fill-purchases.ts";
import { startFloor } from "./bench/floors.ts";
import { measureLists } from "./bench/lists.ts";
import { type Figures, load, median, percentiles, send } from "./bench/load.ts";
import { measureSelections } from "./bench/selections.ts";
import { measureWastes } from "./bench/wastes.ts";

/** `--short` is what a continuous build can afford; the figures to quote come from the whole. */
const short = process.argv.includes("--short");
const SECONDS = short ? 2 : 5;
/** The machine's own speed drifts, so floor and ours take turns, and their ratio is taken round by round. */
const ROUNDS = short ? 1 : 5;
/** Long enough for the engine to have compiled what six processes do again and again. */
const WARM_UP_SECONDS = short ? 2 : 20;
const LOAD = { connections: 32, seconds: SECONDS };
const IDLE_SAMPLES = short ? 20 : 100;
const POLL_MS = 2;

const log = (line: string) => process.stderr.write(`${line}\n`);

const folder = testFolder();
const dataDir = join(folder, "postgres");
// As in production, a commit is on disk before it is answered.
const postgres = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: true });
const receiver = await startReceiver();
const env = { LOG_LEVEL: "warn", WEBHOOK_CA_FILE: receiver.caFile };
const backend = await startBackend({ postgresUrl: postgres.url, env });
const machine = await startFloor(backend.adminUrl);
try {
  log("measuring single purchases when idle");
  const idle = await untilCalculated();
  log("measuring single purchases under load, in turn with what this machine can do at best");
  const turns = await takeTurns();
  const holding = backend.organizations.get("holding")!;
  const purchases = short ? 0 : await fillPurchases(backend.adminUrl, holding.id, log);
  log("measuring totals");
  const totals = await readTotals(backend);
  log("measuring lists");
  const large = { headers: backend.caller("holding"), rows: purchases };
  const empty = { id: backend.organizations.get("nordics")!.id, headers: backend.caller("nordics") };
  const lists = await measureLists({ system: backend.system, large, empty, short });
  log("measuring batches of wastes");
  const wastes = await measureWastes({ backend, short, log });
  log("measuring deliveries of webhooks");
  const deliveries = await measureDeliveries({ backend, receiver, short, log });
  log("measuring the selection of factors");
  const selections = await measureSelections(backend.system, holding.id, SECONDS);
  const floor = {
    postgres_select_1: await machine.postgresSelect1(),
    postgres_copy_rows_per_second: await machine.postgresCopy(),
    fastify_nothing: await machine.fastifyNothing({ ...LOAD, warmUpSeconds: 2 }),
    fastify_insert: median(turns.map((turn) => turn.floor)),
  };
  const ours = {
    post_purchase: { ...median(turns.map((turn) => turn.ours)), share_of_fastify_insert: medianShare(turns) },
    post_to_calculated_idle: idle,
    total_impacts: { purchases_in_database: purchases, ...totals },
    lists,
    wastes,
    deliveries,
    selections_of_factors: selections,
  };
  process.stdout.write(
    `${JSON.stringify({ cores: availableParallelism(), node: process.version, rounds: ROUNDS, floor, ours }, null, 2)}\n`,
  );
} finally {
  await machine.stop();
  await backend.stop();
  await receiver.close();
  await postgres.stop();
  await removePostgres(dataDir);
  await rm(folder, { recursive: true, force: true });
}

async function newPurchase() {
  const as = backend.caller("outsider");
  const unit = await unitIds(backend, as);
  const [usd] = [unit("USD")];
  return (i: number) => ({
    method: "POST",
    url: `${backend.urls.gateway}/v1/purchases`,
    headers: as,
    body: JSON.stringify({
      product_name: `Purchase ${i}`,
      sector: "541511",
      quantity: `${i + 1}.25`,
      unit_id: usd,
      purchase_date: `2025-06-${String((i % 30) + 1).padStart(2, "0")}`,
      expense_type: "opex",
    }),
  });
}

interface Turn {
  floor: Figures;
  ours: Figures;
}

async function takeTurns(): Promise<Turn[]> {
  const next = await newPurchase();
  const turns: Turn[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const warmUpSeconds = turn === 0 ? WARM_UP_SECONDS : 1;
    const floor = await machine.fastifyInsert({ ...LOAD, warmUpSeconds });
    const ours = await load({ ...LOAD, next, warmUpSeconds, expect: 201 });
    await settled();
    turns.push({ floor, ours });
  }
  return turns;
}

/** The share of the floor that ours reaches, in the middle one of the rounds. */
function medianShare(turns: readonly Turn[]): number {
  const shares = turns.map(({ floor, ours }) => ours.per_second / floor.per_second).sort((a, b) => a - b);
  return Math.round(shares[Math.floor(shares.length / 2)]! * 100) / 100;
}

/** From sending the request to the first answer that shows the result; asked every few milliseconds. */
async function untilCalculated() {
  const next = await newPurchase();
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

/** Until the work that the load left behind is done, so that it does not disturb what is measured next. */
async function settled() {
  const started = performance.now();
  const pending = async () => {
    const path = "/v1/purchases?calculation_status[]=pending&size=1";
    return (await backend.call("GET", path, { as: backend.caller("outsider") })).json.total as number;
  };
  while ((await pending()) > 0) await pause(100);
  log(`what was behind was calculated after ${Math.round(performance.now() - started)} ms`);
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
