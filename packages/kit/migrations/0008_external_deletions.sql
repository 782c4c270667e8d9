-- Entities of other services that rows of this schema may name, such as files, and the latest attempt to delete each.
-- A lookup from before that attempt is outdated (db/external-references.ts). Rows are needed for as long as a request
-- can last.
create table external_deletions (
  organization_id uuid not null,
  id              uuid not null,
  attempt         int not null check (attempt > 0),
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table external_deletions enable row level security, force row level security;
create policy external_deletions_own on external_deletions using (organization_id = (select current_organization()));
