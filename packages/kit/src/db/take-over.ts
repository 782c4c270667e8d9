import type postgres from "postgres";

/**
 * Makes the current role the owner of the schema and of what is in it. The current role must be a member of the former
 * owner. Rights of other roles stay.
 */
export async function takeOver(tx: postgres.ISql, schema: string, formerOwner: string): Promise<void> {
  const steps = await tx<{ step: string }[]>`
    with old as (select oid from pg_roles where rolname = ${formerOwner}),
    place as (select oid from pg_namespace where nspname = ${schema}),
    -- Objects of an extension belong to it, and sequences and row types to their tables.
    part as (select classid, objid from pg_depend where deptype in ('e', 'a', 'i'))
    select format('alter schema %I owner to current_user', ${schema}::text) as step, 0 as rank
    union all
    select format('alter %s %s owner to current_user',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      c.oid::regclass), 1
    from pg_class c
    where c.relnamespace = (select oid from place) and c.relowner = (select oid from old)
      and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and ('pg_class'::regclass, c.oid) not in (select classid, objid from part where c.relkind = 'S')
    union all
    select format('alter routine %s owner to current_user', p.oid::regprocedure), 1
    from pg_proc p
    where p.pronamespace = (select oid from place) and p.proowner = (select oid from old)
      and ('pg_proc'::regclass, p.oid) not in (select classid, objid from part)
    union all
    select format('alter type %s owner to current_user', t.oid::regtype), 1
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = (select oid from place) and t.typowner = (select oid from old)
      and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
      and ('pg_type'::regclass, t.oid) not in (select classid, objid from part)
    union all
    -- A policy names its roles, so those for the owner still name the former one.
    select format('alter policy %I on %s to current_user', polname, polrelid::regclass), 2
    from pg_policy join pg_class c on c.oid = polrelid
    where c.relnamespace = (select oid from place) and polroles = array[(select oid from old)]
    order by rank`;
  for (const { step } of steps) await tx.unsafe(step);
}
