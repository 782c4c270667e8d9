alter table members
  -- A removed member stays as a row, because its name stands on records.
  add column removed_at timestamptz,
  add column updated_at timestamptz,
  add constraint members_removed check (removed_at is null or not enabled);

-- Links by which a person becomes a member. The link works once: acceptance deletes the row.
create table member_invitations (
  organization_id uuid not null references organizations (id),
  id              uuid not null,
  email           text not null check (email = lower(email) and char_length(email) between 3 and 320),
  first_name      text check (char_length(first_name) between 1 and 255),
  last_name       text check (char_length(last_name) between 1 and 255),
  role            text not null check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  -- Acceptances that were tried. A link must not serve to guess the password of a person.
  attempts        int not null default 0,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  -- A new invitation of a person replaces the former one.
  unique (organization_id, email)
);
alter table member_invitations enable row level security, force row level security;
create policy member_invitations_own on member_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
