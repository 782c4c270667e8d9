-- Files that clients registered and upload by a signed URL. A row exists until the content has arrived.

-- Chunks of an earlier attempt are refused, so that two uploads by one URL do not mix.
alter table files add column upload_attempt int not null default 0 check (upload_attempt >= 0);

create table presigned_files (
  organization_id uuid not null,
  file_id         uuid not null,
  status          text not null default 'pending' check (status in ('pending', 'error')),
  -- As declared; the upload must have both.
  content_type    text not null check (content_type <> ''),
  -- Units of 1,024 bytes; at most 25 MiB.
  size_kb         int not null check (size_kb between 1 and 25600),
  expires_at      timestamptz not null,
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files on delete cascade
);
-- Serves the sweep, which removes the longest expired of all organizations first.
create index presigned_files_expiry on presigned_files (expires_at);
alter table presigned_files enable row level security, force row level security;
-- The sweep sees ids and times only.
create policy presigned_files_own on presigned_files
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));
