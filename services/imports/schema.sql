-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema imports;
set search_path = imports;
-- A function may name what comes later.
set check_function_bodies = off;

create function current_organization() returns uuid
language sql stable parallel safe
return (current_setting('app.organization'))::uuid;

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

create table audit_log (
  organization_id uuid not null,
  id              uuid not null,
  at              timestamptz not null default now(),
  actor_kind      text not null,
  actor_id        text,
  api_key_id      text,
  action          text not null,
  entity_id       text,
  request_id      text,
  changes         jsonb check (jsonb_typeof(changes) = 'object'),
  address         text check (char_length(address) >= 1 and char_length(address) <= 64),
  entity_kind     text check (entity_kind <> ''),
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

create function plain_text(words text) returns text
language sql immutable parallel safe
return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

create function release_file_object() returns trigger
language plpgsql as $$
begin
  update file_objects set unused_since = now() where organization_id = old.organization_id and file_id = old.id;
  return null;
end $$;

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

create table folders (
  organization_id uuid not null,
  id              uuid not null,
  parent_id       uuid,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255 and name !~
    '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name     text not null generated always as (plain_text(name)) stored,
  for_people      boolean not null,
  created_by      text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint folders_check check (parent_id <> id),
  foreign key (organization_id, parent_id) references folders(organization_id, id)
);
alter table folders enable row level security, force row level security;
create unique index folders_by_name on folders (organization_id, parent_id, for_people, lower(name)) nulls not
  distinct;
create policy folders_own on folders
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table files (
  organization_id   uuid not null,
  id                uuid not null,
  state             text not null default 'uploading' check (state in ('uploading', 'stored')),
  file_name         text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255 and file_name
    !~ '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name       text not null generated always as (plain_text(file_name)) stored,
  content_type      text not null,
  size_bytes        bigint not null default 0 check (size_bytes >= 0 and size_bytes <= 26214400),
  sha256            text check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by       text,
  created_at        timestamptz not null default now(),
  deletion_attempts integer not null default 0 check (deletion_attempts >= 0),
  for_people        boolean not null default false,
  stored_in         text not null default 'database' check (stored_in in ('database', 'objects')),
  upload_attempt    integer not null default 0 check (upload_attempt >= 0),
  folder_id         uuid,
  primary key (organization_id, id),
  constraint files_check check (state = 'uploading' or sha256 is not null and size_bytes > 0),
  foreign key (organization_id, folder_id) references folders(organization_id, id)
);
alter table files enable row level security, force row level security;
create index files_by_content on files (organization_id, sha256) where state = 'stored';
create index files_by_folder on files (organization_id, folder_id, created_at desc, id desc) where folder_id is not
  null;
create index files_by_time on files (organization_id, created_at desc, id desc) where state = 'stored';
create policy files_own on files
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
create trigger files_release_object after delete on files
  for each row when (old.state = 'stored') execute function release_file_object();

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

create table dead_letters (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  type            text not null,
  payload         bytea not null,
  cause           text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table dead_letters enable row level security, force row level security;
create policy dead_letters_own on dead_letters
  using (organization_id = current_organization() or is_machinery());

create table deferred_events (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  lane            text not null check (lane in ('single', 'bulk')),
  type            text not null,
  payload         bytea not null,
  packed          boolean not null,
  traceparent     text not null,
  failures        smallint not null default 0,
  due_at          timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table deferred_events enable row level security, force row level security;
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
create policy deferred_events_own on deferred_events
  using (organization_id = current_organization() or is_machinery());

create table external_deletions (
  organization_id uuid not null,
  id              uuid not null,
  attempt         integer not null check (attempt > 0),
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table external_deletions enable row level security, force row level security;
create policy external_deletions_own on external_deletions
  using (organization_id = (select current_organization()));

create table failed_contents (
  organization_id uuid not null,
  sha256          text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  failed_at       timestamptz not null default now(),
  primary key (organization_id, sha256)
);
alter table failed_contents enable row level security, force row level security;
create index failed_contents_failed_at on failed_contents (failed_at);
create policy failed_contents_own on failed_contents
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table file_chunks (
  organization_id uuid not null,
  file_id         uuid not null,
  "position"      bigint not null check ("position" >= 0 and ("position" % 65536::bigint) = 0),
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
create index file_deletions_since on file_deletions (since);
create policy file_deletions_own on file_deletions
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table file_objects (
  organization_id uuid not null,
  file_id         uuid not null,
  unused_since    timestamptz,
  primary key (organization_id, file_id)
);
alter table file_objects enable row level security, force row level security;
create index file_objects_unused on file_objects (unused_since) where unused_since is not null;
create policy file_objects_own on file_objects
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table file_totals (
  organization_id uuid primary key,
  stored_bytes    bigint not null default 0 check (stored_bytes >= 0)
);
alter table file_totals enable row level security, force row level security;
create policy file_totals_own on file_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table file_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table file_uploads enable row level security, force row level security;
create index file_uploads_since on file_uploads (since);
create policy file_uploads_own on file_uploads
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  key             text not null,
  fingerprint     text not null,
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
alter table idempotency_keys enable row level security, force row level security;
create index idempotency_keys_created on idempotency_keys (created_at);
create policy idempotency_keys_own on idempotency_keys
  using (organization_id = current_organization() or is_machinery());

create table import_cleanups (
  organization_id uuid not null,
  session_id      uuid not null,
  file_id         uuid,
  due_at          timestamptz not null,
  primary key (organization_id, session_id)
);
alter table import_cleanups enable row level security, force row level security;
create index import_cleanups_due_at on import_cleanups (due_at);
create policy import_cleanups_own on import_cleanups
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table import_mappings (
  organization_id uuid not null,
  template_id     text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  source_name     text not null check (char_length(source_name) >= 1 and char_length(source_name) <= 255),
  target_column   text not null check (char_length(target_column) >= 1 and char_length(target_column) <= 255),
  value_mappings  jsonb not null default '{}'::jsonb check (jsonb_typeof(value_mappings) = 'object' and
    octet_length(value_mappings::text) <= 524288),
  uses            integer not null default 1 check (uses > 0),
  last_used_at    timestamptz not null default now(),
  primary key (organization_id, template_id, source_name)
);
alter table import_mappings enable row level security, force row level security;
create index import_mappings_by_use on import_mappings (organization_id, template_id, last_used_at);
create policy import_mappings_own on import_mappings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table import_results (
  organization_id uuid not null,
  session_id      uuid not null,
  row_index       integer not null,
  data            json not null,
  errors          jsonb,
  record          bytea,
  notices         jsonb,
  duplicates      jsonb,
  keys            jsonb,
  primary key (organization_id, session_id, row_index),
  constraint import_results_check check ((errors is null) <> (record is null))
);
alter table import_results enable row level security, force row level security;
create index import_results_with_duplicates on import_results (organization_id, session_id, row_index) where
  duplicates is not null;
create index import_results_with_errors on import_results (organization_id, session_id, row_index) where errors is
  not null;
create policy import_results_own on import_results
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create table import_rows (
  organization_id uuid not null,
  session_id      uuid not null,
  row_index       integer not null check (row_index >= 0),
  row_number      integer not null check (row_number >= 1),
  cells           json not null,
  corrections     jsonb,
  combined        json,
  primary key (organization_id, session_id, row_index)
);
alter table import_rows enable row level security, force row level security;
create policy import_rows_own on import_rows
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create table import_sessions (
  organization_id     uuid not null,
  id                  uuid not null,
  template_id         text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  is_personal         boolean not null,
  status              text not null default 'created' check (status in ('created', 'parsed', 'mapped', 'validating',
    'validated', 'submitting', 'submitted', 'failed', 'expired')),
  status_code         text,
  status_detail       text,
  revision            integer not null default 1,
  file_id             uuid,
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
  sheet_name          text,
  header_row          integer check (header_row >= 0 and header_row <= 1048575),
  sheets              text[] not null default '{}'::text[],
  selected_sheet      text,
  detected_header_row integer not null default 0,
  source_columns      text[],
  date_system         integer not null default 1900 check (date_system in (1900, 1904)),
  mapping             jsonb,
  value_mappings      jsonb not null default '{}'::jsonb,
  total_rows          integer not null default 0 check (total_rows >= 0),
  valid_rows          integer not null default 0 check (valid_rows >= 0),
  error_rows          integer not null default 0 check (error_rows >= 0),
  errors_by_column    jsonb,
  styles              jsonb,
  processing_job_id   uuid,
  rows_submitted      integer,
  expires_at          timestamptz not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  hidden_rows         integer not null default 0 check (hidden_rows >= 0),
  fill                jsonb not null default '{}'::jsonb check (jsonb_typeof(fill) = 'object'),
  duplicate_rows      integer not null default 0 check (duplicate_rows >= 0),
  is_strict           boolean not null default false,
  combine             jsonb check (jsonb_typeof(combine) = 'object'),
  combined_from       integer check (combined_from >= 0),
  primary key (organization_id, id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete set null (file_id)
);
alter table import_sessions enable row level security, force row level security;
create index import_sessions_by_file on import_sessions (organization_id, file_id) where file_id is not null;
create index import_sessions_by_time on import_sessions (organization_id, created_at desc, id desc);
create policy import_sessions_own on import_sessions
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create table import_runs (
  organization_id uuid not null,
  session_id      uuid not null,
  principal       jsonb not null,
  holder          uuid,
  held_until      timestamptz not null default now(),
  attempts        integer not null default 0,
  attempts_max    integer not null default 3 check (attempts_max >= 1),
  group_id        uuid not null generated always as (coalesce((((principal -> 'ancestors') -> '-1'::integer) ->>
    'id')::uuid, organization_id)) stored,
  since           timestamptz not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references import_sessions(organization_id, id) on delete cascade
);
alter table import_runs enable row level security, force row level security;
create index import_runs_held_until on import_runs (held_until);
create policy import_runs_own on import_runs
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table inbox (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  received_at     timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table inbox enable row level security, force row level security;
create index inbox_received on inbox (received_at);
create policy inbox_own on inbox
  using (organization_id = current_organization() or is_machinery());

create table leases (
  name       text primary key,
  holder     uuid not null,
  fence      bigint not null,
  expires_at timestamptz not null
);

create table migrations (
  name       text primary key,
  digest     text not null,
  applied_at timestamptz not null default now(),
  compatible boolean not null default false
);

create table neighbours (
  name         text not null,
  role         text not null check (role in ('producer', 'consumer')),
  mark         uuid,
  "position"   bigint not null default 0 check ("position" >= 0),
  shown        uuid,
  agreed_at    timestamptz not null default now(),
  begun_at     timestamptz not null default '-infinity'::timestamptz,
  behind       text check (behind in ('self', 'neighbour')),
  behind_since timestamptz,
  events_lost  boolean not null default false,
  accepted     boolean not null default false,
  primary key (name, role),
  constraint neighbours_check check ((behind is null) = (behind_since is null))
);

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  payload         bytea storage external not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz,
  lane            text not null default 'single' check (lane in ('single', 'bulk')),
  packed          boolean not null default false
);
alter table outbox enable row level security, force row level security;
create index outbox_published on outbox (created_at) where published_at is not null;
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create policy outbox_own on outbox
  using (organization_id = current_organization() or is_machinery());

create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

create table outbox_stream (
  name         text primary key,
  created_at   timestamptz not null,
  last_seq     bigint not null,
  marked_seq   bigint not null default 0,
  marked_at    timestamptz not null default now(),
  again_before timestamptz,
  again_from   timestamptz not null default '-infinity'::timestamptz
);

create table presigned_files (
  organization_id uuid not null,
  file_id         uuid not null,
  status          text not null default 'pending' check (status in ('pending', 'error')),
  content_type    text not null check (content_type <> ''),
  size_kb         integer not null check (size_kb >= 1 and size_kb <= 25600),
  expires_at      timestamptz not null,
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
alter table presigned_files enable row level security, force row level security;
create index presigned_files_expiry on presigned_files (expires_at);
create policy presigned_files_own on presigned_files
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

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
  corrected       boolean not null default false,
  revision        integer not null default 1,
  confirmation    jsonb,
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
create index readings_by_time on readings (organization_id, created_at desc, id desc);
create policy readings_own on readings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

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

create table reading_queue (
  organization_id uuid not null,
  reading_id      uuid not null,
  since           timestamptz not null default now(),
  leased_until    timestamptz,
  attempts        integer not null default 0 check (attempts >= 0),
  group_id        uuid,
  primary key (organization_id, reading_id),
  foreign key (organization_id, reading_id) references readings(organization_id, id) on delete cascade
);
alter table reading_queue enable row level security, force row level security;
create index reading_queue_since on reading_queue (since, reading_id);
create policy reading_queue_own on reading_queue
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));

create table saved_mappings (
  organization_id uuid not null,
  id              uuid not null,
  template_id     text not null check (char_length(template_id) >= 1 and char_length(template_id) <= 100),
  is_personal     boolean not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  source_columns  text[] not null check (cardinality(source_columns) >= 1 and cardinality(source_columns) <= 256),
  shape           text not null check (char_length(shape) = 64),
  mapping         jsonb not null check (jsonb_typeof(mapping) = 'object'),
  fill            jsonb not null check (jsonb_typeof(fill) = 'object'),
  value_mappings  jsonb not null check (jsonb_typeof(value_mappings) = 'object'),
  numeric_locale  text,
  date_locale     text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  combine         jsonb check (jsonb_typeof(combine) = 'object'),
  primary key (organization_id, id)
);
alter table saved_mappings enable row level security, force row level security;
create unique index saved_mappings_by_name on saved_mappings (organization_id, template_id, lower(name));
create index saved_mappings_by_shape on saved_mappings (organization_id, template_id, shape);
create policy saved_mappings_own on saved_mappings
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = imports set default_statistics_target to '10' as $$
declare
  grown regclass;
  analyzed int := 0;
begin
  for grown in
    select c.oid from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_relation_size(c.oid) / current_setting('block_size')::int > greatest(pages_min, 2 * c.relpages)
      and not coalesce(c.reloptions @> array['autovacuum_enabled=false'], false)
    order by pg_relation_size(c.oid) desc limit tables_max
  loop
    -- An analyze or a vacuum of another session holds the lock.
    execute format('analyze (skip_locked) %s', grown);
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = imports as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

grant usage on schema imports to emissions_imports;
grant select on migrations to emissions_imports;
grant select, insert on audit_log to emissions_imports;
grant select, insert, update, delete on database_contents, dead_letters, deferred_events, external_deletions,
  failed_contents, file_chunks, file_deletions, file_objects, file_totals, file_uploads, files, folders,
  idempotency_keys, import_cleanups, import_mappings, import_results, import_rows, import_runs, import_sessions,
  inbox, leases, neighbours, outbox, outbox_consumers, outbox_stream, presigned_files, reading_confirmations,
  reading_queue, readings, saved_mappings to emissions_imports;
grant execute on function analyze_grown_tables(integer,integer), current_organization(), is_machinery(),
  plain_text(text), raise_row_estimates(integer), refuse_audit_change(), release_file_object(),
  visible_organizations() to emissions_imports;
