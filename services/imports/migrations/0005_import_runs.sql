-- Parsing, validation and submission in the background. A row exists while the work is not finished.
create table import_runs (
  organization_id uuid not null,
  session_id      uuid not null,
  -- The caller in whose name the work runs, as JSON.
  principal       jsonb not null,
  -- The process that works on it. A process that stops renewing it loses it.
  holder          uuid,
  held_until      timestamptz not null default now(),
  attempts        int not null default 0,
  -- A run that was interrupted so often is given up.
  attempts_max    int not null default 3 check (attempts_max >= 1),
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references import_sessions on delete cascade
);
-- Serves the sweep, which takes up the work of killed processes.
create index import_runs_held_until on import_runs (held_until);

-- Sessions and files to be removed. A row outlives its session.
create table import_cleanups (
  organization_id uuid not null,
  session_id      uuid not null,
  -- A file that was uploaded for the session.
  file_id         uuid,
  due_at          timestamptz not null,
  primary key (organization_id, session_id)
);
create index import_cleanups_due_at on import_cleanups (due_at);

alter table import_runs enable row level security, force row level security;
alter table import_cleanups enable row level security, force row level security;
-- Sweeps see only that something waits, never the session itself.
create policy import_runs_own on import_runs
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));
create policy import_cleanups_own on import_cleanups
  using (organization_id = (select current_organization()) or (select is_machinery()))
  with check (organization_id = (select current_organization()));
