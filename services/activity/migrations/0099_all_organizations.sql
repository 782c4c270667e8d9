-- migrate: compatible
-- The next organizations in the order of their ids, for commands that go through all of them.
create function organizations_after(after uuid, at_most int) returns table (organization_id uuid)
language sql stable security definer set search_path from current as $$
  select o.id from organizations o where o.id > after order by o.id limit at_most
$$;
revoke execute on function organizations_after(uuid, int) from public;
