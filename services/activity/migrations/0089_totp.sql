-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Secrets of the authenticator apps of people. A person belongs to no organization alone, so the person is the tenant.
create table totp_secrets (
  user_id       uuid primary key references users (id),
  -- Encrypted under SEALING_KEYS, which are not in the database.
  sealed_secret bytea not null check (octet_length(sealed_secret) between 32 and 255),
  created_at    timestamptz not null default now(),
  -- Null until a code has shown that the app knows the secret. A sign-in asks for no code before.
  confirmed_at  timestamptz,
  -- The step of 30 seconds since 1970 whose code was used last. Codes of it and of earlier steps are refused.
  last_step     int check (last_step >= 0),
  constraint totp_secrets_used check (confirmed_at is null or last_step is not null)
);
alter table totp_secrets enable row level security, force row level security;
create policy totp_secrets_own on totp_secrets
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);
-- The command that encrypts the secrets again finds them.
create policy totp_secrets_machinery on totp_secrets for select using (is_machinery());

-- Codes for the day on which the app is lost. A code works once: its use deletes the row.
create table totp_recovery_codes (
  user_id   uuid not null references totp_secrets (user_id) on delete cascade,
  -- SHA-256 of the person and the code. A code has 80 random bits, so nobody finds it by the hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
alter table totp_recovery_codes enable row level security, force row level security;
create policy totp_recovery_codes_own on totp_recovery_codes
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

-- Serves the function below and is_member_elsewhere.
create index members_by_user on members (user_id, organization_id);

-- A change of a person is in the audit log of each organization of the person. The service sets app.user to that person.
create function own_organizations(most int) returns table (organization_id uuid)
language sql stable security definer set search_path from current as $$
  select m.organization_id from members m
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.removed_at is null
  order by m.organization_id limit most
$$;
revoke execute on function own_organizations(int) from public;
