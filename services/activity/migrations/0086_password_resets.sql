-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Links by which a member chooses a new password. The link works once: its use deletes the row.
create table password_resets (
  organization_id uuid not null references organizations (id),
  user_id         uuid not null references users (id),
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  -- A new link of a member replaces the former one.
  primary key (organization_id, user_id),
  unique (organization_id, token_hash)
);
alter table password_resets enable row level security, force row level security;
create policy password_resets_own on password_resets
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- A password is that of the person in all organizations. The function below says only whether others have the person, too.
create policy members_owner on members for select to current_user using (true);

-- Whether a person is a member of an organization that the transaction's organization does not manage.
create function is_member_elsewhere(person uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (
    select from members m
    where m.user_id = person and m.removed_at is null and m.organization_id <> current_organization()
      and m.organization_id not in (select c.id from group_children() c where c.manageable))
$$;
revoke execute on function is_member_elsewhere(uuid) from public;
