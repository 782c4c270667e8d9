-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Keys of an organization that are neither revoked nor expired.
create function active_keys(of_organization uuid) returns int
language sql stable set search_path from current as $$
  select count(*)::int from api_keys k
  where k.organization_id = of_organization and k.enabled and (k.expires_at is null or k.expires_at > now())
$$;

-- Active keys of the whole group of the transaction's organization.
create function group_active_keys() returns int
language sql stable security definer set search_path from current as $$
  select coalesce(sum(active_keys(g.id)), 0)::int from group_tree() g
$$;

-- The organizations of the person of a session, each with the top of its group: itself, outside of one.
create function own_groups() returns table (organization_id uuid, group_id uuid)
language sql stable security definer set search_path from current as $$
  with recursive up as (
    select o.id as organization_id, o.id, case when o.accepted then o.parent_id end as parent_id, 0 as depth
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
    union all
    select up.organization_id, o.id, case when o.accepted then o.parent_id end, up.depth + 1
    from up join organizations o on o.id = up.parent_id where up.depth < 50)
  select up.organization_id, up.id from up where up.parent_id is null
$$;

-- What these groups use: organizations below the top, and active keys.
create function own_group_uses() returns table (id uuid, organizations int, api_keys int)
language sql stable security definer set search_path from current as $$
  with recursive tree as (
    select g.group_id, g.group_id as id, 0 as depth from (select distinct group_id from own_groups()) g
    union all
    select tree.group_id, o.id, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.group_id, count(*)::int - 1, sum(active_keys(tree.id))::int from tree group by tree.group_id
$$;
revoke execute on function active_keys(uuid), group_active_keys(), own_groups(), own_group_uses() from public;
