-- One function writes calculations, their impacts and the answers of factors, in one transaction, and nothing is ever
-- removed. Looking each of them up again was a fifth of what storing thousands of records costs Postgres.
alter table calculations drop constraint calculations_organization_id_resolution_id_fkey;
alter table impacts drop constraint impacts_organization_id_record_id_revision_fkey;
