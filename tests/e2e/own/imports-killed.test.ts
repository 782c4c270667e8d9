import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FULL_RUN } from "../../fault/batches.ts";
import { processKilled } from "../../fault/faults.ts";
import { type Caller, finished, type OwnBackend, startBackend } from "../../support/backend.ts";
import { libraryFactor } from "../../support/catalogue.ts";
import { fraction, over, plain, plus, rounded, times, ZERO } from "../../support/fraction.ts";
import { importForm, WASTE_COLUMNS } from "../../support/imports.ts";

/** More than one piece. */
const ROWS = FULL_RUN ? 12_000 : 5_500;
const SERVICES = ["imports", "activity"] as const;
const PHASES = ["validate", "submit"] as const;
/** Parts of the duration of a phase at which a process is killed. */
const MOMENTS = FULL_RUN ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.5];
/** Durations on an idle machine. The full run measures them first. */
const DURATIONS_MS: Record<Phase, number> = { validate: 1_500, submit: 2_000 };
/** The time until another process takes the run of a killed one is included. */
const PHASE_LIMIT_MS = 180_000;
const POLL_MS = 100;

type Phase = (typeof PHASES)[number];
type Victim = (typeof SERVICES)[number];

let backend: OwnBackend;
let as: Caller;
let plant: string;

beforeAll(async () => {
  backend = await startBackend();
  as = backend.caller("outsider");
  const body = { name: `Plant ${newId()}`, type: "factory", country: "ES", address: "Bilbao" };
  plant = (await backend.call("POST", "/v1/facilities", { as, body })).json.name;
});
afterAll(() => backend.stop());

const MAPPING = Object.fromEntries(WASTE_COLUMNS.map((name) => [name, name]));
const massOf = (row: number) => `${(row % 997) + 1}.${String((row * 7) % 1000).padStart(3, "0")}`;
const dayOf = (month: string, row: number) => `${month}-${String((row % 28) + 1).padStart(2, "0")}`;

/** Each import has a month of its own, so that totals can tell them apart. */
function csvOf(month: string): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const day = dayOf(month, row);
    return [plant, `Row ${row}`, day, day, massOf(row), "kg", "150101", "R03"];
  });
  return [WASTE_COLUMNS, ...rows].map((cells) => cells.join(",")).join("\n");
}

/** From the published factor and without code of the services. */
function tonnes(): string {
  const kgPerKg = libraryFactor("waste-defra-2025", { category: "waste", key: "150101/R03", unit: "kg" });
  const kg = Array.from({ length: ROWS }, (_, row) => rounded(times(fraction(massOf(row)), kgPerKg), 12));
  return plain(over(kg.reduce(plus, ZERO), fraction("1000")));
}

async function createImport(month: string): Promise<string> {
  const texts = { template_id: "wastes", numeric_locale: "en_US" };
  const form = importForm(texts, { name: `${month}.csv`, content: csvOf(month) });
  const { status, json } = await backend.call("POST", "/v2/imports/sessions", { as, ...form });
  expect([status, json]).toMatchObject([201, { total_rows: ROWS }]);
  return `/v2/imports/${json.import_id}`;
}

interface Status {
  status: string;
  file_id: string;
  processing_job_id: string;
}

const statusOf = async (path: string): Promise<Status | null> => {
  const answer = await backend.call("GET", `${path}/status`, { as }).catch(() => null);
  return answer?.status === 200 ? answer.json : null;
};

const STEPS: Record<Phase, { running: string; ended: string; body: object }> = {
  validate: { running: "validating", ended: "validated", body: { mapping: MAPPING } },
  submit: { running: "submitting", ended: "submitted", body: {} },
};

/** Does what a client does: it repeats a request that was not accepted, and waits for the end. */
async function complete(path: string, phase: Phase): Promise<Status> {
  const { running, ended, body } = STEPS[phase];
  const before = phase === "validate" ? ["parsed", "mapped"] : ["validated"];
  return until(
    `${phase} to end`,
    async () => {
      const now = await statusOf(path);
      if (now !== null && before.includes(now.status)) {
        await backend.call("POST", `${path}/${phase}`, { as, body }).catch(() => null);
        return false;
      }
      if (now !== null && now.status !== ended) expect(now.status).toBe(running);
      await pause(POLL_MS);
      return now?.status === ended && now;
    },
    PHASE_LIMIT_MS,
  );
}

