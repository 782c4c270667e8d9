-- The organization is asked for once for each statement, and not for each of thousands of rows that it stores.
alter policy wastes_own on wastes with check (organization_id = (select current_organization()));
alter policy ingest_job_items_own on ingest_job_items with check (organization_id = (select current_organization()));
