-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- UTC; null until the first change.
alter table users add column password_changed_at timestamptz;

-- A person with a session changes the own password without an organization. The service sets app.user to that person.
create function own_credential() returns table (id uuid, email text, password_hash text)
language sql stable security definer set search_path from current as $$
  select u.id, u.email, u.password_hash from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;

-- Null if the hash is not the former one: another request has changed the password meanwhile.
create function change_password_hash(person uuid, former text, renewed text) returns boolean
language sql volatile security definer set search_path from current as $$
  update users set password_hash = renewed, password_changed_at = now()
  where id = person and password_hash is not distinct from former returning true
$$;
revoke execute on function own_credential(), change_password_hash(uuid, text, text) from public;
