import postgres from "postgres";
import type { Backend } from "./backend.ts";

const SCHEMAS = ["activity", "factors", "imports", "notify", "calc"];
/** Tables that change without a request: queues of work, results that follow, and attempts that are repeated. */
const CHANGES_ALONE =
  /\.(audit_(queue|blocks|heads)|outbox.*|inbox|idempotency_keys|leases|neighbours|deferred_events|ingest_jobs?(_items)?|reading_queue|webhook_(attempts|deliveries|events))$/;
/** A file is kept while it arrives, and deleted when its other fields are refused. */
const UPLOADS = "(begin|delete)_?file$";
/** Only what clients store in calc; all else follows from events. */
const OF_CLIENTS = /^calc\.dashboard/;

/** The rows that the database stores of organizations. Close it. */
export async function storedRows({ adminUrl }: Backend) {
  const sql = postgres(adminUrl, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select c.relnamespace::regnamespace || '.' || c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text = any (${SCHEMAS})`;
  const kept = tables
    .map(({ name }) => name)
    .filter((name) => !CHANGES_ALONE.test(name) && (!name.startsWith("calc.") || OF_CLIENTS.test(name)));
  const logs = tables.map(({ name }) => name).filter((name) => name.endsWith(".audit_log"));
  return {
    /** A digest of each table. A key also stores when it was last used. */
    digests: async (org: string): Promise<Record<string, string>> => {
      const parts = kept.map(
        (name) => `select '${name}' as name, md5(string_agg(row, ' ' order by row)) as digest
          from (select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t where organization_id = '${org}') t`,
      );
      const rows = await sql.unsafe<{ name: string; digest: string }[]>(parts.join(" union all "));
      return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
    },
    /** The number of changes: every transaction that stores something logs it. */
    changes: async (org: string): Promise<number> => {
      const parts = logs.map(
        (name) => `(select count(*) from ${name} where organization_id = '${org}' and action !~* '${UPLOADS}')`,
      );
      const [row] = await sql.unsafe<[{ count: number }]>(`select (${parts.join(" + ")})::int as count`);
      return row.count;
    },
    close: () => sql.end(),
  };
}
