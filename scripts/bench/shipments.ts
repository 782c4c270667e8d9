import type { System } from "@emissions/testkit/processes";
import type postgres from "postgres";
import { fillAs } from "./filling.ts";
import { measurePages } from "./lists.ts";
import { type Figures, load } from "./load.ts";

const UPLOAD_ROWS = 5_000;
const VEHICLE_TYPES = 120;
const MEMBERS = 1_000;
/** One of so many uploads has no file. */
const WITHOUT_FILE_ONE_OF = 10;
const MEMBER_PREFIX = "01920000-0000-7000-8001-";
const FIELDS = ["vehicle_type", "file_id", "uploaded_by"];

/** An organization of the bench, without shipments. */
interface Owner {
  id: string;
  headers: Record<string, string>;
}

interface Where {
  system: System;
  /** Gets 2,000,000 shipments, so its values are estimates. */
  large: Owner;
  /** Gets 250,000, so its values are exact. */
  exact: Owner;
  short: boolean;
  log: (line: string) => void;
}

/** Measures the values of filters on both sides of the limit of exact counts, and pages of the long list. */
export async function measureShipments({ system, large, exact, short, log }: Where) {
  const [many, few] = short ? [20_000, 10_000] : [2_000_000, 250_000];
  await fillShipments(system.adminUrl, { organization: large.id, rows: many }, log);
  await fillShipments(system.adminUrl, { organization: exact.id, rows: few }, log);
  const path = "/v1/logistics/requests";
  const list = { system, path, headers: large.headers, rows: many, short, days: ["date_from", "date_until"] as const };
  return {
    shipments: many,
    values_above_the_limit: await measureValues(system, large, short),
    exact_values: await measureValues(system, exact, short),
    pages: await measurePages(list, {
      rare_type: (i) => `vehicle_type[]=type_${i % VEHICLE_TYPES}`,
      one_file: (i) => `filter_by=file_id:in[${fileId(large.id, 1 + (i % 9))}]`,
    }),
  };
}

async function measureValues({ urls }: System, { headers }: Owner, short: boolean) {
  const figures: Record<string, Figures> = {};
  for (const field of FIELDS) {
    const url = `${urls.gateway}/v1/logistics/requests/unique-values?field=${field}`;
    const options = { connections: 1, seconds: short ? 1 : 3, warmUpSeconds: 1, expect: 200 };
    figures[field] = await load({ ...options, next: () => ({ method: "GET", url, headers }) });
  }
  return figures;
}

const fileId = (organization: string, upload: number) =>
  `${organization.slice(0, 23)}-${String(upload).padStart(12, "0")}`;

interface ShipmentData {
  organization: string;
  rows: number;
}

/** Inserts active shipments, as uploads of 5,000 rows by several users would. */
export function fillShipments(
  adminUrl: string,
  { organization, rows }: ShipmentData,
  log: (line: string) => void,
): Promise<void> {
  return fillAs({ adminUrl, organization, schema: "activity" }, async (sql) => {
    await addMembers(sql, organization);
    for (let from = 0; from < rows; from += UPLOAD_ROWS) {
      await addUpload(sql, organization, from / UPLOAD_ROWS, Math.min(rows - from, UPLOAD_ROWS));
      if ((from / UPLOAD_ROWS) % 40 === 0) log(`filled ${from} of ${rows} shipments`);
    }
    await sql`vacuum analyze logistics_requests, shipment_counts`;
  });
}

async function addMembers(sql: postgres.Sql, organization: string): Promise<void> {
  const ids = Array.from({ length: MEMBERS }, (_, n) => `${MEMBER_PREFIX}${String(n).padStart(12, "0")}`);
  await sql`
    insert into users (id, email, first_name, last_name)
    select id, id || '@bench.example', 'Ada', 'Number ' || n
    from unnest(${ids}::uuid[]) with ordinality as m (id, n) on conflict do nothing`;
  await sql`
    insert into members (organization_id, user_id, role)
    select ${organization}::uuid, id, 'editor' from unnest(${ids}::uuid[]) as id`;
}

async function addUpload(sql: postgres.Sql, organization: string, upload: number, rows: number): Promise<void> {
  const file = upload % WITHOUT_FILE_ONE_OF === 0 ? null : fileId(organization, upload);
  await sql`
    insert into logistics_requests (organization_id, id, toc, vehicle_type, load_unit, origin_country, cleaning,
      subcontractor, distance_km, load, load_kg, effective_load_kg, kilometres, tonne_kilometres, shipment_date,
      file_id, file_name, uploaded_by, calculation_status, co2e)
    select ${organization}::uuid, uuidv7(), t.name, t.name, 'kg', 'ES', false, false, 203, 5000, 5000, 5000, 203, 1015,
      '2023-01-01'::date + n * 7919 % 1000, ${file}::uuid, ${file && `upload-${upload}.csv`}::text,
      (${MEMBER_PREFIX}::text || lpad((n % ${MEMBERS}::int)::text, 12, '0'))::uuid, 'calculated', 164.43
    from generate_series(1, ${rows}::int) n
    cross join lateral (select 'type_' || n % ${VEHICLE_TYPES}::int as name) t`;
}
