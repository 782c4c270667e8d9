import { growthDuring } from "@emissions/testkit/memory";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type OwnBackend, startBackend } from "../support/backend.ts";

// Part of `npm run spreadsheets`: the largest export, by the real processes.

const ROWS = 50_000;
const GROWTH_MIB_MAX = 60;
const MIB = 1024 ** 2;
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
    const growth = await growthDuring(backend.system, MEASURED, async () => {
      bytes = await exportRows({ filter_hash: json.filter_hash }, sort);
    });
    const mib = growth.map((bytes) => Math.round(bytes / MIB));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(
      `sort ${sort}: ${bytes} bytes in ${seconds} s; MiB: ${MEASURED.map((name, n) => `${name} +${mib[n]}`)}`,
    );
    expect(bytes).toBeGreaterThan(1_000_000);
    // The first work of a new process grows the young generation of V8 to its limit, once.
    if (nth > 0) expect(Math.max(...mib)).toBeLessThan(GROWTH_MIB_MAX);
  }
});
