-- The organization is asked for once for each statement, and not for each of thousands of rows that it stores.
alter policy calculations_own on calculations with check (organization_id = (select current_organization()));
alter policy calculation_parts_own on calculation_parts with check (organization_id = (select current_organization()));
alter policy impacts_own on impacts with check (organization_id = (select current_organization()));
alter policy current_records_own on current_records
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
alter policy daily_totals_own on daily_totals with check (organization_id = (select current_organization()));
