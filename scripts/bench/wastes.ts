import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import postgres from "postgres";
import type { OwnBackend } from "../../tests/support/backend.ts";
import { fillWastes } from "./fill-wastes.ts";
import { SHORT_ROWS } from "./filling.ts";
import { measureKinds } from "./kinds.ts";
import { measurePages, month } from "./lists.ts";
import { percentiles, round, send } from "./load.ts";

const RECORDS = 5_000;
const AT_ONCE = 10;
const FRESH_BATCHES = 3;
/** Concurrent batches of the sustained load. */
const CONCURRENT_BATCHES = 4;
const FILLED = 900_000;
const POLL_MS = 10;
/** For throughput. Polling as for latency would take a tenth of the machine. */
const SLOW_POLL_MS = 100;
const PLANTS = 20;
const MEASURED = ["gateway", "activity"] as const;

interface Where {
  backend: OwnBackend;
  short: boolean;
  log: (line: string) => void;
}

/** Measures response and calculation times of batches of 5,000 wastes, and their floor. */
export async function measureWastes({ backend, short, log }: Where) {
  const client = await clientOf(backend);
  const floor = await startCopies(backend.adminUrl);
  const rounds = short ? 3 : 20;
  try {
    // Before the first analyze, as on a fresh system: plans were made while the tables were empty.
    const fresh = await jobsOf(client, client.yearBatch, FRESH_BATCHES);
    await settle(backend.adminUrl);
    for (let i = 0; i < (short ? 2 : 6); i++) await client.calculate(client.batch());
    const [floors, indexed, answers, jobs]: number[][] = [[], [], [], []];
    for (let i = 0; i < rounds; i++) {
      const body = client.batch();
      floors!.push(await floor.take(body, "floor_wastes"));
      indexed!.push(await floor.take(body, "floor_indexed_wastes"));
      const { answeredMs, finishedMs } = await client.calculate(body);
      answers!.push(answeredMs);
      jobs!.push(finishedMs);
    }
    const [best, withIndexes, answer, job] = [floors!, indexed!, answers!, jobs!].map(percentiles);
    const yearLong = await jobsOf(client, client.yearBatch, rounds);
    log("measuring batches of other kinds");
    const kinds = await measureKinds({ ...client, wastes: client.batch, records: RECORDS, rounds });
    log("measuring wastes in a row");
    const sustained = await client.sustain(short ? 50_000 : 100_000);
    log("measuring memory");
    const memory = await growth(backend, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => client.calculate(client.batch()))),
    );
    await settle(backend.adminUrl);
    const few = await client.sustain(short ? 10_000 : 50_000);
    const rows = short ? SHORT_ROWS : FILLED;
    await fillWastes(backend.adminUrl, { ...client, rows }, log);
    await settle(backend.adminUrl);
    const many = short ? null : await client.sustain(50_000);
    log("measuring lists of wastes");
    await settle(backend.adminUrl);
    const pages = short ? null : await listsOf(backend, client);
    return {
      records: RECORDS,
      load_average: loadavg().map(round),
      floor: best,
      floor_with_our_indexes_and_checks: withIndexes,
      answer: { ...answer, times_the_floor: round(answer!.p50_ms / best!.p50_ms) },
      job_finished: job,
      job_finished_year_long: yearLong,
      job_finished_year_long_before_analyze: fresh,
      other_kinds: kinds,
      sustained,
      after_those: few,
      with_so_many_more: many && { rows: FILLED, ...many },
      lists_of_all_of_them: pages,
      memory_growth_mib_of_ten_at_once: memory,
    };
  } finally {
    client.close();
    await floor.close();
  }
}

/** Milliseconds until the jobs of batches that are sent one after the other have ended. */
async function jobsOf(client: Awaited<ReturnType<typeof clientOf>>, batch: () => string, count: number) {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push((await client.calculate(batch())).finishedMs);
  return percentiles(times);
}

/** Vacuums and checkpoints, so that earlier work does not disturb the next measurement. */
async function settle(adminUrl: string) {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  await sql.end();
}

const listsOf = ({ system }: OwnBackend, { headers, facilities }: Awaited<ReturnType<typeof clientOf>>) =>
  measurePages(
    { system, path: "/v1/wastes", headers, short: false, rows: FILLED },
    {
      one_facility: (i) => `facility_id=${facilities[i % PLANTS]}&page=${(i % 10) + 1}`,
      without_file: (i) => `file_id=${NIL_ID}&page=${(i % 100) + 1}`,
      waiting: () => "status[]=loading",
      without_result: (i) => `co2e_status=not_calculated&page=${(i % 10) + 1}`,
      failed: (i) => `status[]=error&page=${(i % 10) + 1}`,
      failed_of_a_month: (i) => `status[]=error&start_date=2024-${month(i)}-01&end_date=2024-${month(i)}-28`,
      ler_code: (i) => `ler_code=150102&page=${(i % 100) + 1}`,
      rd_code: (i) => `rd_code=R04&page=${(i % 100) + 1}`,
      both_codes: (i) => `ler_code=150102&rd_code=R04&page=${(i % 100) + 1}`,
      active_of_a_code: (i) => `status[]=active&ler_code=150102&page=${(i % 100) + 1}`,
      oldest_first: (i) => `sort=start_date&page=${(i % 100) + 1}`,
      newest_made_first: (i) => `sort=-created_at&page=${(i % 100) + 1}`,
    },
  );

