-- As for impacts (0003): one function writes calculations and their parts in one transaction, and nothing is ever
-- removed. The two references were two thirds of the time of storing parts.
alter table calculation_parts drop constraint calculation_parts_organization_id_record_id_revision_versi_fkey;
alter table calculation_parts drop constraint calculation_parts_organization_id_resolution_id_fkey;
