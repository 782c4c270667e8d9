import { Agent } from "node:http";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { unitId } from "@emissions/quantity/catalogue-id";
import type { Caller, OwnBackend } from "../../tests/support/backend.ts";
import { wastesCsv, wastesXlsx } from "./import-files.ts";
import { percentiles, round, send } from "./load.ts";
import { residentMib } from "./wastes.ts";

const ROWS = 100_000;
const SHORT_ROWS = 2_000;
const FACILITIES = 20;
const POLL_MS = 50;
const MEMORY_POLL_MS = 50;
/** Requests of other callers: one after the other, with this pause. */
const OTHERS_PAUSE_MS = 20;
/** V8 compiles the hot code of a single purchase meanwhile. */
const WARM_UP_MS = 15_000;
const QUIET_MS = 20_000;
const STEP_LIMIT_MS = 600_000;
const MEASURED = ["imports", "activity", "calc", "gateway"] as const;
const FILES = { xlsx: wastesXlsx, csv: wastesCsv };

interface Where {
  backend: OwnBackend;
  short: boolean;
  log: (line: string) => void;
  rows?: number;
}

/** Measures an import of wastes from the upload to the last result, the memory, and the times of other callers. */
export async function measureImports({ backend, short, log, rows = short ? SHORT_ROWS : ROWS }: Where) {
  const as = backend.caller("outsider");
  const names = Array.from({ length: FACILITIES }, (_, at) => `Import depot ${at}`);
  const records = names.map((name) => ({ name, type: "warehouse", country: "ES" }));
  await answered(backend, "POST", "/v2/facilities", as, { records });
  log("measuring other callers without an import");
  const others = startOthers(backend);
  await pause(short ? 1_000 : WARM_UP_MS);
  others.take();
  await pause(short ? 1_000 : QUIET_MS);
  const quiet = others.take();
  const figures: Record<string, unknown> = {};
  try {
    for (const [type, build] of Object.entries(FILES)) {
      const content = build({ rows, facilities: names, prefix: newId() });
      log(`measuring an import of ${rows} rows as ${type}`);
      others.take();
      const memory = watchMemory(backend);
      const steps = await importFile(backend, as, `wastes.${type}`, content, others.takeStep).finally(memory.stop);
      figures[type] = { bytes: content.length, ...steps, peak_memory_mib: memory.peaks(), others: others.take() };
    }
  } finally {
    await others.stop();
  }
  return { rows, load_average: loadavg().map(round), others_without_import: quiet, ...figures };
}

/** Seconds of each step, and the times of other callers meanwhile. */
async function importFile(backend: OwnBackend, as: Caller, fileName: string, content: Buffer, others: () => unknown) {
  const seconds = stopwatch();
  const clock = () => ({ seconds: seconds(), others: others() });
  const id = await upload(backend, as, fileName, content);
  const path = `/v2/imports/${id}`;
  await reached(backend, as, path, "parsed");
  const parsed = clock();
  const { suggestions } = await answered(backend, "POST", `${path}/mapping/suggest`, as);
  const mapping = mappingOf(suggestions);
  const suggested = clock();
  await answered(backend, "POST", `${path}/validate`, as, { mapping });
  const { error_rows, errors_by_column } = await reached(backend, as, path, "validated");
  if (error_rows > 0) throw new Error(`${error_rows} rows have errors: ${JSON.stringify(errors_by_column)}`);
  const validated = clock();
  await answered(backend, "POST", `${path}/submit`, as, {});
  const { processing_job_id } = await reached(backend, as, path, "submitted");
  const submitted = clock();
  await until(async () => {
    const job = await answered(backend, "GET", `/v2/ingest-jobs/${processing_job_id}`, as);
    if (job.finished_at !== null && job.status !== "completed") throw new Error(`the job ended as ${job.status}`);
    return job.finished_at !== null ? job : null;
  });
  return {
    parsed,
    suggested,
    validated,
    submitted,
    calculated_after: clock(),
  };
}

interface Suggested {
  source_column: string;
  target_column: string | null;
}

const mappingOf = (suggestions: readonly Suggested[]) =>
  Object.fromEntries(
    suggestions.flatMap(({ source_column, target_column }) => (target_column ? [[source_column, target_column]] : [])),
  );

async function upload({ urls }: OwnBackend, as: Caller, fileName: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.set("template_id", "wastes");
  form.set("numeric_locale", "es_ES");
  form.set("date_locale", "es_ES");
  form.set("upload_file", new Blob([new Uint8Array(content)]), fileName);
  const headers = { ...as, "idempotency-key": newId() };
  const answer = await fetch(`${urls.gateway}/v2/imports/sessions`, { method: "POST", headers, body: form });
  const text = await answer.text();
  if (!answer.ok || text === "") throw new Error(`the upload was answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).import_id;
}

async function answered(backend: OwnBackend, method: string, path: string, as: Caller, body?: object) {
  const { status, json, text } = await backend.call(method, path, { as, ...(body && { body }) });
  if (status >= 400) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`);
  return json;
}

/** The status of the session when it has reached a state. */
const reached = (backend: OwnBackend, as: Caller, path: string, state: string) =>
  until(async () => {
    const status = await answered(backend, "GET", `${path}/status`, as);
    if (status.status === "failed") throw new Error(`the import failed: ${status.status_detail}`);
    return status.status === state ? status : null;
  });

async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (const end = performance.now() + STEP_LIMIT_MS; performance.now() < end; await pause(POLL_MS)) {
    const found = await ask();
    if (found !== null) return found;
  }
  throw new Error(`a step of an import took longer than ${STEP_LIMIT_MS} ms`);
}

/** Seconds since the last call. */
function stopwatch() {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const seconds = round((now - last) / 1_000);
    last = now;
    return seconds;
  };
}

/** Purchases of another organization, one after the other. `take` gives their times since the last call, `takeStep` those of a step. */
function startOthers(backend: OwnBackend) {
  const agent = new Agent({ keepAlive: true });
  const headers = backend.caller("nordics");
  const url = `${backend.urls.gateway}/v1/purchases`;
  const body = JSON.stringify({
    product_name: "Steel",
    sector: "541511",
    quantity: "12.5",
    unit_id: unitId("USD"),
    purchase_date: "2025-06-01",
    expense_type: "opex",
  });
  let times: number[] = [];
  let step: number[] = [];
  let running = true;
  const loop = async () => {
    while (running) {
      const started = performance.now();
      const { status } = await send(agent, { method: "POST", url, headers, body });
      if (status !== 201) throw new Error(`a purchase of another caller was answered ${status}`);
      times.push(performance.now() - started);
      step.push(times.at(-1)!);
      await pause(OTHERS_PAUSE_MS);
    }
  };
  const done = loop();
  // Its error is thrown by `stop`.
  done.catch(() => {});
  return {
    take: () => {
      const taken = percentiles(times);
      times = [];
      step = [];
      return taken;
    },
    takeStep: () => {
      const taken = percentiles(step);
      step = [];
      return taken;
    },
    stop: async () => {
      running = false;
      await done.finally(() => agent.destroy());
    },
  };
}

/** Peaks of the resident memory of each process, in MiB. NaN without /proc. */
function watchMemory(backend: OwnBackend) {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const name of MEASURED) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentMib(backend, name)));
  };
  look();
  const timer = setInterval(look, MEMORY_POLL_MS);
  return {
    stop: () => clearInterval(timer),
    peaks: () => Object.fromEntries([...peaks].map(([name, mib]) => [name, Math.round(mib)])),
  };
}
