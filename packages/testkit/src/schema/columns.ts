import type { Sql } from "postgres";
import { plain } from "./text.ts";

export interface ColumnRow {
  table: number;
  name: string;
  /** The name as SQL has it. */
  quoted: string;
  type: string;
  collation: string | null;
  storage: string | null;
  /** A default, or the value of a generated column. */
  expression: string | null;
  generated: string;
  identity: string;
  /** The name of its constraint. */
  notNull: string | null;
  /** Whether Postgres would give that constraint another name. Its choice avoids names in the schema. */
  isNamed: boolean | null;
}

const STORAGES: Record<string, string> = { e: "external", m: "main", x: "extended", p: "plain" };
const GENERATED: Record<string, string> = { s: "stored", v: "virtual" };

export const readColumns = (sql: Sql) => sql<ColumnRow[]>`
  select a.attrelid::int as "table", a.attname as name,
    quote_ident(a.attname) as quoted, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end as collation,
    case when a.attstorage <> t.typstorage then a.attstorage end as storage,
    pg_get_expr(d.adbin, d.adrelid, true) as expression, a.attgenerated as generated, a.attidentity as identity,
    n.conname as "notNull", n.conname <> c.relname || '_' || a.attname || '_not_null' or exists (
      select from pg_constraint o where o.conname = n.conname and o.connamespace = n.connamespace and o.oid <> n.oid)
      as "isNamed"
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_constraint n on n.conrelid = a.attrelid and n.contype = 'n' and n.conkey[1] = a.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`;

interface Place {
  /** Of the longest name, so that types are below each other. */
  width: number;
  /** Definitions of the checks of this column alone, and of a primary key. */
  checks: readonly string[];
}

export function columnText(column: ColumnRow, { width, checks }: Place): string {
  const { quoted, type, collation, storage, expression, generated, identity, notNull, isNamed } = column;
  const keys = checks.map((check) => plain(check).replace(/^primary key \(.*\)$/, "primary key"));
  const words = [quoted.padEnd(width), plain(type)];
  if (storage !== null) words.push(`storage ${STORAGES[storage]}`);
  if (collation !== null) words.push(`collate ${collation}`);
  if (notNull !== null && !keys.includes("primary key")) {
    words.push(isNamed ? `constraint ${notNull} not null` : "not null");
  }
  if (generated !== "") words.push(`generated always as (${plain(expression!)}) ${GENERATED[generated]}`);
  else if (expression !== null) words.push(`default ${plain(expression)}`);
  if (identity !== "") words.push(`generated ${identity === "a" ? "always" : "by default"} as identity`);
  return [...words, ...keys].join(" ");
}
