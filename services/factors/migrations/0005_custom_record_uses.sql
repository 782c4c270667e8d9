-- Whose activities name a record: those of its owner, or of an organization below. In place of custom_records.referenced,
-- which nobody but the owner could have set.
create table custom_record_uses (
  -- Of the activities.
  organization_id uuid not null,
  record_id       uuid not null,
  -- Of the record.
  owner_id        uuid not null,
  primary key (organization_id, record_id)
);
-- Serves the change of a record, which asks whether anybody uses it.
create index custom_record_uses_by_owner on custom_record_uses (owner_id, record_id);
alter table custom_record_uses enable row level security, force row level security;
-- Who owns a record may know that it is in use, and by whom; nobody says so for others.
create policy custom_record_uses_own on custom_record_uses
  using (organization_id = any (visible_organizations()) or owner_id = current_organization())
  with check (organization_id = current_organization());