/** Kills the process after a time, while the phase runs, and starts it again. */
async function completeKilled(path: string, phase: Phase, victim: Victim, afterMs: number): Promise<Status> {
  const fault = processKilled(backend, victim);
  const begun = performance.now();
  const ended = complete(path, phase);
  await pause(afterMs);
  await fault.inject();
  const progress = await progressOf(path);
  // Time passes: the next process need not wait until the run of the killed one is free.
  if (!FULL_RUN && victim === "imports") await freeRuns();
  await fault.recover();
  const status = await ended;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.info(
    `${victim} killed ${afterMs.toFixed(0)} ms after the request to ${phase} (${progress}): ended after ${seconds} s`,
  );
  return status;
}

const freeRuns = () =>
  asAdmin(backend.adminUrl, (sql) => sql`update imports.import_runs set held_until = now() - interval '1 second'`);

/** The committed work at the moment of the kill. */
const progressOf = (path: string) =>
  asAdmin(backend.adminUrl, async (sql) => {
    const [row] = await sql<[{ status: string; validated: number; stored: number }]>`
      select s.status,
        (select count(*)::int from imports.import_results r where r.session_id = s.id) as validated,
        (select count(*)::int from activity.wastes w where w.file_id = s.file_id) as stored
      from imports.import_sessions s where s.id = ${path.split("/").at(-1)!}`;
    return `${row.status}, ${row.validated} rows validated, ${row.stored} stored`;
  });

/** Each row of the file is one record, the job has ended and the totals are exact. */
async function expectImported(month: string, { file_id, processing_job_id }: Status): Promise<void> {
  const job = await finished(backend, as, processing_job_id, PHASE_LIMIT_MS);
  expect(job).toMatchObject({ status: "completed", total_items: ROWS, succeeded_items: ROWS, failed_items: 0 });
  const rows = await asAdmin(
    backend.adminUrl,
    (sql) => sql`
      select count(*)::int as records, count(distinct identification_name)::int as names
      from activity.wastes where file_id = ${file_id}`,
  );
  expect([...rows]).toEqual([{ records: ROWS, names: ROWS }]);
  for (const group of ["scope", "category", "month"]) {
    const days = `start_date=${dayOf(month, 0)}&end_date=${dayOf(month, 27)}`;
    const { text } = await backend.call("GET", `/v1/total-impacts?${days}&group_by=${group}`, { as });
    expect(/"total_co2e":([\d.]+)/.exec(text)?.[1]).toBe(tonnes());
  }
}

/** Durations of the phases of an import that nobody disturbs. */
async function measure(): Promise<Record<Phase, number>> {
  const path = await createImport("2025-12");
  const durations = { ...DURATIONS_MS };
  for (const phase of PHASES) {
    const begun = performance.now();
    await complete(path, phase);
    durations[phase] = performance.now() - begun;
  }
  console.info(`undisturbed: validate ${durations.validate.toFixed(0)} ms, submit ${durations.submit.toFixed(0)} ms`);
  return durations;
}

/** Every build kills one service in each phase, the full run each service in each phase. */
const cases = MOMENTS.flatMap((moment) =>
  FULL_RUN
    ? SERVICES.map((victim) => ({ validate: victim, submit: victim, moment }))
    : [{ validate: "imports" as const, submit: "activity" as const, moment }],
);
let durations: Record<Phase, number> | undefined;

it.each(cases.map((one, index) => ({ ...one, month: `2025-${String(index + 1).padStart(2, "0")}` })))(
  `${ROWS} rows become one record each when $validate is killed at $moment of the validation, and $submit of the submission`,
  { timeout: 4 * PHASE_LIMIT_MS },
  async ({ validate, submit, moment, month }) => {
    durations ??= FULL_RUN ? await measure() : DURATIONS_MS;
    const path = await createImport(month);
    await completeKilled(path, "validate", validate, moment * durations.validate);
    await expectImported(month, await completeKilled(path, "submit", submit, moment * durations.submit));
  },
);
