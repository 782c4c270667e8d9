create domain ingest_entity_type as text check (value in ('wastes', 'facilities', 'invoices'));
create domain ingest_operation as text check (value in ('create', 'delete', 'recalculate'));
create domain ingest_job_status as text check (value in ('queued', 'processing', 'completed', 'completed_with_errors'));
create domain ingest_item_status as text check (value in ('pending', 'succeeded', 'failed'));

-- One bulk request, and how far it is.
create table ingest_jobs (
  organization_id uuid not null,
  id              uuid not null,
  entity_type     ingest_entity_type not null,
  operation       ingest_operation not null,
  source          text not null check (source in ('api_bulk', 'app')),
  status          ingest_job_status not null default 'queued',
  total_items     int not null check (total_items > 0),
  succeeded_items int not null default 0 check (succeeded_items >= 0),
  failed_items    int not null default 0 check (failed_items >= 0),
  idempotency_key text_255,
  created_by      uuid,
  -- How often a worker has failed at what is left of it.
  tries           int not null default 0,
  created_at      timestamptz not null default now(),
  started_at      timestamptz,
  finished_at     timestamptz,
  primary key (organization_id, id),
  constraint ingest_jobs_counts check (succeeded_items + failed_items <= total_items),
  constraint ingest_jobs_end check ((status in ('completed', 'completed_with_errors')) = (finished_at is not null))
) with (fillfactor = 70);
-- Serves the listing: a caller sees the jobs of the same user.
create index ingest_jobs_by_user on ingest_jobs (organization_id, created_by, id desc);
-- Serves the workers, which look for what is not finished.
create index ingest_jobs_open on ingest_jobs (organization_id, id) where finished_at is null;
alter table ingest_jobs enable row level security, force row level security;
create policy ingest_jobs_own on ingest_jobs
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
-- The workers see that there is a job, never its records.
create policy ingest_jobs_machinery on ingest_jobs for select using (is_machinery());

-- One record of a bulk request. The job is no foreign key: both are written by one function in one transaction, and
-- the check would be the dearest part of inserting thousands.
create table ingest_job_items (
  organization_id uuid not null,
  job_id          uuid not null,
  index           int not null check (index >= 0),
  status          ingest_item_status not null default 'pending',
  -- The record; of a deletion also while it is still there.
  entity_id       uuid,
  -- The item ends with the result of this revision of its record, or of a later one; null where it waits for none.
  revision        revision,
  external_id     text_255,
  code            text,
  detail          text,
  primary key (organization_id, job_id, index)
);
-- Serves the results, which find the items that wait for them. Not behind the organization: as long as the table was
-- never analyzed, an index that begins like the key seems no better than it, and all items of the organization are read.
create index ingest_job_items_waiting on ingest_job_items (entity_id)
  where status = 'pending' and revision is not null;
alter table ingest_job_items enable row level security, force row level security;
create policy ingest_job_items_own on ingest_job_items
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
