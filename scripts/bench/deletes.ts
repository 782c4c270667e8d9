import { performance } from "node:perf_hooks";
import type { Sql } from "postgres";

/** Rows of one statement of the sweeps. */
const BATCH_ROWS = 5_000;

interface Table {
  name: string;
  /** Columns and values of one row; `i` is its number, of the oldest first. */
  columns: string;
  values: string;
  /** Condition of the sweep. */
  old: string;
}

const AT = "now() - interval '30 days' + i * interval '1 millisecond'";
const ORGANIZATION = "('00000000-0000-7000-8000-' || lpad((i % 50)::text, 12, '0'))::uuid";

const TABLES: readonly Table[] = [
  {
    name: "outbox",
    columns: "id, organization_id, type, payload, traceparent, created_at, published_at",
    values: `uuidv7(), ${ORGANIZATION}, 'emissions.activity.v1.RecordsStored', decode(repeat('ab', 170), 'hex'),
      repeat('a', 55), ${AT}, ${AT}`,
    old: "created_at < now() - interval '7 days' and published_at < now() - interval '7 days'",
  },
  {
    name: "inbox",
    columns: "organization_id, consumer, id, received_at",
    values: `${ORGANIZATION}, 'activity_RecordsCalculated', uuidv7(), ${AT}`,
    old: "received_at < now() - interval '8 days'",
  },
  {
    name: "ingest_job_items",
    columns: "organization_id, job_id, index, status, entity_id, revision, external_id",
    values: `${ORGANIZATION}, ('00000000-0000-7000-9000-' || lpad((i / 5000)::text, 12, '0'))::uuid, (i % 5000)::int,
      'succeeded', uuidv7(), 1, 'x-' || i`,
    old: "true",
  },
];

/** Seconds to fill, delete and drop a million rows of tables that sweeps empty, and bytes of a row with its indexes. */
export async function measureDeletes(sql: Sql, rows: number) {
  const figures: Record<string, object> = {};
  for (const table of TABLES) figures[table.name] = await measure(sql, table, rows);
  return figures;
}

async function measure(sql: Sql, { name, columns, values, old }: Table, rows: number) {
  const copy = `deletes_of_${name}`;
  const fill = `insert into ${copy} (${columns}) select ${values} from generate_series(1, ${rows}) i`;
  await sql.unsafe(`create table ${copy} (like activity.${name} including all)`);
  const filledS = await seconds(() => sql.unsafe(fill));
  await sql.unsafe(`vacuum analyze ${copy}`);
  const [{ bytes }] = await sql<[{ bytes: number }]>`select pg_total_relation_size(${copy})::float8 as bytes`;
  const deletedS = await seconds(async () => {
    let removed = BATCH_ROWS;
    while (removed === BATCH_ROWS) {
      const { count } = await sql.unsafe(`delete from ${copy} where ctid = any(array(
        select ctid from ${copy} where ${old} limit ${BATCH_ROWS}))`);
      removed = count;
    }
  });
  const vacuumedS = await seconds(() => sql.unsafe(`vacuum ${copy}`));
  await sql.unsafe(fill);
  const droppedS = await seconds(() => sql.unsafe(`drop table ${copy}`));
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    rows,
    bytes_per_row: Math.round(bytes / rows),
    fill_s: round(filledS),
    delete_s: round(deletedS),
    vacuum_s: round(vacuumedS),
    drop_s: round(droppedS),
  };
}

async function seconds(work: () => PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
