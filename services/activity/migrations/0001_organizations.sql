-- Who is in the system, and who may act for whom.

-- Functions that run with the owner's rights must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

create table organizations (
  id         uuid primary key,
  parent_id  uuid references organizations (id) check (parent_id <> id),
  -- Whether the place below the parent is agreed; nobody above sees the organization before.
  accepted   boolean not null default false,
  name       text not null check (char_length(name) between 1 and 255),
  slug       text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- ISO 3166-1 alpha-2; prices purchases whose supplier is not known.
  country    text not null check (country ~ '^[A-Z]{2}$'),
  gwp_set    text not null default 'AR6' check (gwp_set in ('AR4', 'AR5', 'AR6')),
  created_at timestamptz not null default now()
);
-- Serves the walk down the tree.
create index organizations_by_parent on organizations (parent_id) where parent_id is not null;
alter table organizations enable row level security, force row level security;
create policy organizations_own on organizations
  using (id = any (visible_organizations())) with check (id = current_organization());

create table users (
  id            uuid primary key,
  email         text not null unique check (email = lower(email) and char_length(email) between 3 and 320),
  first_name    text check (char_length(first_name) <= 255),
  last_name     text check (char_length(last_name) <= 255),
  -- scrypt with its parameters; null for people who sign in elsewhere.
  password_hash text,
  created_at    timestamptz not null default now()
);

create table members (
  organization_id uuid not null references organizations (id),
  user_id         uuid not null references users (id),
  role            text not null check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  enabled         boolean not null default true,
  created_at      timestamptz not null default now(),
  primary key (organization_id, user_id)
);
alter table members enable row level security, force row level security;
create policy members_own on members
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- A person belongs to no organization alone: each sees those who are its members, disabled ones included,
-- because their names stand on records. A new person is nobody's until a member row follows.
alter table users enable row level security, force row level security;
create policy users_read on users for select using (exists (
  select from members m where m.user_id = users.id and m.organization_id = any (visible_organizations())));
create policy users_add on users for insert with check (true);
create policy users_change on users for update using (exists (
  select from members m where m.user_id = users.id and m.organization_id = current_organization()));

create table api_keys (
  organization_id uuid not null references organizations (id),
  id              uuid not null,
  -- Whose rights the key has.
  user_id         uuid not null references users (id),
  name            text not null check (char_length(name) between 1 and 255),
  -- The first characters, by which people recognize a key.
  prefix          text not null,
  -- HMAC-SHA-256 under the pepper, which is not in the database.
  key_hash        bytea not null check (octet_length(key_hash) = 32),
  enabled         boolean not null default true,
  expires_at      timestamptz,
  created_at      timestamptz not null default now(),
  -- To the minute.
  last_used_at    timestamptz,
  primary key (organization_id, id),
  unique (organization_id, key_hash)
);
alter table api_keys enable row level security, force row level security;
create policy api_keys_own on api_keys
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- Two questions reach beyond the caller's organization: what its group looks like, and who signs in before any
-- organization is known. The functions below answer exactly these with the owner's rights, and nothing in them
-- can be chosen by a caller but an address. Row-level security binds the owner too, so it gets a policy to read.
create policy organizations_owner on organizations for select to current_user using (true);
create policy users_owner on users for select to current_user using (true);

-- From the parent of the transaction's organization up to the root, as far as places are accepted.
create function group_ancestors() returns table (id uuid, depth int)
language sql stable security definer set search_path from current as $$
  with recursive up as (
    select o.parent_id as id, 1 as depth from organizations o
    where o.id = current_organization() and o.accepted and o.parent_id is not null
    union all
    select o.parent_id, up.depth + 1 from up join organizations o on o.id = up.id
    where o.accepted and o.parent_id is not null and up.depth < 50)
  select up.id, up.depth from up
$$;

-- The accepted organizations below the transaction's organization, the nearest first.
create function group_descendants() returns table (id uuid)
language sql stable security definer set search_path from current as $$
  with recursive down as (
    select o.id, 1 as depth from organizations o where o.parent_id = current_organization() and o.accepted
    union all
    select o.id, down.depth + 1 from down join organizations o on o.parent_id = down.id
    where o.accepted and down.depth < 50)
  select down.id from down order by down.depth, down.id limit 200
$$;

-- The whole group of the transaction's organization from its root; the root has no parent here.
create function group_tree() returns table (id uuid, parent_id uuid, name text)
language sql stable security definer set search_path from current as $$
  with recursive root as (
    select coalesce((select a.id from group_ancestors() a order by a.depth desc limit 1), current_organization()) as id),
  tree as (
    select o.id, null::uuid as parent_id, o.name, 0 as depth from organizations o join root using (id)
    union all
    select o.id, o.parent_id, o.name, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.id, tree.parent_id, tree.name from tree order by tree.depth, tree.name, tree.id limit 10000
$$;

create function user_by_email(address text) returns table (id uuid, email text, password_hash text)
language sql stable security definer set search_path from current as $$
  select u.id, u.email, u.password_hash from users u where u.email = lower(address)
$$;
revoke execute on function group_ancestors(), group_descendants(), group_tree(), user_by_email(text) from public;
