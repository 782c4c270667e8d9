create domain invoice_type as text check (value in ('heat', 'electricity', 'water', 'recharge', 'process'));
create domain invoice_status as text
  check (value in ('loading', 'active', 'error', 'uploaded', 'review', 'inactive'));
-- An amount times a share has the decimals of both.
create domain shared_amount as numeric check (value between 0 and 99999999999999999999 and scale(value) <= 60);

-- One row for each facility that has a share of the invoice.
create table invoices (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
  revision                  revision not null default 1,
  source_invoice_id         uuid not null,
  type                      invoice_type not null,
  facility_id               uuid not null,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  base_quantity             amount not null,
  percentage                share not null,
  quantity                  shared_amount not null,
  unit_id                   uuid not null,
  facility_fuel_id          uuid,
  -- What the library calls fuel and supplier: so no other service is asked when the invoice is announced again.
  fuel_category             text_255,
  fuel_key                  text_255,
  supplier_id               uuid,
  supplier_key              text_255,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  -- Owner and revision of the custom record or group as it was when the invoice was recorded, or last calculated anew.
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  invoice_id                text_255,
  cups                      text_255,
  toc                       text_255,
  toc_id                    uuid,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  status                    invoice_status not null default 'loading',
  calculation_status        calculation_status not null default 'pending',
  -- As the calculation named it; clients see CALCULATION_FAILED and the detail.
  error_code                text,
  error_detail              text,
  -- While an invoice is calculated again, these are still the former ones.
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  search_text               text not null
    generated always as (plain_text(coalesce(invoice_id::text, '') || chr(10) || coalesce(cups::text, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, facility_id) references facilities,
  constraint invoices_period check (start_date <= end_date),
  constraint invoices_split check (quantity = base_quantity * percentage),
  constraint invoices_fuel check (num_nonnulls(facility_fuel_id, fuel_category, fuel_key) in (0, 3)),
  constraint invoices_supplier check (num_nonnulls(supplier_id, supplier_key) in (0, 2)),
  constraint invoices_factor check (num_nonnulls(custom_ef_record_id, custom_emission_factor_id) <= 1),
  constraint invoices_custom_factor check (
    num_nonnulls(custom_factor_owner_id, custom_factor_revision) = 2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)),
  constraint invoices_result check (calculation_status = 'pending' or (calculation_status = 'calculated') = (co2e is not null))
) with (
  -- Room on the page for the row's second version, which comes with the result and then needs no new index entries.
  fillfactor = 70
);
-- Serves the listing.
create index invoices_by_date on invoices (organization_id, start_date desc, id desc) include (type, facility_id, file_id);
-- Serves the listing of one facility, and its deletion with its invoices.
create index invoices_by_facility on invoices (organization_id, facility_id, start_date desc, id desc);
-- Serves the shares of an invoice.
create index invoices_by_source on invoices (organization_id, source_invoice_id);
alter table invoices enable row level security, force row level security;
create policy invoices_own on invoices
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
