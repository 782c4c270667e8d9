import type { Sql } from "postgres";
import type { SchemaObject } from "./objects.ts";
import { plain, wrap } from "./text.ts";

interface FunctionRow {
  oid: number;
  name: string;
  kind: string;
  signature: string;
  definition: string;
  body: string;
}

/** Functions and procedures, without those of extensions. */
export async function readFunctions(sql: Sql): Promise<SchemaObject[]> {
  const rows = await sql<FunctionRow[]>`
    select p.oid::int, p.proname as name, case p.prokind when 'f' then 'function' when 'p' then 'procedure' end as kind,
      p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition, p.prosrc as body
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by name, signature`;
  return rows.map((row) => ({
    key: `function ${row.oid}`,
    text: textOf(row),
    // Postgres does not note what the text of a function names.
    mentions: rows.filter(({ name }) => wordsOf(row.body).has(name)).map(({ oid }) => `function ${oid}`),
  }));
}

const wordsOf = (text: string) => new Set(text.match(/\w+/g));

/** A body in a string stays as it was written. */
function textOf({ definition, kind, body }: FunctionRow): string {
  const at = definition.indexOf("\nAS $");
  const head = plain(at === -1 ? definition.trimEnd() : definition.slice(0, at))
    .replace(/^create or replace (function|procedure) \w+\./, `create ${kind} `)
    .replace(/ set search_path to '(\w+)'(?:, '(\w+)')?/, (_, ...schemas) => {
      return ` set search_path = ${schemas.slice(0, 2).filter(Boolean).join(", ")}`;
    })
    .replace(/\n +returns /, " returns ")
    .replace(/\n +(?!language |return )/g, " ")
    .replace(/\n +/g, "\n");
  if (at === -1) return wrap(`${head};`);
  const quote = body.includes("$$") ? "$function$" : "$$";
  return `${wrap(head)} as ${quote}${body}${quote};`;
}
