import { growthDuring } from "@emissions/testkit/memory";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnBackend, startBackend } from "../../support/backend.ts";

const MIB = 1024 ** 2;
/** `npm run streams` lists 200,000. */
const ROWS = Number(process.env.STREAMED_ROWS ?? 20_000);
const GROWTH_MAX = 60 * MIB;
const MEASURED = ["gateway", "activity"] as const;
const PATH = "/v1/own_workforce_trainings";
const LIMIT_MS = 300_000;

let backend: OwnBackend;
let sql: postgres.Sql;
beforeAll(async () => {
  backend = await startBackend({ services: ["gateway", "activity"] });
  sql = postgres(backend.adminUrl, { max: 1, onnotice: () => {} });
  await fill(backend.organizations.get("iberia")!.id, ROWS);
});
afterAll(async () => {
  await sql.end();
  await backend.stop();
});

async function fill(org: string, rows: number) {
  await sql`
    with person as (
      insert into activity.own_workforces
        (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
      values (${org}, gen_random_uuid(), 'HR-1', '1990-01-31', 'F', false) returning id)
    insert into activity.own_workforce_trainings
      (organization_id, id, own_workforce_id, type, description, hours, start_date, end_date)
    select ${org}, gen_random_uuid(), person.id, 'safety', 'Training ' || n || repeat(' of the fire brigade', 5), n % 8,
      '2020-01-01'::date + n % 1000, '2023-01-01' from person, generate_series(1, ${rows}::int) n`;
  await sql`analyze activity.own_workforce_trainings`;
}

async function countRows(query = ""): Promise<number> {
  const headers = backend.caller("iberia", "viewer");
  const answer = await fetch(backend.urls.gateway + PATH + query, { headers });
  expect(answer.status).toBe(200);
  const parts: Buffer[] = [];
  for await (const part of answer.body!) parts.push(Buffer.from(part));
  return (JSON.parse(Buffer.concat(parts).toString()) as unknown[]).length;
}

it(
  "all trainings are listed, and neither process grows by 60 MiB",
  async () => {
    // Heaps of fresh processes first grow to their working size.
    expect(await countRows()).toBe(ROWS);
    const listing = async () => expect(await countRows()).toBe(ROWS);
    const growth = await growthDuring(backend.system, MEASURED, listing);
    if (process.env.STREAMED_ROWS) process.stderr.write(`${JSON.stringify({ MEASURED, growth })}\n`);
    for (const bytes of growth) expect(bytes).toBeLessThan(GROWTH_MAX);
  },
  LIMIT_MS,
);
