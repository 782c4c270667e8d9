-- migrate: baseline, compatible
-- Who is in the system, and who may act for whom; and the audit log of all services.
-- Functions with the rights of the owner must not look up a table in a temporary schema of the caller first, so their path
-- ends with pg_temp.

-- Operator classes of GiST for uuid: exclusion constraints compare ids and periods. The extension is trusted, so the
-- owner of the schema may create it.
create extension if not exists btree_gist;

create table organizations (
  id                uuid primary key,
  parent_id         uuid,
  -- Whether the place below the parent is agreed; nobody above sees the organization before.
  accepted          boolean not null default false,
  name              text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  slug              text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- ISO 3166-1 alpha-2; prices purchases whose supplier is not known.
  country           text not null check (country ~ '^[A-Z]{2}$'),
  -- AR5 is the set of the publications in use today.
  gwp_set           text not null default 'AR5' check (gwp_set in ('AR4', 'AR5', 'AR6')),
  created_at        timestamptz not null default now(),
  -- Null until the first change of a setting.
  updated_at        timestamptz,
  -- Whether factors of flights include the effects besides CO2, CH4 and N2O. Null: as the publisher of each factor
  -- recommends.
  radiative_forcing text check (radiative_forcing in ('with', 'without')),
  -- Whether admins of the organizations above rename, move and archive it. False after it joined by an invitation.
  managed           boolean not null default true,
  -- An archived organization is read, and not changed.
  archived_at       timestamptz,
  sector_edition    text check (sector_edition in ('nace_rev2', 'nace_rev2_1')),
  unique (slug),
  constraint organizations_check check (parent_id <> id),
  foreign key (parent_id) references organizations(id)
);
alter table organizations enable row level security, force row level security;
-- Serves the walk down the tree.
create index organizations_by_parent on organizations (parent_id) where parent_id is not null;
create policy organizations_own on organizations
  using (id = any (visible_organizations()))
  with check (id = current_organization());
-- Two questions reach beyond the caller's organization: what its group looks like, and who signs in before any
-- organization is known. The functions below answer exactly these with the owner's rights, and nothing in them
-- can be chosen by a caller but an address. Row-level security binds the owner too, so it gets a policy to read.
create policy organizations_owner on organizations for select to current_user
  using (true);

-- A person belongs to no organization alone: each sees those who are its members, disabled ones included, because their
-- names stand on records. A new person is nobody's until a member row follows.
create table users (
  id                  uuid primary key,
  -- Services fold the addresses of accounts (accountAddress in kit), and the database compares them as they are. Its
  -- lower() folds some letters differently, so the checks look at ASCII letters alone.
  email               text not null check (email = lower(email collate "C") and char_length(email) >= 3 and
    char_length(email) <= 320),
  first_name          text check (char_length(first_name) <= 255),
  last_name           text check (char_length(last_name) <= 255),
  -- scrypt with its parameters; null for people who sign in elsewhere.
  password_hash       text,
  created_at          timestamptz not null default now(),
  -- The profile that records show with their user. The prefix is the calling code of the phone number, such as +34.
  prefix              text check (char_length(prefix) >= 1 and char_length(prefix) <= 8),
  phone_number        text check (char_length(phone_number) >= 1 and char_length(phone_number) <= 32),
  profile_img_url     text check (char_length(profile_img_url) >= 1 and char_length(profile_img_url) <= 2048),
  onboarding_done     boolean not null default false,
  -- UTC; null until the first change.
  password_changed_at timestamptz,
  unique (email)
);
alter table users enable row level security, force row level security;
create policy users_add on users for insert
  with check (true);
create policy users_owner on users for select to current_user
  using (true);
-- A sign-in happens before any organization is known. The owner changes hashes only by the function below.
create policy users_owner_change on users for update to current_user
  using (true);

