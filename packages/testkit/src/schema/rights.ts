import type { Sql } from "postgres";
import { wrap } from "./text.ts";

/** Grants to other roles than the owner. Those of the same rights are one statement. */
export async function readRights(sql: Sql): Promise<string> {
  const rows = await sql<{ rights: string; grantee: string; names: string }[]>`
    with thing as (
      select case relkind when 'S' then 'sequence ' else '' end as kind, quote_ident(relname) as name, relowner as owner,
        relacl as acl
      from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'S')
      union all
      select case prokind when 'p' then 'procedure ' else 'function ' end, oid::regprocedure::text, proowner, proacl
      from pg_proc where pronamespace = current_schema()::regnamespace and pg_has_role(proowner, 'usage')),
    given as (
      select kind, name, string_agg(lower(privilege_type), ', ' order by strpos('SIUD', left(privilege_type, 1))) as rights,
        pg_get_userbyid(grantee) as grantee
      from thing, aclexplode(acl) where grantee not in (0, owner) group by 1, 2, 4)
    select rights, grantee, kind || string_agg(name, ', ' order by name) as names
    from given group by kind, rights, grantee order by kind, rights, grantee`;
  const closed = await sql<{ name: string }[]>`
    select prokind, case prokind when 'p' then 'procedure ' else 'function ' end || oid::regprocedure as name
    from pg_proc where pronamespace = current_schema()::regnamespace and proacl is not null
      and not exists (select from aclexplode(proacl) where grantee = 0)
    order by name`;
  const [schema] = await sql<{ grantees: string }[]>`
    select string_agg(pg_get_userbyid(grantee), ', ' order by grantee::text) as grantees
    from pg_namespace n, aclexplode(n.nspacl)
    where n.nspname = current_schema() and grantee not in (0, n.nspowner) and privilege_type = 'USAGE'`;
  return [
    `grant usage on schema :schema to ${schema!.grantees};`,
    ...closed.map(({ name }) => `revoke execute on ${name} from public;`),
    ...rows.map(({ rights, names, grantee }) => `grant ${rights} on ${names} to ${grantee};`),
  ]
    .map(wrap)
    .join("\n");
}
