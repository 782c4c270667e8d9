import type { Sql } from "postgres";
import type { SchemaObject } from "./objects.ts";
import { plain, wrap } from "./text.ts";

/** Domains and composite types. */
export async function readTypes(sql: Sql): Promise<SchemaObject[]> {
  const domains = await sql<{ oid: number; name: string; base: string; notNull: boolean; default: string | null }[]>`
    select t.oid::int, t.typname as name, format_type(t.typbasetype, t.typtypmod) as base, t.typnotnull as "notNull",
      t.typdefault as default
    from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype = 'd' order by name`;
  const checks = await sql<{ type: number; name: string; definition: string; isValid: boolean }[]>`
    select contypid::int as type, conname as name, pg_get_constraintdef(oid, true) as definition, convalidated as "isValid"
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'c' and contypid <> 0 order by name`;
  const composites = await sql<{ oid: number; name: string; columns: string }[]>`
    select t.oid::int, t.typname as name,
      string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as columns
    from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid
    where t.typnamespace = current_schema()::regnamespace and not a.attisdropped group by t.oid, t.typname order by name`;
  return [
    ...domains.map(({ oid, name, base, notNull, default: value }) => {
      const head = [
        base,
        ...(value === null ? [] : [`default ${plain(value)}`]),
        ...(notNull ? ["not null"] : []),
      ].join(" ");
      const own = checks.filter(({ type }) => type === oid);
      const inline = own
        .filter(({ isValid }) => isValid)
        .map((check) => {
          const label = check.name === `${name}_check` ? "" : `constraint ${check.name} `;
          return ` ${label}${plain(check.definition)}`;
        });
      const later = own
        .filter(({ isValid }) => !isValid)
        .map((check) => `\nalter domain ${name} add constraint ${check.name} ${plain(check.definition)};`);
      return { key: `type ${oid}`, text: wrap(`create domain ${name} as ${head}${inline.join("")};${later.join("")}`) };
    }),
    ...composites.map(({ oid, name, columns }) => ({
      key: `type ${oid}`,
      text: wrap(`create type ${name} as (${plain(columns)});`),
    })),
  ];
}
