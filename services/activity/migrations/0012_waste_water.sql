create domain waste_water_treatment_status as text check (value in ('loading', 'active', 'error'));

create table waste_water_treatments (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
  revision                  revision not null default 1,
  facility_id               uuid not null,
  name                      text_255 not null,
  description               text_500,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  quantity                  positive_amount not null,
  unit_id                   uuid not null,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  -- Owner and revision of the custom record or group as it was when the treatment was recorded, or last changed in
  -- what decides about its emissions: it is priced by that one, whatever becomes of the factor.
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  uploaded_by               uuid,
  status                    waste_water_treatment_status not null default 'loading',
  -- As the calculation named it; clients see CALCULATION_FAILED and the detail.
  error_code                text,
  error_detail              text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  primary key (organization_id, id),
  -- As for wastes, the facility is no foreign key: every write locks the facility that it names.
  constraint waste_water_treatments_period check (start_date <= end_date),
  constraint waste_water_treatments_factor check (num_nonnulls(custom_ef_record_id, custom_emission_factor_id) <= 1),
  constraint waste_water_treatments_custom_factor check (
    num_nonnulls(custom_factor_owner_id, custom_factor_revision) = 2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)),
  constraint waste_water_treatments_result check ((status = 'active') = (co2e is not null))
) with (
  -- Room on the page for the row's second version, which comes with the result and then needs no new index entries.
  fillfactor = 70
);
-- Serves the listing.
create index waste_water_treatments_by_date on waste_water_treatments (organization_id, start_date desc, id desc);
-- Serves the listing of one facility, and its deletion with its treatments.
create index waste_water_treatments_by_facility
  on waste_water_treatments (organization_id, facility_id, start_date desc, id desc);
alter table waste_water_treatments enable row level security, force row level security;
create policy waste_water_treatments_own on waste_water_treatments
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
