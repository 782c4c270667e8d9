-- Import sessions (ADR 0061). The rows of a session and their results are in tables of their own.
create table import_sessions (
  organization_id     uuid not null,
  id                  uuid not null,
  template_id         text not null check (char_length(template_id) between 1 and 100),
  -- Its records are about people, so the roles of people apply.
  is_personal         boolean not null,
  status              text not null default 'created' check (status in ('created', 'parsed', 'mapped', 'validating',
                        'validated', 'submitting', 'submitted', 'failed', 'expired')),
  -- The code and the sentence of a failure.
  status_code         text,
  status_detail       text,
  -- Grows with every change of status, mapping or rows.
  revision            int not null default 1,
  -- The file is read once. Without it the records name no file.
  file_id             uuid,
  -- Given by the client. A file that was uploaded for the session is removed with it.
  raw_file_id         uuid,
  file_name           text not null check (char_length(file_name) between 1 and 255),
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
  header_row          int check (header_row between 0 and 1048575),
  sheets              text[] not null default '{}',
  selected_sheet      text,
  detected_header_row int not null default 0,
  source_columns      text[],
  -- First day of the serial numbers of the workbook.
  date_system         int not null default 1900 check (date_system in (1900, 1904)),
  mapping             jsonb,
  value_mappings      jsonb not null default '{}',
  total_rows          int not null default 0 check (total_rows >= 0),
  valid_rows          int not null default 0 check (valid_rows >= 0),
  error_rows          int not null default 0 check (error_rows >= 0),
  errors_by_column    jsonb,
  -- How the latest validation read numbers and days, by column of the template.
  styles              jsonb,
  processing_job_id   uuid,
  rows_submitted      int,
  expires_at          timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, file_id) references files on delete set null (file_id)
);
-- Serves the listing, the newest first.
create index import_sessions_by_time on import_sessions (organization_id, created_at desc, id desc);
-- Serves the deletion of files.
create index import_sessions_by_file on import_sessions (organization_id, file_id) where file_id is not null;

-- One row of the file each. Rows and results have no foreign key, which would check the session for each of 200,000
-- rows. Their writers hold the run of the session, and its deletion waits for them. Columns that are only read as a
-- whole are json: their texts need no conversion.
create table import_rows (
  organization_id uuid not null,
  session_id      uuid not null,
  -- From 0, below the header.
  row_index       int not null check (row_index >= 0),
  -- From 1, of the sheet.
  row_number      int not null check (row_number >= 1),
  cells           json not null,
  -- Texts by column of the template.
  corrections     jsonb,
  primary key (organization_id, session_id, row_index)
);

-- Results of the latest validation. They are inserted and deleted, so rows are not written again.
create table import_results (
  organization_id uuid not null,
  session_id      uuid not null,
  row_index       int not null,
  -- Texts by column of the template.
  data            json not null,
  -- By column of the template; null for a valid row.
  errors          jsonb,
  -- The message of the record of a valid row.
  record          bytea,
  primary key (organization_id, session_id, row_index),
  check ((errors is null) <> (record is null))
);
-- Serves pages of rows with errors.
create index import_results_with_errors on import_results (organization_id, session_id, row_index)
  where errors is not null;

do $$
declare own text;
begin
  foreach own in array array['import_sessions', 'import_rows', 'import_results'] loop
    execute format('alter table %I enable row level security, force row level security', own);
    execute format('create policy %I on %I using (organization_id = (select current_organization()))
      with check (organization_id = (select current_organization()))', own || '_own', own);
  end loop;
end $$;
