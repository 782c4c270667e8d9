import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../support/backend.ts";

// Part of `npm run spreadsheets`: the largest export, by the real processes.

const ROWS = 50_000;
const GROWTH_MIB_MAX = 60;
const SAMPLE_MS = 20;
const MEASURED = ["gateway", "activity"] as const;
const PATH = "/v2/employees/survey-rows";

let backend: OwnBackend;
let us: Caller;

beforeAll(async () => {
  backend = await startBackend({ services: ["gateway", "factors", "activity"] });
  us = backend.caller("outsider", "viewer");
  await storeRows(us["x-organization-id"]);
});
afterAll(() => backend.stop());

/** Answered rows with texts of usual length, each with one commute. Not through the API, because that would take minutes. */
async function storeRows(org: string): Promise<void> {
  const sql = postgres(backend.system.adminUrl, { max: 1, onnotice: () => {} });
  await sql.begin(async (tx) => {
    await tx`select set_config('search_path', 'activity', true), set_config('app.organization', ${org}, true)`;
    await tx`
      insert into survey_rows (organization_id, id, email, name, external_id, period_start, period_end, status, source,
        file_id, file_name, sent_at, times_sent, answered_at, updated_at)
      select ${org}, uuidv7(), 'person.' || n || '@company.example', 'Person with a usual name ' || n, 'E-' || n,
        '2025-01-01', '2025-12-31', 'answered', 'file', uuidv7(), 'Answers of the year ' || n || '.xlsx', now(), 1, now(), now()
      from generate_series(1, ${ROWS}) n`;
    await tx`
      insert into commuting_periods (organization_id, id, survey_row_id, start_date, end_date, commuting_type,
        transport_type, fuel_type, total_km, weekly_travels, daily_trips, carpool, situation, origin, destination,
        response_medium, hours_per_day, telecommuting_days, co2e, calculation_status)
      select organization_id, uuidv7(), id, period_start, period_end, 'in_itinere', 'car', 'petrol', 12.34, '[0,1,2]', 1,
        false, 'active', 'Street of the origin ' || external_id, 'Street of the destination', 'form', 7.5, '[3,4]',
        622.750000000001, 'calculated'
      from survey_rows where organization_id = ${org}`;
    await tx`
      update survey_rows set commutes_count = 1, co2e_count = 1, co2e_sum = 622.750000000001
      where organization_id = ${org}`;
  });
  await sql.end();
}

const residentMib = (name: (typeof MEASURED)[number]): number => {
  const status = readFileSync(`/proc/${backend.system.process(name).pid()}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
};

/** Peak growth of the resident memory of each process during the work. */
async function growthDuring(work: () => Promise<unknown>): Promise<number[]> {
  const before = MEASURED.map(residentMib);
  const most = [...before];
  const timer = setInterval(() => {
    MEASURED.forEach((name, index) => {
      most[index] = Math.max(most[index]!, residentMib(name));
    });
  }, SAMPLE_MS);
  await work().finally(() => clearInterval(timer));
  return most.map((mib, index) => Math.round(mib - before[index]!));
}

/** The size of the workbook. */
async function exportRows(selection: object, sort: string): Promise<number> {
  const answer = await fetch(`${backend.system.urls.gateway}${PATH}/export?sort=${sort}`, {
    method: "POST",
    headers: { ...us, "content-type": "application/json" },
    body: JSON.stringify(selection),
  });
  expect(answer.status).toBe(200);
  let bytes = 0;
  for await (const piece of answer.body!) bytes += piece.length;
  return bytes;
}

it(`a further export of ${ROWS} rows adds less than ${GROWTH_MIB_MAX} MiB to gateway and activity`, async () => {
  const { json } = await backend.call("GET", `${PATH}?size=1`, { as: us });
  expect(json).toMatchObject({ total: ROWS });
  for (const [nth, sort] of ["-period_start", "-period_start", "organization"].entries()) {
    const begun = performance.now();
    let bytes = 0;
    const growth = await growthDuring(async () => {
      bytes = await exportRows({ filter_hash: json.filter_hash }, sort);
    });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(
      `sort ${sort}: ${bytes} bytes in ${seconds} s; MiB: ${MEASURED.map((name, n) => `${name} +${growth[n]}`)}`,
    );
    expect(bytes).toBeGreaterThan(1_000_000);
    // The first work of a new process grows the young generation of V8 to its limit, once.
    if (nth > 0) expect(Math.max(...growth)).toBeLessThan(GROWTH_MIB_MAX);
  }
});
