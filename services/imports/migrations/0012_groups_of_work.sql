-- migrate: compatible
-- Work waits in turns by the root of the group. The last ancestor of the caller is the root.
alter table import_runs
  add column group_id uuid not null generated always as
    (coalesce((principal -> 'ancestors' -> -1 ->> 'id')::uuid, organization_id)) stored,
  add column since timestamptz not null default now();

-- Null: the organization itself, as processes of the last release store it.
alter table reading_queue add column group_id uuid;

-- Contents whose reading failed. They get less time, whatever file has them.
create table failed_contents (
  organization_id uuid not null,
  sha256          text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  failed_at       timestamptz not null default now(),
  primary key (organization_id, sha256)
);
-- Serves the sweep, which removes the oldest.
create index failed_contents_failed_at on failed_contents (failed_at);
alter table failed_contents enable row level security, force row level security;
-- The sweep sees hashes and times only.
create policy failed_contents_own on failed_contents
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));
