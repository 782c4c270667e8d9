-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- A person with a session reads the own account without an organization. The service sets app.user to that person.
create function own_person() returns table (user_id uuid, email text, first_name text, last_name text)
language sql stable security definer set search_path from current as $$
  select u.id, u.email, u.first_name, u.last_name from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;
create function own_memberships() returns table (id uuid, name text, role text, archived boolean)
language sql stable security definer set search_path from current as $$
  select o.id, o.name, m.role, o.archived_at is not null
  from members m join organizations o on o.id = m.organization_id
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
$$;
revoke execute on function own_person(), own_memberships() from public;
