import type { System } from "@emissions/testkit/processes";
import { fillAs } from "./filling.ts";
import { type Figures, load, percentiles } from "./load.ts";

/** Lists with more matches have no filter hash. */
const HASHED = 250_000;
const HASHED_SHORT = 10_000;
const DAYS = 1_825;
const SIZE = 50;
const FLOOR_COUNTS = 20;

type Headers = Record<string, string>;

interface Where {
  system: System;
  /** An organization with this many purchases, and an empty one. */
  large: { headers: Headers; rows: number };
  empty: { id: string; headers: Headers };
  short: boolean;
}

/** Measures pages of a long list with and without filters, and the filter hash of the largest permitted list. */
export async function measureLists({ system, large, empty, short }: Where) {
  const matching = short ? HASHED_SHORT : HASHED;
  const floor = await fillAndCount(system.adminUrl, empty.id, matching);
  const list = { system, path: "/v1/purchases", short };
  return {
    purchases: large.rows,
    pages: await measurePages(
      { ...list, ...large },
      {
        rare_status: () => "status[]=in_review",
        one_file: (i) => `file_id[]=${fileId(i % 100)}`,
        oldest_first: (i) => `sort=purchase_date&page=${(i % 100) + 1}`,
      },
    ),
    filter_hash: {
      matching,
      floor_count_ms: floor,
      all: await get({ ...list, headers: empty.headers }, () => "size=1"),
      of_a_status: await get({ ...list, headers: empty.headers }, () => "size=1&status[]=active"),
    },
  };
}

interface ListTarget {
  system: System;
  path: string;
  headers: Headers;
  short: boolean;
  /** Names of the filters by day. */
  days?: readonly [from: string, until: string];
}

type Query = (i: number) => string;

/** Measures pages of a list of records: with the common filters, and with its own. */
export async function measurePages({ rows, ...list }: ListTarget & { rows: number }, own: Record<string, Query>) {
  const [from, until] = list.days ?? ["start_date", "end_date"];
  // A large prime step visits all pages without locality that caches could use.
  const last = Math.max(Math.floor(rows / SIZE), 1);
  const queries: Record<string, Query> = {
    first: () => "page=1",
    any: (i) => `page=${((i * 7_919) % last) + 1}`,
    any_of_a_status: (i) => `page=${((i * 7_919) % last) + 1}&status[]=active`,
    one_month: (i) => `${from}=2024-${month(i)}-01&${until}=2024-${month(i)}-28`,
    ...own,
  };
  const pages: Record<string, Figures> = {};
  for (const [name, query] of Object.entries(queries)) pages[name] = await get(list, (i) => `${query(i)}&size=${SIZE}`);
  return pages;
}

function get({ system, path, headers, short }: ListTarget, query: Query): Promise<Figures> {
  const list = `${system.urls.gateway}${path}`;
  const options = { connections: 1, seconds: short ? 1 : 3, warmUpSeconds: 1, expect: 200 };
  return load({ ...options, next: (i) => ({ method: "GET", url: `${list}?${query(i)}`, headers }) });
}

export const month = (i: number) => String((i % 12) + 1).padStart(2, "0");
const fileId = (n: number) => `01920000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Inserts purchases. Returns the shortest time in milliseconds in which Postgres counts them. */
export function fillAndCount(adminUrl: string, organization: string, rows: number): Promise<number> {
  return fillAs({ adminUrl, organization }, async (sql) => {
    await sql`
      insert into activity.purchases (organization_id, id, product_name, sector, quantity, unit_id, purchase_date,
        expense_type, purchase_type, status, frequency, calculation_status, co2e)
      select ${organization}::uuid, uuidv7(), 'Purchase ' || n, '541511', n, ${organization}::uuid,
        '2021-01-01'::date + n * 7919 % ${DAYS}::int, 'opex', 'spend_based', 'active', 'once', 'calculated', n * 0.1
      from generate_series(1, ${rows}::int) n`;
    await sql`vacuum analyze activity.purchases`;
    const times: number[] = [];
    for (let i = 0; i < FLOOR_COUNTS; i++) {
      const started = performance.now();
      await sql`select count(*) from activity.purchases where organization_id = ${organization}`;
      times.push(performance.now() - started);
    }
    return percentiles(times).p50_ms;
  });
}
