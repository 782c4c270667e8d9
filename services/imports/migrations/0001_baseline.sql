-- migrate: baseline, compatible

-- Files of organizations. Content lies in chunks, so that no statement is large.
-- For searches: case and accents do not matter.
create function plain_text(words text) returns text
language sql immutable parallel safe
return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

-- A trigger, so that no deletion of a file can forget its object.
create function release_file_object() returns trigger
language plpgsql as $$
begin
  update file_objects set unused_since = now() where organization_id = old.organization_id and file_id = old.id;
  return null;
end $$;

create table folders (
  organization_id uuid not null,
  id              uuid not null,
  parent_id       uuid,
  -- The rules of file names: no slash, so that a path is unambiguous.
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255 and name !~
    '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name     text not null generated always as (plain_text(name)) stored,
  -- Created by human_resources, or in a folder of that role: viewers do not see it.
  for_people      boolean not null,
  created_by      text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint folders_check check (parent_id <> id),
  foreign key (organization_id, parent_id) references folders(organization_id, id)
);
alter table folders enable row level security, force row level security;
-- Folders about people have names of their own, because others must not learn of them.
create unique index folders_by_name on folders (organization_id, parent_id, for_people, lower(name)) nulls not
  distinct;
create policy folders_own on folders
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table files (
  organization_id   uuid not null,
  id                uuid not null,
  state             text not null default 'uploading' check (state in ('uploading', 'stored')),
  -- No path, no control character, nothing that turns the direction of writing.
  file_name         text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255 and file_name
    !~ '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name       text not null generated always as (plain_text(file_name)) stored,
  content_type      text not null,
  -- At most 25 MiB.
  size_bytes        bigint not null default 0 check (size_bytes >= 0 and size_bytes <= 26214400),
  sha256            text check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by       text,
  created_at        timestamptz not null default now(),
  -- Deletions of files that have begun: other services are asked whether their rows name the file (ADR 0028). Readers still
  -- see the file, but no lookup for new rows finds it.
  deletion_attempts integer not null default 0 check (deletion_attempts >= 0),
  -- Uploaded by human_resources: personal data, which viewers must not see.
  for_people        boolean not null default false,
  -- Contents of finished files may lie in an object store. Uploads always arrive in the database; a sweep moves them.
  stored_in         text not null default 'database' check (stored_in in ('database', 'objects')),
  -- Files that clients registered and upload by a signed URL. A row exists until the content has arrived.
  -- Chunks of an earlier attempt are refused, so that two uploads by one URL do not mix.
  upload_attempt    integer not null default 0 check (upload_attempt >= 0),
  folder_id         uuid,
  primary key (organization_id, id),
  constraint files_check check (state = 'uploading' or sha256 is not null and size_bytes > 0),
  foreign key (organization_id, folder_id) references folders(organization_id, id)
);
alter table files enable row level security, force row level security;
-- Serves the search for files with the same content.
create index files_by_content on files (organization_id, sha256) where state = 'stored';
create index files_by_folder on files (organization_id, folder_id, created_at desc, id desc) where folder_id is not
  null;
-- Serves the listing, the newest first.
create index files_by_time on files (organization_id, created_at desc, id desc) where state = 'stored';
create policy files_own on files
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
create trigger files_release_object after delete on files
  for each row when (old.state = 'stored') execute function release_file_object();

