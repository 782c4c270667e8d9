alter table ingest_jobs
  -- Several calls add the items. Until then the job has fewer items than its total.
  add column in_pieces boolean not null default false,
  -- When the last items were added or ended. Jobs that wait for long are handled by sweeps.
  add column progressed_at timestamptz,
  add column file_id uuid,
  -- A deletion of the records of another job, and in that job the latest such deletion.
  add column reverts_job_id uuid,
  add column reverted_by_job_id uuid,
  add constraint ingest_jobs_pieces check (not in_pieces or operation = 'create'),
  add constraint ingest_jobs_revert check (reverts_job_id is null or operation = 'delete');
