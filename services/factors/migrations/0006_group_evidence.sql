-- Files that document a group, as for custom records.
create table custom_group_evidence (
  organization_id uuid not null,
  group_id        uuid not null,
  file_id         uuid not null,
  -- Order of attachment.
  position        int not null,
  file_name       text not null check (char_length(file_name) between 1 and 255),
  size_kb         int not null check (size_kb >= 0),
  primary key (organization_id, group_id, file_id),
  foreign key (organization_id, group_id) references custom_groups
);
-- Serves the removal of a deleted file.
create index custom_group_evidence_by_file on custom_group_evidence (organization_id, file_id);
alter table custom_group_evidence enable row level security, force row level security;
create policy custom_group_evidence_own on custom_group_evidence
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
