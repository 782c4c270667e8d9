-- What failed says why, and nothing else does.
alter table wastes add constraint wastes_failure check ((status = 'error') = (error_code is not null));
alter table purchases add constraint purchases_failure
  check ((calculation_status = 'failed') = (calculation_error_code is not null));
-- Serve the listing of what failed, few among many, and its number. A success finds no reason and leaves none, so it
-- writes to neither.
create index wastes_failed on wastes (organization_id, start_date desc, id desc)
  include (facility_id, file_id, end_date, ler_code_id, waste_rd_code_id) where error_code is not null;
create index purchases_failed on purchases (organization_id, purchase_date desc, id desc)
  where calculation_error_code is not null;

-- Periods are counted in it, too, and pages of a frequent code are found.
drop index wastes_by_date;
create index wastes_by_date on wastes (organization_id, start_date desc, id desc)
  include (facility_id, file_id, end_date, ler_code_id, waste_rd_code_id);
-- Serves the listing by a rare R/D code, LER code, or both, and their numbers. There are so few R/D codes that the LER
-- code alone is looked for behind each of them.
create index wastes_by_code on wastes (organization_id, waste_rd_code_id, ler_code_id, start_date desc, id desc);
