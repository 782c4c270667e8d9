-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- A sign-in happens before any organization is known. The owner changes hashes only by the function below.
create policy users_owner_change on users for update to current_user using (true);

-- Replaces a hash of an earlier cost. The former hash proves that the caller has checked the password against it.
create function renew_password_hash(person uuid, former text, renewed text) returns void
language sql volatile security definer set search_path from current as $$
  update users set password_hash = renewed where id = person and password_hash = former
$$;
revoke execute on function renew_password_hash(uuid, text, text) from public;
