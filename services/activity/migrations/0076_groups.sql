-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

alter table organizations
  -- Whether admins of the organizations above rename, move and archive it. False after it joined by an invitation.
  add column managed boolean not null default true,
  -- An archived organization is read, and not changed.
  add column archived_at timestamptz;

-- Links by which another organization joins below this one. The link works once: acceptance deletes the row.
create table group_invitations (
  organization_id uuid not null references organizations (id),
  id              uuid not null,
  note            text check (char_length(note) between 1 and 255),
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash)
);
alter table group_invitations enable row level security, force row level security;
create policy group_invitations_own on group_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The accepted organizations below the transaction's organization, the nearest first. `manageable`: the transaction's
-- organization and all organizations between manage it.
create function group_children() returns table (
  id uuid, parent_id uuid, name text, country text, managed boolean, manageable boolean,
  created_at timestamptz, updated_at timestamptz, archived_at timestamptz, depth int)
language sql stable security definer set search_path from current as $$
  with recursive down as (
    select o.id, o.managed as manageable, 1 as depth from organizations o
    where o.parent_id = current_organization() and o.accepted
    union all
    select o.id, down.manageable and o.managed, down.depth + 1
    from down join organizations o on o.parent_id = down.id
    where o.accepted and down.depth < 50)
  select o.id, o.parent_id, o.name, o.country, o.managed, down.manageable, o.created_at, o.updated_at, o.archived_at,
    down.depth
  from down join organizations o using (id) order by down.depth, o.name, o.id
$$;
revoke execute on function group_children() from public;
