import type { Sql } from "postgres";
import type { SchemaObject } from "./objects.ts";
import { plain } from "./text.ts";

export async function readViews(sql: Sql): Promise<SchemaObject[]> {
  const rows = await sql<{ oid: number; name: string; options: string[] | null; definition: string }[]>`
    select oid::int, relname as name, reloptions as options, pg_get_viewdef(oid, true) as definition
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'v' order by name`;
  return rows.map(({ oid, name, options, definition }) => {
    const setting = options === null ? "" : ` with (${options.map((option) => option.replace("=", " = ")).join(", ")})`;
    return { key: `table ${oid}`, text: `create view ${name}${setting} as\n${plain(definition).trimEnd()}` };
  });
}

/** Sequences that no column owns. */
export async function readSequences(sql: Sql): Promise<SchemaObject[]> {
  const rows = await sql<{ oid: number; name: string; type: string; isUsual: boolean }[]>`
    select c.oid::int, c.relname as name, s.seqtypid::regtype::text as type,
      (s.seqstart, s.seqincrement, s.seqmin, s.seqcache, s.seqcycle) = (1, 1, 1, 1, false) as "isUsual"
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
    order by name`;
  return rows.map(({ oid, name, type, isUsual }) => {
    if (!isUsual) throw new Error(`${name}: an option of a sequence is not written yet`);
    return { key: `table ${oid}`, text: `create sequence ${name} as ${type};` };
  });
}
