-- The ingest job that stored the answer of the row. Null once another answer is stored, or the row is opened again.
alter table survey_rows add column answered_by_job_id uuid;
