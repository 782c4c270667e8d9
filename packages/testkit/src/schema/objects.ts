import type { Sql } from "postgres";

/** Something with a statement of its own, and all statements that belong to it. */
export interface SchemaObject {
  /** Its kind and number in the catalogue. */
  key: string;
  text: string;
  /** Keys of functions that the text of this one names. */
  mentions?: string[];
}

/** A statement that belongs to a table. */
export interface Part {
  table: number;
  text: string;
}

/** Policies that read other tables than their own. */
export const widePolicies = (sql: Sql) => sql`
  select distinct p.oid from pg_policy p join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
  where d.refclassid = 'pg_class'::regclass and d.refobjid <> p.polrelid`;

/** Keys of the objects that must come before each object. */
export async function readNeeds(sql: Sql): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ key: string; need: string }[]>`
    with wide as (${widePolicies(sql)}),
    part as (
      select 'pg_proc'::regclass as class, oid, 'function ' || oid as key from pg_proc
      union all select 'pg_type'::regclass, t.oid, case
          when coalesce(e.typrelid, t.typrelid) <> 0 and c.relkind <> 'c' then 'table ' || c.oid
          else 'type ' || coalesce(e.oid, t.oid) end
        from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        left join pg_class c on c.oid = coalesce(e.typrelid, t.typrelid)
      union all select 'pg_class'::regclass, oid, 'table ' || oid from pg_class where relkind in ('r', 'v', 'S')
      union all select 'pg_class'::regclass, oid, 'type ' || reltype from pg_class where relkind = 'c'
      union all select 'pg_class'::regclass, indexrelid, 'table ' || indrelid from pg_index
      union all select 'pg_attrdef'::regclass, oid, 'table ' || adrelid from pg_attrdef
      union all select 'pg_policy'::regclass, oid, case when oid in (select oid from wide) then 'policy ' || oid
        else 'table ' || polrelid end from pg_policy
      union all select 'pg_trigger'::regclass, oid, 'table ' || tgrelid from pg_trigger where not tgisinternal
      union all select 'pg_rewrite'::regclass, oid, 'table ' || ev_class from pg_rewrite
      union all select 'pg_constraint'::regclass, oid,
        case when contypid = 0 then 'table ' || conrelid else 'type ' || contypid end from pg_constraint)
    select distinct o.key, r.key as need
    from pg_depend d join part o on o.class = d.classid and o.oid = d.objid
      join part r on r.class = d.refclassid and r.oid = d.refobjid
    where o.key <> r.key and d.refobjid >= 16384
    order by o.key, need`;
  const needs = new Map<string, Set<string>>();
  for (const { key, need } of rows) needs.set(key, (needs.get(key) ?? new Set()).add(need));
  return needs;
}

/** The objects, each behind what it needs. Functions that nothing needs are at the end. */
export function inOrder(objects: readonly SchemaObject[], needs: ReadonlyMap<string, Set<string>>): SchemaObject[] {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const ordered = new Set<SchemaObject>();
  const begun = new Set<SchemaObject>();
  const visit = (object: SchemaObject) => {
    if (begun.has(object)) return;
    begun.add(object);
    const keys = [...(needs.get(object.key) ?? []), ...(object.mentions ?? [])];
    // Numbers of the catalogue differ from one database to the next.
    const before = keys.flatMap((key) => byKey.get(key) ?? []).toSorted((a, b) => (a.text < b.text ? -1 : 1));
    for (const need of before) visit(need);
    ordered.add(object);
  };
  for (const object of objects) visit(object);
  return [...ordered];
}
