-- As for wastes and purchases: what failed says why, nothing else does, and it is found by that.
alter table invoices add constraint invoices_failure check ((calculation_status = 'failed') = (error_code is not null));
create index invoices_failed on invoices (organization_id, start_date desc, id desc)
  include (type, facility_id, file_id) where error_code is not null;