create table api_keys (
  organization_id uuid not null,
  id              uuid not null,
  -- Whose rights the key has.
  user_id         uuid not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  -- The first characters, by which people recognize a key.
  prefix          text not null,
  -- HMAC-SHA-256 under the pepper, which is not in the database.
  key_hash        bytea not null check (octet_length(key_hash) = 32),
  enabled         boolean not null default true,
  expires_at      timestamptz,
  created_at      timestamptz not null default now(),
  -- To the minute.
  last_used_at    timestamptz,
  -- The key may do no more than this role and no more than its owner. Null: the role of the owner.
  role            text check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  revoked_at      timestamptz,
  -- The key that replaces this one.
  rotated_to      uuid,
  primary key (organization_id, id),
  unique (organization_id, key_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table api_keys enable row level security, force row level security;
create unique index api_keys_by_hash on api_keys (key_hash);
create policy api_keys_own on api_keys
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
-- Whose key it is. Nothing is told to somebody who does not know the whole key.
create policy api_keys_owner on api_keys for select to current_user
  using (true);

create function refuse_block_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_blocks is append-only' using errcode = 'restrict_violation';
end $$;

-- Blocks of the hash chain of each organization. A block names its rows, so nothing but a block says what is chained.
create table audit_blocks (
  organization_id uuid not null,
  -- From 1, without gaps.
  "position"      bigint not null check ("position" > 0),
  chained_at      timestamptz not null,
  ids             uuid[] not null check (cardinality(ids) >= 1 and cardinality(ids) <= 10000),
  -- SHA-256 of each row, in the order of the ids.
  row_hashes      bytea not null,
  -- 32 zero bytes in the first block.
  previous_hash   bytea not null check (octet_length(previous_hash) = 32),
  -- SHA-256 of all other columns.
  hash            bytea not null check (octet_length(hash) = 32),
  primary key (organization_id, "position"),
  constraint audit_blocks_check check (octet_length(row_hashes) = (32 * cardinality(ids)))
);
comment on table audit_blocks is 'append-only: the hash chain over audit_log';
alter table audit_blocks enable row level security, force row level security;
create policy audit_blocks_own on audit_blocks
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_blocks
  for each statement execute function refuse_block_change();

-- The last block of each organization, kept apart: without it the end of the chain could be removed unnoticed.
create table audit_heads (
  organization_id uuid primary key,
  "position"      bigint not null check ("position" > 0),
  hash            bytea not null check (octet_length(hash) = 32)
);
alter table audit_heads enable row level security, force row level security;
create policy audit_heads_own on audit_heads
  using (organization_id = (select current_organization()));

-- Rows that no block has yet. A transaction adds its own entry, so writers do not wait for each other.
create table audit_queue (
  organization_id uuid not null,
  id              bigint not null generated always as identity,
  ids             uuid[] not null check (cardinality(ids) >= 1 and cardinality(ids) <= 1000),
  primary key (organization_id, id)
);
alter table audit_queue enable row level security, force row level security;
create policy audit_queue_own on audit_queue
  using (organization_id = (select current_organization()) or is_machinery())
  with check (organization_id = (select current_organization()));

-- Links by which another organization joins below this one. The link works once: acceptance deletes the row.
create table group_invitations (
  organization_id uuid not null,
  id              uuid not null,
  note            text check (char_length(note) >= 1 and char_length(note) <= 255),
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id)
);
alter table group_invitations enable row level security, force row level security;
create policy group_invitations_own on group_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Links by which a person becomes a member. The link works once: acceptance deletes the row.
create table member_invitations (
  organization_id uuid not null,
  id              uuid not null,
  email           text not null check (email = lower(email collate "C") and char_length(email) >= 3 and
    char_length(email) <= 320),
  first_name      text check (char_length(first_name) >= 1 and char_length(first_name) <= 255),
  last_name       text check (char_length(last_name) >= 1 and char_length(last_name) <= 255),
  role            text not null check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  -- Acceptances that were tried. A link must not serve to guess the password of a person.
  attempts        integer not null default 0,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  -- A new invitation of a person replaces the former one.
  unique (organization_id, email),
  -- A new invitation of a person replaces the former one.
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id)
);
alter table member_invitations enable row level security, force row level security;
create policy member_invitations_own on member_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table members (
  organization_id uuid not null,
  user_id         uuid not null,
  role            text not null check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  enabled         boolean not null default true,
  created_at      timestamptz not null default now(),
  -- A removed member stays as a row, because its name stands on records.
  removed_at      timestamptz,
  updated_at      timestamptz,
  primary key (organization_id, user_id),
  constraint members_removed check (removed_at is null or not enabled),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table members enable row level security, force row level security;
-- Serves the function below and is_member_elsewhere.
create index members_by_user on members (user_id, organization_id);
create policy members_own on members
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
-- A password is that of the person in all organizations. The function below says only whether others have the person, too.
create policy members_owner on members for select to current_user
  using (true);

-- Links by which a member chooses a new password. The link works once: its use deletes the row.
create table password_resets (
  organization_id uuid not null,
  user_id         uuid not null,
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  -- A new link of a member replaces the former one.
  primary key (organization_id, user_id),
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table password_resets enable row level security, force row level security;
create policy password_resets_own on password_resets
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- The sign-ins of people. A person belongs to no organization alone, so the person is the tenant of these rows.
create table sessions (
  user_id      uuid not null,
  id           uuid not null,
  -- How the person proved who they are.
  method       text not null check (method in ('password', 'openid_connect')),
  address      text check (char_length(address) >= 1 and char_length(address) <= 64),
  user_agent   text check (char_length(user_agent) >= 1 and char_length(user_agent) <= 255),
  created_at   timestamptz not null default now(),
  -- To the minute.
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- Null while the token of the session is valid.
  ended_at     timestamptz,
  primary key (user_id, id),
  foreign key (user_id) references users(id)
);
alter table sessions enable row level security, force row level security;
-- Transactions without a person see no session.
create policy sessions_own on sessions
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

-- Secrets of the authenticator apps of people. A person belongs to no organization alone, so the person is the tenant.
create table totp_secrets (
  user_id       uuid primary key,
  -- Encrypted under SEALING_KEYS, which are not in the database.
  sealed_secret bytea not null check (octet_length(sealed_secret) >= 32 and octet_length(sealed_secret) <= 255),
  created_at    timestamptz not null default now(),
  -- Null until a code has shown that the app knows the secret. A sign-in asks for no code before.
  confirmed_at  timestamptz,
  -- The step of 30 seconds since 1970 whose code was used last. Codes of it and of earlier steps are refused.
  last_step     integer check (last_step >= 0),
  constraint totp_secrets_used check (confirmed_at is null or last_step is not null),
  foreign key (user_id) references users(id)
);
alter table totp_secrets enable row level security, force row level security;
-- The command that encrypts the secrets again finds them.
create policy totp_secrets_machinery on totp_secrets for select
  using (is_machinery());
create policy totp_secrets_own on totp_secrets
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

-- Codes for the day on which the app is lost. A code works once: its use deletes the row.
create table totp_recovery_codes (
  user_id   uuid not null,
  -- SHA-256 of the person and the code. A code has 80 random bits, so nobody finds it by the hash.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash),
  foreign key (user_id) references totp_secrets(user_id) on delete cascade
);
alter table totp_recovery_codes enable row level security, force row level security;
create policy totp_recovery_codes_own on totp_recovery_codes
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

-- Persons as outside issuers know them. An address may pass to another person; issuer and subject never do.
-- Only the functions of the owner reach the rows, because a person belongs to no organization.
create table user_identities (
  issuer     text not null check (char_length(issuer) >= 1 and char_length(issuer) <= 2048),
  subject    text not null check (char_length(subject) >= 1 and char_length(subject) <= 255),
  user_id    uuid not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- A second subject with the same address does not become this user.
  unique (issuer, user_id),
  foreign key (user_id) references users(id)
);
alter table user_identities enable row level security, force row level security;
create policy user_identities_owner on user_identities to current_user
  using (true)
  with check (true);

create policy users_change on users for update
  using (exists ( select from members m where m.user_id = users.id and m.organization_id = current_organization()));

create policy users_read on users for select
  using (exists ( select from members m where m.user_id = users.id and (m.organization_id = any
    (visible_organizations()))));

-- Keys of an organization that are neither revoked nor expired.
create function active_keys(of_organization uuid) returns integer
language sql stable set search_path = activity, pg_temp as $$
  select count(*)::int from api_keys k
  where k.organization_id = of_organization and k.enabled and (k.expires_at is null or k.expires_at > now())
$$;
revoke execute on function active_keys(uuid) from public;

-- Null if the hash is not the former one: another request has changed the password meanwhile.
create function change_password_hash(person uuid, former text, renewed text) returns boolean
language sql security definer set search_path = activity, pg_temp as $$
  update users set password_hash = renewed, password_changed_at = now()
  where id = person and password_hash is not distinct from former returning true
$$;
revoke execute on function change_password_hash(uuid,text,text) from public;

-- From the parent of the transaction's organization up to the root, as far as places are accepted.
create function group_ancestors() returns table(id uuid, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive up as (
    select o.parent_id as id, 1 as depth from organizations o
    where o.id = current_organization() and o.accepted and o.parent_id is not null
    union all
    select o.parent_id, up.depth + 1 from up join organizations o on o.id = up.id
    where o.accepted and o.parent_id is not null and up.depth < 50)
  select up.id, up.depth from up
$$;
revoke execute on function group_ancestors() from public;

-- The accepted organizations below the transaction's organization, the nearest first. `manageable`: the transaction's
-- organization and all organizations between manage it.
create function group_children() returns table(id uuid, parent_id uuid, name text, country text, managed boolean,
  manageable boolean, created_at timestamptz, updated_at timestamptz, archived_at timestamptz, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
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

-- The accepted organizations below the transaction's organization, the nearest first.
create function group_descendants() returns table(id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive down as (
    select o.id, 1 as depth from organizations o where o.parent_id = current_organization() and o.accepted
    union all
    select o.id, down.depth + 1 from down join organizations o on o.parent_id = down.id
    where o.accepted and down.depth < 50)
  select down.id from down order by down.depth, down.id limit 200
$$;
revoke execute on function group_descendants() from public;

-- The organizations above the transaction's organization with their names, as far as places are accepted.
create function group_lineage() returns table(id uuid, name text, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  select o.id, o.name, a.depth from group_ancestors() a join organizations o using (id)
$$;
revoke execute on function group_lineage() from public;

-- The whole group of the transaction's organization from its root; the root has no parent here.
create function group_tree() returns table(id uuid, parent_id uuid, name text)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive root as (
    select coalesce((select a.id from group_ancestors() a order by a.depth desc limit 1), current_organization()) as id),
  tree as (
    select o.id, null::uuid as parent_id, o.name, 0 as depth from organizations o join root using (id)
    union all
    select o.id, o.parent_id, o.name, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.id, tree.parent_id, tree.name from tree order by tree.depth, tree.name, tree.id limit 10000
$$;
revoke execute on function group_tree() from public;

-- The links of the user of an address. For operators: no organization decides about a person of several.
create function identities_of(address text) returns table(issuer text, subject text, linked_at timestamptz)
language sql stable security definer set search_path = activity, pg_temp as $$
  select i.issuer, i.subject, i.created_at from user_identities i join users u on u.id = i.user_id
  where u.email = address
  order by i.issuer
$$;
revoke execute on function identities_of(text) from public;

-- Whether a person is a member of an organization that the transaction's organization does not manage.
create function is_member_elsewhere(person uuid) returns boolean
language sql stable security definer set search_path = activity, pg_temp as $$
  select exists (
    select from members m
    where m.user_id = person and m.removed_at is null and m.organization_id <> current_organization()
      and m.organization_id not in (select c.id from group_children() c where c.manageable))
$$;
revoke execute on function is_member_elsewhere(uuid) from public;

-- Links the user of an address, unless the issuer has another subject for this user already.
create function link_identity(of_issuer text, of_subject text, address text) returns void
language sql security definer set search_path = activity, pg_temp as $$
  insert into user_identities (issuer, subject, user_id)
  select of_issuer, of_subject, u.id from users u where u.email = address
  on conflict do nothing
$$;
revoke execute on function link_identity(text,text,text) from public;

create function organization_of_key(hash bytea) returns table(organization_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  select k.organization_id from api_keys k where k.key_hash = hash
$$;
revoke execute on function organization_of_key(bytea) from public;

-- The next organizations in the order of their ids, for commands that go through all of them.
create function organizations_after(after uuid, at_most integer) returns table(organization_id uuid)
language sql stable security definer set search_path = activity as $$
  select o.id from organizations o where o.id > after order by o.id limit at_most
$$;
revoke execute on function organizations_after(uuid,integer) from public;

-- A person with a session changes the own password without an organization. The service sets app.user to that person.
create function own_credential() returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;
revoke execute on function own_credential() from public;

-- The organizations of the person of a session, each with the top of its group: itself, outside of one.
create function own_groups() returns table(organization_id uuid, group_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive up as (
    select o.id as organization_id, o.id, case when o.accepted then o.parent_id end as parent_id, 0 as depth
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
    union all
    select up.organization_id, o.id, case when o.accepted then o.parent_id end, up.depth + 1
    from up join organizations o on o.id = up.parent_id where up.depth < 50)
  select up.organization_id, up.id from up where up.parent_id is null
$$;
revoke execute on function own_groups() from public;

-- What these groups use: organizations below the top, and active keys.
create function own_group_uses() returns table(id uuid, organizations integer, api_keys integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive tree as (
    select g.group_id, g.group_id as id, 0 as depth from (select distinct group_id from own_groups()) g
    union all
    select tree.group_id, o.id, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.group_id, count(*)::int - 1, sum(active_keys(tree.id))::int from tree group by tree.group_id
$$;
revoke execute on function own_group_uses() from public;

create function own_memberships() returns table(id uuid, name text, role text, archived boolean)
language sql stable security definer set search_path = activity, pg_temp as $$
  select o.id, o.name, m.role, o.archived_at is not null
  from members m join organizations o on o.id = m.organization_id
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
$$;
revoke execute on function own_memberships() from public;

-- A change of a person is in the audit log of each organization of the person. The service sets app.user to that person.
create function own_organizations(most integer) returns table(organization_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  select m.organization_id from members m
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.removed_at is null
  order by m.organization_id limit most
$$;
revoke execute on function own_organizations(integer) from public;

-- A person with a session reads the own account without an organization. The service sets app.user to that person.
create function own_person() returns table(user_id uuid, email text, first_name text, last_name text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.first_name, u.last_name from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;
revoke execute on function own_person() from public;

create function queue_audit_rows() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  insert into audit_queue (organization_id, ids)
  select organization_id, array_agg(id order by id)
  from (
    select organization_id, id, (row_number() over (partition by organization_id order by id) - 1) / 1000 as part
    from added) numbered
  group by organization_id, part;
  return null;
end $$;

-- Replaces a hash of an earlier cost. The former hash proves that the caller has checked the password against it.
create function renew_password_hash(person uuid, former text, renewed text) returns void
language sql security definer set search_path = activity, pg_temp as $$
  update users set password_hash = renewed where id = person and password_hash = former
$$;
revoke execute on function renew_password_hash(uuid,text,text) from public;

-- Removes a link of the user of an address, and returns the user. Null if there is no such link.
create function unlink_identity(of_issuer text, of_subject text, address text) returns uuid
language sql security definer set search_path = activity, pg_temp as $$
  delete from user_identities i using users u
  where u.id = i.user_id and u.email = address and i.issuer = of_issuer and i.subject = of_subject
  returning i.user_id
$$;
revoke execute on function unlink_identity(text,text,text) from public;

-- Processes of the last release still call user_by_email(), which folds by itself.
create function user_by_address(address text) returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u where u.email = address
$$;
revoke execute on function user_by_address(text) from public;

create function user_by_email(address text) returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u where u.email = lower(address)
$$;
revoke execute on function user_by_email(text) from public;

create function user_by_identity(of_issuer text, of_subject text) returns table(id uuid, email text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email from user_identities i join users u on u.id = i.user_id
  where i.issuer = of_issuer and i.subject = of_subject
$$;
revoke execute on function user_by_identity(text,text) from public;

-- The log of activity also has the changes of other services, which arrive as events.
alter table audit_log add column service text not null default 'activity' check (service <> '');
-- Serve the filters of the list, which is sorted by id. The first one also serves the versions of transport routes.
create index audit_log_by_entity on audit_log (organization_id, entity_id, id) where entity_id is not null;
create index audit_log_by_actor on audit_log (organization_id, actor_id, id) where actor_id is not null;
create index audit_log_by_key on audit_log (organization_id, api_key_id, id) where api_key_id is not null;
create index audit_log_by_request on audit_log (organization_id, request_id, id) where request_id is not null;
create index audit_log_by_action on audit_log (organization_id, action, id);
create index audit_log_by_kind on audit_log (organization_id, entity_kind, id) where entity_kind is not null;
create trigger queue_for_chain after insert on audit_log referencing new table as added
  for each statement execute function queue_audit_rows();