-- Finished files whose content lies in the database, for the sweep that moves contents.
create table database_contents (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table database_contents enable row level security, force row level security;
create index database_contents_since on database_contents (since, file_id);
create policy database_contents_own on database_contents
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Contents whose reading failed. They get less time, whatever file has them.
create table failed_contents (
  organization_id uuid not null,
  sha256          text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  failed_at       timestamptz not null default now(),
  primary key (organization_id, sha256)
);
alter table failed_contents enable row level security, force row level security;
-- Serves the sweep, which removes the oldest.
create index failed_contents_failed_at on failed_contents (failed_at);
-- The sweep sees hashes and times only.
create policy failed_contents_own on failed_contents
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table file_chunks (
  organization_id uuid not null,
  file_id         uuid not null,
  -- Bytes before the chunk; a multiple of 64 KiB, so that a file has at most 400 chunks.
  "position"      bigint not null check ("position" >= 0 and ("position" % 65536::bigint) = 0),
  -- Pictures and documents are compressed already; trying it again costs time.
  content         bytea storage external not null check (octet_length(content) >= 1 and octet_length(content) <=
    1048576),
  primary key (organization_id, file_id, "position"),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table file_chunks enable row level security, force row level security;
create policy file_chunks_own on file_chunks
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table file_deletions (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table file_deletions enable row level security, force row level security;
-- Serves the sweep, which ends deletions whose process was killed, the oldest of all organizations first.
create index file_deletions_since on file_deletions (since);
create policy file_deletions_own on file_deletions
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Every object of the store, from before it is written until after it is deleted. The row outlives its file.
create table file_objects (
  organization_id uuid not null,
  file_id         uuid not null,
  -- When its file was deleted, or when an object of a deleted file was last written.
  unused_since    timestamptz,
  primary key (organization_id, file_id)
);
alter table file_objects enable row level security, force row level security;
create index file_objects_unused on file_objects (unused_since) where unused_since is not null;
create policy file_objects_own on file_objects
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- What an organization keeps. The row is also the lock under which its uploads are counted.
create table file_totals (
  organization_id uuid primary key,
  -- Of finished files.
  stored_bytes    bigint not null default 0 check (stored_bytes >= 0)
);
alter table file_totals enable row level security, force row level security;
create policy file_totals_own on file_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- The files that are not finished yet. What waits too long is removed.
create table file_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table file_uploads enable row level security, force row level security;
-- Serves the sweep, which looks for the longest waiting of all organizations.
create index file_uploads_since on file_uploads (since);
-- The sweep sees only that something waits, never the file itself.
create policy file_uploads_own on file_uploads
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

-- Sessions and files to be removed. A row outlives its session.
create table import_cleanups (
  organization_id uuid not null,
  session_id      uuid not null,
  -- A file that was uploaded for the session.
  file_id         uuid,
  due_at          timestamptz not null,
  primary key (organization_id, session_id)
);
alter table import_cleanups enable row level security, force row level security;
create index import_cleanups_due_at on import_cleanups (due_at);
create policy import_cleanups_own on import_cleanups
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Mappings that an organization used, so that the next file with the same columns gets them suggested.
create table import_mappings (
  organization_id uuid not null,
  template_id     text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  -- Without case, accents and punctuation.
  source_name     text not null check (char_length(source_name) >= 1 and char_length(source_name) <= 255),
  target_column   text not null check (char_length(target_column) >= 1 and char_length(target_column) <= 255),
  -- Texts of the file to values, of closed lists only where records are about people.
  value_mappings  jsonb not null default '{}'::jsonb check (jsonb_typeof(value_mappings) = 'object' and
    octet_length(value_mappings::text) <= 524288),
  uses            integer not null default 1 check (uses > 0),
  last_used_at    timestamptz not null default now(),
  primary key (organization_id, template_id, source_name)
);
alter table import_mappings enable row level security, force row level security;
-- Serves the removal of the oldest.
create index import_mappings_by_use on import_mappings (organization_id, template_id, last_used_at);
create policy import_mappings_own on import_mappings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Results of the latest validation. They are inserted and deleted, so rows are not written again.
create table import_results (
  organization_id uuid not null,
  session_id      uuid not null,
  row_index       integer not null,
  -- Texts by column of the template.
  data            json not null,
  -- By column of the template; null for a valid row.
  errors          jsonb,
  -- The message of the record of a valid row.
  record          bytea,
  -- How texts of a valid row were understood where they may mean several things, as `errors`. Null: nothing to say.
  notices         jsonb,
  -- What is there already, or in an earlier row: a list of reasons. Null: nothing.
  duplicates      jsonb,
  -- Texts that the row has in common with rows that may be the same.
  keys            jsonb,
  primary key (organization_id, session_id, row_index),
  constraint import_results_check check ((errors is null) <> (record is null))
);
alter table import_results enable row level security, force row level security;
-- Serves pages of rows with duplicates.
create index import_results_with_duplicates on import_results (organization_id, session_id, row_index) where
  duplicates is not null;
-- Serves pages of rows with errors.
create index import_results_with_errors on import_results (organization_id, session_id, row_index) where errors is
  not null;
create policy import_results_own on import_results
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- One row of the file each. Rows and results have no foreign key, which would check the session for each of 200,000
-- rows. Their writers hold the run of the session, and its deletion waits for them. Columns that are only read as a
-- whole are json: their texts need no conversion.
create table import_rows (
  organization_id uuid not null,
  session_id      uuid not null,
  -- From 0, below the header.
  row_index       integer not null check (row_index >= 0),
  -- From 1, of the sheet.
  row_number      integer not null check (row_number >= 1),
  cells           json not null,
  -- Texts by column of the template.
  corrections     jsonb,
  -- Of a combined row, whose index is 1,000,000 or more: its days, errors and notices.
  combined        json,
  primary key (organization_id, session_id, row_index)
);
alter table import_rows enable row level security, force row level security;
create policy import_rows_own on import_rows
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- Import sessions (ADR 0061). The rows of a session and their results are in tables of their own.
create table import_sessions (
  organization_id     uuid not null,
  id                  uuid not null,
  template_id         text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  -- Its records are about people, so the roles of people apply.
  is_personal         boolean not null,
  status              text not null default 'created' check (status in ('created', 'parsed', 'mapped', 'validating',
    'validated', 'submitting', 'submitted', 'failed', 'expired')),
  -- The code and the sentence of a failure.
  status_code         text,
  status_detail       text,
  -- Grows with every change of status, mapping or rows.
  revision            integer not null default 1,
  -- The file is read once. Without it the records name no file.
  file_id             uuid,
  -- Given by the client. A file that was uploaded for the session is removed with it.
  raw_file_id         uuid,
  file_name           text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  file_type           text not null check (file_type in ('csv', 'xlsx', 'xls')),
  user_id             text,
  actor_type          text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_api_key_id    text,
  numeric_locale      text,
  date_locale         text,
  project_id          text,
  folder_id           text,
  -- As requested; null to detect it.
  sheet_name          text,
  header_row          integer check (header_row >= 0 and header_row <= 1048575),
  sheets              text[] not null default '{}'::text[],
  selected_sheet      text,
  detected_header_row integer not null default 0,
  source_columns      text[],
  -- First day of the serial numbers of the workbook.
  date_system         integer not null default 1900 check (date_system in (1900, 1904)),
  mapping             jsonb,
  value_mappings      jsonb not null default '{}'::jsonb,
  total_rows          integer not null default 0 check (total_rows >= 0),
  valid_rows          integer not null default 0 check (valid_rows >= 0),
  error_rows          integer not null default 0 check (error_rows >= 0),
  errors_by_column    jsonb,
  -- How the latest validation read numbers and days, by column of the template.
  styles              jsonb,
  processing_job_id   uuid,
  rows_submitted      integer,
  expires_at          timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  -- Rows of the file that its sheet hides or filters out.
  hidden_rows         integer not null default 0 check (hidden_rows >= 0),
  -- Constants and further targets of columns, by column of the template.
  fill                jsonb not null default '{}'::jsonb check (jsonb_typeof(fill) = 'object'),
  -- Rows with duplicates of the latest validation.
  duplicate_rows      integer not null default 0 check (duplicate_rows >= 0),
  -- The latest validation made errors of duplicates.
  is_strict           boolean not null default false,
  -- How rows of intervals become one record of a month. Null: each row is a record.
  combine             jsonb check (jsonb_typeof(combine) = 'object'),
  -- Rows of the file that the present combined rows were made of. Null: none are made.
  combined_from       integer check (combined_from >= 0),
  primary key (organization_id, id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete set null (file_id)
);
alter table import_sessions enable row level security, force row level security;
-- Serves the deletion of files.
create index import_sessions_by_file on import_sessions (organization_id, file_id) where file_id is not null;
-- Serves the listing, the newest first.
create index import_sessions_by_time on import_sessions (organization_id, created_at desc, id desc);
create policy import_sessions_own on import_sessions
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- Parsing, validation and submission in the background. A row exists while the work is not finished.
create table import_runs (
  organization_id uuid not null,
  session_id      uuid not null,
  -- The caller in whose name the work runs, as JSON.
  principal       jsonb not null,
  -- The process that works on it. A process that stops renewing it loses it.
  holder          uuid,
  held_until      timestamptz not null default now(),
  attempts        integer not null default 0,
  -- A run that was interrupted so often is given up.
  attempts_max    integer not null default 3 check (attempts_max >= 1),
  -- Work waits in turns by the root of the group. The last ancestor of the caller is the root.
  group_id        uuid not null generated always as (coalesce((((principal -> 'ancestors') -> '-1'::integer) ->>
    'id')::uuid, organization_id)) stored,
  since           timestamptz not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references import_sessions(organization_id, id) on delete cascade
);
alter table import_runs enable row level security, force row level security;
-- Serves the sweep, which takes up the work of killed processes.
create index import_runs_held_until on import_runs (held_until);
-- Sweeps see only that something waits, never the session itself.
create policy import_runs_own on import_runs
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table presigned_files (
  organization_id uuid not null,
  file_id         uuid not null,
  status          text not null default 'pending' check (status in ('pending', 'error')),
  -- As declared; the upload must have both.
  content_type    text not null check (content_type <> ''),
  -- Units of 1,024 bytes; at most 25 MiB.
  size_kb         integer not null check (size_kb >= 1 and size_kb <= 25600),
  expires_at      timestamptz not null,
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table presigned_files enable row level security, force row level security;
-- Serves the sweep, which removes the longest expired of all organizations first.
create index presigned_files_expiry on presigned_files (expires_at);
-- The sweep sees ids and times only.
create policy presigned_files_own on presigned_files
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Readings of documents, such as invoices of energy. Each file has one at most.
create table readings (
  organization_id uuid not null,
  id              uuid not null,
  file_id         uuid not null,
  status          text not null default 'pending' check (status in ('pending', 'reading', 'review', 'success',
    'error', 'confirmed')),
  category        text check (category in ('water', 'electricity', 'gas', 'fuel_delivery', 'recharges', 'wastes')),
  confidence      numeric(5,4) check (confidence >= 0 and confidence <= 1),
  items           jsonb not null default '[]'::jsonb check (jsonb_typeof(items) = 'array' and
    jsonb_array_length(items) <= 20),
  supplier_name   text check (char_length(supplier_name) <= 255),
  supplier_tax_id text check (char_length(supplier_tax_id) <= 255),
  warnings        text[] not null default '{}'::text[],
  source          text check (source in ('ubl', 'cii', 'facturae', 'fatturapa', 'text')),
  error_code      text,
  error_detail    text,
  -- A person has replaced the values.
  corrected       boolean not null default false,
  -- Grows with each change, so that a confirmation is about the values that its caller saw.
  revision        integer not null default 1,
  -- A confirmation that has begun: an id, the caller, and the request to the activity service.
  confirmation    jsonb,
  -- What a confirmation has created.
  record_type     text check (record_type in ('invoices', 'wastes')),
  record_ids      uuid[] not null default '{}'::uuid[],
  job_id          uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  unique (organization_id, file_id),
  constraint readings_check check ((status = 'confirmed') = (record_type is not null)),
  constraint readings_check1 check ((status = 'error') = (error_code is not null)),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table readings enable row level security, force row level security;
-- Serves the listing, the newest first.
create index readings_by_time on readings (organization_id, created_at desc, id desc);
create policy readings_own on readings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Confirmations that have begun and not ended.
create table reading_confirmations (
  organization_id uuid not null,
  reading_id      uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, reading_id),
  foreign key (organization_id, reading_id) references readings(organization_id, id) on delete cascade
);
alter table reading_confirmations enable row level security, force row level security;
create index reading_confirmations_since on reading_confirmations (since, reading_id);
create policy reading_confirmations_own on reading_confirmations
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Documents that wait, or that a process reads. The lease of a killed process expires.
create table reading_queue (
  organization_id uuid not null,
  reading_id      uuid not null,
  since           timestamptz not null default now(),
  leased_until    timestamptz,
  attempts        integer not null default 0 check (attempts >= 0),
  -- Null: the organization itself, as processes of the last release store it.
  group_id        uuid,
  primary key (organization_id, reading_id),
  foreign key (organization_id, reading_id) references readings(organization_id, id) on delete cascade
);
alter table reading_queue enable row level security, force row level security;
create index reading_queue_since on reading_queue (since, reading_id);
create policy reading_queue_own on reading_queue
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

-- Mappings that people saved by name for files of the same columns.
create table saved_mappings (
  organization_id uuid not null,
  id              uuid not null,
  template_id     text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  -- Its records are about people, so the roles of people apply.
  is_personal     boolean not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  source_columns  text[] not null check (cardinality(source_columns) >= 1 and cardinality(source_columns) <= 256),
  -- Hash of the names without order, case, accents and punctuation.
  shape           text not null check (char_length(shape) = 64),
  -- Together at most 64 KiB, so that a page of 100 fits into an answer.
  mapping         jsonb not null check (jsonb_typeof(mapping) = 'object'),
  fill            jsonb not null check (jsonb_typeof(fill) = 'object'),
  value_mappings  jsonb not null check (jsonb_typeof(value_mappings) = 'object'),
  numeric_locale  text,
  date_locale     text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table saved_mappings enable row level security, force row level security;
create unique index saved_mappings_by_name on saved_mappings (organization_id, template_id, lower(name));
-- Serves the suggestion for a new file.
create index saved_mappings_by_shape on saved_mappings (organization_id, template_id, shape);
create policy saved_mappings_own on saved_mappings
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));
