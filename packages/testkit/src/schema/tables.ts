import type { Sql } from "postgres";
import { type ColumnRow, columnText, readColumns } from "./columns.ts";
import type { Part, SchemaObject } from "./objects.ts";
import { readPolicies } from "./policies.ts";
import { plain, wrap } from "./text.ts";

interface TableRow {
  oid: number;
  name: string;
  isUnlogged: boolean;
  options: string[];
  isGuarded: boolean;
  comment: string | null;
}

interface Constraint {
  table: number;
  name: string;
  type: string;
  columns: string[];
  definition: string;
  isValid: boolean;
  /** The table of a foreign key. */
  target: number;
}

/** Tables with their constraints, indexes, policies and triggers. */
export async function readTables(sql: Sql): Promise<SchemaObject[]> {
  const tables = await sql<TableRow[]>`
    select c.oid::int, c.relname as name, c.relpersistence = 'u' as "isUnlogged",
      coalesce(c.reloptions, '{}') || array(select 'toast.' || o from unnest(t.reloptions) o) as options,
      c.relrowsecurity as "isGuarded", obj_description(c.oid, 'pg_class') as comment
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by name`;
  const [columns, constraints] = [await readColumns(sql), await readConstraints(sql)];
  const { narrow, wide } = await readPolicies(sql);
  const parts = [await readIndexes(sql), narrow, await readTriggers(sql)].flat();
  const isLate = (constraint: Constraint) => !constraint.isValid || isCircular(constraint, constraints);
  const of = <T extends { table: number }>(rows: T[], { oid }: TableRow) => rows.filter(({ table }) => table === oid);
  const objects = tables.map((table) => ({
    key: `table ${table.oid}`,
    text: wrap(
      [
        createTable(
          table,
          of(columns, table),
          of(constraints, table).filter((one) => !isLate(one)),
        ),
        ...(table.comment === null ? [] : [`comment on table ${table.name} is ${quoted(table.comment)};`]),
        ...(table.isGuarded ? [`alter table ${table.name} enable row level security, force row level security;`] : []),
        ...of(parts, table).map(({ text }) => text),
      ].join("\n"),
    ),
  }));
  const late = constraints.filter(isLate).map(({ table, name, definition }) => ({
    key: `constraint ${table} ${name}`,
    text: wrap(
      `alter table ${tables.find(({ oid }) => oid === table)!.name}\n  add constraint ${name} ${plain(definition)};`,
    ),
  }));
  return [...objects, ...wide, ...late];
}

/** Whether the tables of a foreign key refer to each other, also by way of others. */
function isCircular({ table, target }: Constraint, constraints: readonly Constraint[]): boolean {
  if (target === 0 || target === table) return false;
  const reached = new Set([target]);
  for (const one of reached) {
    for (const next of constraints) if (next.table === one && next.target !== 0) reached.add(next.target);
  }
  return reached.has(table);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Of the names that Postgres gives. */
const SUFFIXES: Record<string, string> = { p: "pkey", u: "key", f: "fkey" };

function createTable(table: TableRow, columns: ColumnRow[], constraints: Constraint[]): string {
  const width = Math.max(...columns.map(({ quoted }) => quoted.length));
  const own = constraints.filter(({ type }) => type !== "n");
  const inline = own.filter((constraint) => isInline(constraint, table.name));
  const lines = columns.map((column) => {
    const checks = inline.filter(({ columns: [name] }) => name === column.name);
    return `  ${columnText(column, { width, checks: checks.map(({ definition }) => definition) })}`;
  });
  for (const constraint of own.filter((one) => !inline.includes(one))) {
    const { name, type, columns, definition } = constraint;
    const usual = [table.name, ...(type === "p" ? [] : columns), SUFFIXES[type]].join("_");
    lines.push(`  ${name === usual ? "" : `constraint ${name} `}${plain(definition)}`);
  }
  const options = table.options.map((option) => option.replace("=", " = ")).join(", ");
  const kind = table.isUnlogged ? "unlogged table" : "table";
  return `create ${kind} ${table.name} (\n${lines.join(",\n")}\n)${options === "" ? "" : ` with (${options})`};`;
}

/** A check or a primary key of one column with the name that Postgres gives it. */
function isInline({ type, name, columns }: Constraint, table: string): boolean {
  if (columns.length !== 1) return false;
  return (type === "c" && name === `${table}_${columns[0]}_check`) || (type === "p" && name === `${table}_pkey`);
}

const readConstraints = (sql: Sql) => sql<Constraint[]>`
  select c.conrelid::int as "table", c.conname as name, c.contype as type, c.convalidated as "isValid",
    array(select a.attname::text from unnest(c.conkey) with ordinality k (n, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.at) as columns,
    pg_get_constraintdef(c.oid, true) as definition, c.confrelid::int as target
  from pg_constraint c
  where c.connamespace = current_schema()::regnamespace and c.conrelid <> 0 and c.contype <> 't'
  order by strpos('pucxf', c.contype), c.conname`;

async function readIndexes(sql: Sql): Promise<Part[]> {
  const rows = await sql<{ table: number; definition: string }[]>`
    select i.indrelid::int as "table", pg_get_indexdef(i.indexrelid, 0, true) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i'
      and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
    order by c.relname`;
  return rows.map(({ table, definition }) => ({ table, text: `${plain(definition)};` }));
}

async function readTriggers(sql: Sql): Promise<Part[]> {
  const rows = await sql<{ table: number; definition: string }[]>`
    select t.tgrelid::int as "table", pg_get_triggerdef(t.oid, true) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
    order by t.tgname`;
  return rows.map(({ table, definition }) => ({ table, text: `${plain(definition)};` }));
}
