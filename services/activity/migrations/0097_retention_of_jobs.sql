-- migrate: no transaction, compatible
create index concurrently ingest_jobs_finished on ingest_jobs (finished_at) where finished_at is not null;
