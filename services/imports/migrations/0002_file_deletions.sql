-- Deletions of files that have begun: other services are asked whether their rows name the file (ADR 0028). Readers still
-- see the file, but no lookup for new rows finds it.
alter table files add column deletion_attempts int not null default 0 check (deletion_attempts >= 0);

create table file_deletions (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files on delete cascade
);
-- Serves the sweep, which ends deletions whose process was killed, the oldest of all organizations first.
create index file_deletions_since on file_deletions (since);
alter table file_deletions enable row level security, force row level security;
create policy file_deletions_own on file_deletions
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));
