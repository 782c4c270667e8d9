import { type Packed, unpack } from "@emissions/kit/db/packing";
import postgres from "postgres";

/** Types of columns whose text is searched; domains have the type of their values. */
const TEXT_TYPES = ["text", "character varying", "json", "jsonb", "ARRAY"];

interface Column {
  schema: string;
  table: string;
  column: string;
  isBytes: boolean;
}

/**
 * The columns of all schemas that contain one of the texts in a row, such as "activity.employees.name". Case does not
 * matter, except in bytes. Events of outboxes are unpacked. `adminUrl` must bypass row-level security.
 */
export async function findTexts(adminUrl: string, texts: readonly string[]): Promise<string[]> {
  const sql = postgres(adminUrl, { max: 2 });
  try {
    const columns = await sql<Column[]>`
      select table_schema as schema, table_name as table, column_name as column, data_type = 'bytea' as "isBytes"
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
        -- Tables of the catalogue are the same in every installation.
        and (table_schema <> 'factors' or exists (
          select from information_schema.columns c
          where c.table_schema = tables.table_schema and c.table_name = tables.table_name
            and c.column_name = 'organization_id'))
        and data_type = any(${[...TEXT_TYPES, "bytea"]})`;
    if (columns.length === 0) throw new Error("the database has no tables");
    const tables = [...Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`).values()];
    const queries = tables.map((own) => tableQuery(sql, own, texts));
    const found = await sql<{ name: string }[]>`${queries.reduce((all, one) => sql`${all} union all ${one}`)}`;
    const outboxes = [...new Set(columns.filter(({ table }) => table === "outbox").map(({ schema }) => schema))];
    const packed = await Promise.all(outboxes.map((schema) => packedEventsWith(sql, schema, texts)));
    return [...found.map(({ name }) => name), ...packed.flat()].sort();
  } finally {
    await sql.end();
  }
}

/** The names of the columns with one of the texts, from one scan of the table. */
function tableQuery(sql: postgres.Sql, columns: readonly Column[], texts: readonly string[]) {
  const [{ schema, table }] = columns as [Column];
  const names = columns.map(({ column, isBytes }) => {
    const cell = sql`t.${sql(column)}`;
    const has = isBytes
      ? sql`position(convert_to(sought.one, 'UTF8') in ${cell}) > 0`
      : sql`strpos(lower(${cell}::text), lower(sought.one)) > 0`;
    return sql`case when bool_or(${has}) then ${`${schema}.${table}.${column}`}::text end`;
  });
  return sql`
    select name from (
      select array[${names.reduce((all, one) => sql`${all}, ${one}`)}] as names
      from ${sql(schema)}.${sql(table)} as t, unnest(${[...texts]}::text[]) as sought(one)) as found, unnest(names) as name
    where name is not null`;
}

async function packedEventsWith(sql: postgres.Sql, schema: string, texts: readonly string[]): Promise<string[]> {
  const rows = await sql<Packed[]>`select payload, packed from ${sql(schema)}.outbox where packed`;
  const isIn = (row: Packed) => {
    const bytes = Buffer.from(unpack(row));
    return texts.some((text) => bytes.includes(text));
  };
  return rows.some(isIn) ? [`${schema}.outbox.payload, packed`] : [];
}
