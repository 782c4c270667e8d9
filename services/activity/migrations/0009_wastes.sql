create domain waste_status as text check (value in ('loading', 'active', 'error'));
-- More than nothing. As for other amounts no precision is declared, because it would round what was sent.
create domain positive_amount as numeric
  check (value > 0 and value <= 99999999999999999999 and scale(value) <= 30);

create table wastes (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
  revision                  revision not null default 1,
  facility_id               uuid not null,
  identification_name       text_255 not null,
  description               text_500,
  destination               text_255,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  base_quantity             positive_amount not null,
  unit_id                   uuid not null,
  total_km_to_waste_center  amount,
  ler_code_id               uuid,
  waste_rd_code_id          uuid,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  -- Owner and revision of the custom record or group as it was when the waste was recorded, or last changed in what
  -- decides about its emissions: it is priced by that one, whatever becomes of the factor.
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  status                    waste_status not null default 'loading',
  -- As the calculation named it; clients see CALCULATION_FAILED and the detail.
  error_code                text,
  error_detail              text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  primary key (organization_id, id),
  -- The facility is no foreign key: every write locks the facilities that it names, and a deletion takes the wastes
  -- with it, while the check would cost as much as all else about inserting thousands.
  constraint wastes_period check (start_date <= end_date),
  constraint wastes_factor check (num_nonnulls(ler_code_id, custom_ef_record_id, custom_emission_factor_id) = 1),
  constraint wastes_custom_factor check (
    num_nonnulls(custom_factor_owner_id, custom_factor_revision) = 2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)),
  constraint wastes_result check ((status = 'active') = (co2e is not null))
) with (
  -- Room on the page for the row's second version, which comes with the result and then needs no new index entries.
  fillfactor = 70
);
-- Serves the listing.
create index wastes_by_date on wastes (organization_id, start_date desc, id desc);
-- Serves the listing of one facility, its sums, and its deletion with its wastes.
create index wastes_by_facility on wastes (organization_id, facility_id, start_date desc, id desc);
alter table wastes enable row level security, force row level security;
create policy wastes_own on wastes
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
