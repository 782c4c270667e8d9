-- Each waste and each item of a job is written twice: as it comes, and with its result. With room on the page for the
-- second version, and no index that tells how far it is, the second needs no new index entries.
alter table wastes set (fillfactor = 50);
alter table ingest_job_items set (fillfactor = 50);
drop index ingest_job_items_waiting;
-- Serves the results, which find the items that wait, or waited, for them.
create index ingest_job_items_awaiting on ingest_job_items (entity_id) where revision is not null;

-- The organizations are asked for once for each statement, and not for each of thousands of rows.
alter policy wastes_own on wastes using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy ingest_job_items_own on ingest_job_items
  using (organization_id = any ((select visible_organizations())::uuid[]));
