-- Announced deletions that calc has not confirmed, one row for each event. They are announced again until then.
create table pending_deletions (
  organization_id uuid not null,
  id              uuid not null,
  record_ids      uuid[] not null,
  revisions       int[] not null check (cardinality(revisions) = cardinality(record_ids)),
  -- Time of the last announcement.
  since           timestamptz not null default now(),
  -- Repeated announcements.
  tries           int not null default 0,
  primary key (organization_id, id)
);
-- Serves the sweep, which searches for the oldest of all organizations.
create index pending_deletions_since on pending_deletions (since);
alter table pending_deletions enable row level security, force row level security;
create policy pending_deletions_own on pending_deletions
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());
