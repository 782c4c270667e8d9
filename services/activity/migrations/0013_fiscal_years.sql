-- migrate: compatible
-- The first month of the fiscal year, 1 to 12.
alter table organizations
  add column fiscal_year_start_month smallint not null default 1
    constraint organizations_fiscal_year check (fiscal_year_start_month between 1 and 12);