/** A client that sends batches for its own organization. */
async function clientOf(backend: OwnBackend) {
  const as = backend.caller("outsider");
  const organization = backend.organizations.get("outsider")!.id;
  const agent = new Agent({ keepAlive: true });
  const plants = Array.from({ length: PLANTS }, (_, n) => ({ name: `Plant ${n}`, type: "factory", country: "ES" }));
  const { json } = await backend.call("POST", "/v2/facilities", { as, body: { records: plants } });
  const facilities: string[] = json.items.map(({ id }: { id: string }) => id);
  let made = 0;

  const batch = () =>
    JSON.stringify({ records: Array.from({ length: RECORDS }, () => waste(facilities[made % PLANTS]!, made++)) });
  /** Records of one facility, each over a whole year. */
  const yearBatch = () =>
    JSON.stringify({ records: Array.from({ length: RECORDS }, () => ({ ...waste(facilities[0]!, made++), ...YEAR })) });
  const get = async (url: string) => JSON.parse((await send(agent, { method: "GET", url, headers: as })).body);

  async function calculate(body: string, path = "/v2/wastes", pollMs = POLL_MS) {
    const started = performance.now();
    const headers = { ...as, "idempotency-key": newId() };
    const url = `${backend.urls.gateway}${path}`;
    const answer = await send(agent, { method: "POST", url, headers, body });
    const answeredMs = performance.now() - started;
    if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    const job = `${backend.urls.gateway}/v2/ingest-jobs/${JSON.parse(answer.body).id}`;
    for (let state = await get(job); state.status !== "completed"; state = await get(job)) {
      if (state.finished_at !== null) throw new Error(`a job ended as ${state.status}`);
      await pause(pollMs);
    }
    return { answeredMs, finishedMs: performance.now() - started };
  }

  /** Throughput from the first request to the end of the last job. */
  async function sustain(records: number) {
    let open = records / RECORDS;
    const started = performance.now();
    const worker = async () => {
      while (open-- > 0) await calculate(batch(), "/v2/wastes", SLOW_POLL_MS);
    };
    await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, worker));
    return { records, records_per_second: Math.round(records / ((performance.now() - started) / 1000)) };
  }

  return {
    organization,
    headers: as,
    facility: facilities[0]!,
    facilities,
    batch,
    yearBatch,
    calculate,
    create: async (path: string, body: object): Promise<string> =>
      (await backend.call("POST", path, { as, body })).json.id,
    sustain,
    close: () => agent.destroy(),
  };
}

const YEAR = { start_date: "2025-01-01", end_date: "2025-12-31" };

export const waste = (facility: string, n: number) => ({
  facility_id: facility,
  identification_name: `Delivery note ${n}`,
  start_date: `2025-${String((n % 12) + 1).padStart(2, "0")}-01`,
  end_date: `2025-${String((n % 12) + 1).padStart(2, "0")}-28`,
  base_quantity: (n % 9_000) + 0.25,
  unit_id: unitId("kg"),
  ler_code_id: catalogueId("ler", "150101"),
  waste_rd_code_id: catalogueId("rd", "R03"),
  external_id: `note-${n}`,
});

type Waste = ReturnType<typeof waste>;

/**
 * The floor of a batch: parses the body, computes its digest, and loads the records with COPY. One table has only a
 * primary key, the other has all indexes and constraints of wastes.
 */
export async function startCopies(adminUrl: string) {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`create table floor_wastes (like activity.wastes including defaults, primary key (organization_id, id))`;
  await sql`create table floor_indexed_wastes (like activity.wastes including all)`;
  return {
    close: () => sql.end(),
    take: async (body: string, table: string) => {
      const bytes = Buffer.from(body);
      const started = performance.now();
      createHash("sha256").update(bytes).digest();
      const { records } = JSON.parse(bytes.toString()) as { records: Waste[] };
      const organization = newId();
      const lines = records.map((each) => `${organization}\t${newId()}\t${Object.values(each).join("\t")}\n`).join("");
      const columns = ["organization_id", "id", ...Object.keys(records[0]!)];
      const copy = await sql`copy ${sql(table)} (${sql(columns)}) from stdin`.writable();
      await pipeline(Readable.from([lines]), copy);
      return performance.now() - started;
    },
  };
}

/** Peak growth of the resident memory of each process during the work, in MiB. NaN without /proc. */
export async function growth(backend: OwnBackend, work: () => Promise<unknown>) {
  const before = MEASURED.map((name) => residentMib(backend, name));
  const most = [...before];
  const watch = setInterval(() => {
    MEASURED.forEach((name, at) => {
      most[at] = Math.max(most[at]!, residentMib(backend, name));
    });
  }, POLL_MS);
  await work().finally(() => clearInterval(watch));
  return Object.fromEntries(MEASURED.map((name, at) => [name, Math.round(most[at]! - before[at]!)]));
}

export function residentMib(backend: OwnBackend, name: "gateway" | "activity" | "imports" | "calc"): number {
  try {
    const status = readFileSync(`/proc/${backend.system.process(name).pid()}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
