import type { Sql } from "postgres";
import { readFunctions } from "./functions.ts";
import { inOrder, readNeeds } from "./objects.ts";
import { readRights } from "./rights.ts";
import { readTables } from "./tables.ts";
import { readTypes } from "./types.ts";
import { readSequences, readViews } from "./views.ts";

/** The present schema of a service, as `npm run schema` wrote it. */
export const schemaFile = (service: string): URL =>
  new URL(`../../../../services/${service}/schema.sql`, import.meta.url);

/**
 * The present schema as SQL. Run by the owner in an empty database, it makes an equal schema, without rows. Throws if the
 * schema has something that is not written yet. The session must be one of the owner.
 */
export async function writeSchema(sql: Sql, schema: string): Promise<string> {
  const session = await sql.reserve();
  try {
    await session.unsafe(`set search_path = ${schema}`);
    return await write(session, schema);
  } finally {
    session.release();
  }
}

async function write(sql: Sql, schema: string): Promise<string> {
  await refuseOthers(sql);
  const extensions = await sql<{ name: string }[]>`
    select extname as name from pg_extension where extnamespace = current_schema()::regnamespace order by 1`;
  const objects = [
    ...(await readTables(sql)),
    ...(await readViews(sql)),
    ...(await readSequences(sql)),
    ...(await readTypes(sql)),
    ...(await readFunctions(sql)),
  ];
  const head = [
    "-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.",
    `create schema ${schema};`,
    `set search_path = ${schema};`,
    "-- A function may name what comes later.",
    "set check_function_bodies = off;",
    ...extensions.map(({ name }) => `create extension if not exists ${name};`),
  ].join("\n");
  const rights = (await readRights(sql)).replace(":schema", schema);
  const texts = inOrder(objects, await readNeeds(sql)).map(({ text }) => text);
  return `${[head, ...texts, rights].join("\n\n")}\n`;
}

/** Names what this writer does not know. Extensions bring what they need. */
async function refuseOthers(sql: Sql): Promise<void> {
  const [found] = await sql<{ names: string | null }[]>`
    with other as (
      select 'pg_class'::regclass as class, oid, relname::text as name from pg_class c
      where relnamespace = current_schema()::regnamespace and (relkind not in ('r', 'v', 'i', 'c', 'S') or relispartition)
      union all select 'pg_type'::regclass, oid, typname from pg_type
      where typnamespace = current_schema()::regnamespace and typtype not in ('b', 'c', 'd')
      union all select 'pg_proc'::regclass, oid, proname from pg_proc
      where pronamespace = current_schema()::regnamespace and prokind not in ('f', 'p')
      union all select 'pg_statistic_ext'::regclass, oid, stxname from pg_statistic_ext
      where stxnamespace = current_schema()::regnamespace
      union all select 'pg_operator'::regclass, oid, oprname from pg_operator
      where oprnamespace = current_schema()::regnamespace
      union all select 'pg_rewrite'::regclass, r.oid, r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
      where c.relnamespace = current_schema()::regnamespace and r.rulename <> '_RETURN'
      union all select 'pg_class'::regclass, attrelid, attrelid::regclass || '.' || attname
      from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace = current_schema()::regnamespace
        and (attacl is not null or attcompression <> '' or attstattarget is not null or attoptions is not null)
      union all select d.classoid, d.objoid, 'the comment ' || d.description from pg_description d
      where d.classoid not in ('pg_class'::regclass, 'pg_extension'::regclass) and d.objoid >= 16384 or d.objsubid <> 0 and d.objoid >= 16384)
    select string_agg(name, ', ' order by name) as names from other o
    where not exists (select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')`;
  if (found!.names !== null) throw new Error(`not written yet: ${found!.names}`);
}
