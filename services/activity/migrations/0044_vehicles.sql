create domain vehicle_type as text check (value in ('passenger', 'freight'));
create domain vehicle_ownership as text check (value in ('owned', 'rented'));
create domain vehicle_market_segment as text check (value in ('mini', 'supermini', 'lower_medium', 'upper_medium',
  'executive', 'luxury', 'sports', 'dual_purpose_4x4', 'mpv'));
create domain vehicle_size as text check (value in ('small_car', 'medium', 'large_car', 'average_car'));
create domain vehicle_status as text check (value in ('active', 'archived'));

create table vehicles (
  organization_id           uuid not null,
  id                        uuid not null,
  name                      text check (char_length(name) <= 255),
  type                      vehicle_type not null,
  ownership                 vehicle_ownership not null,
  license_plate             text not null check (char_length(license_plate) between 1 and 50),
  -- Capital letters and digits of the license plate. The service writes it (vehicle/plate.ts).
  plate_key                 text_255 not null,
  unknown_vehicle_id        uuid not null,
  country                   country_code not null,
  vehicle_fuel_id           uuid,
  custom_emission_factor_id uuid,
  registration_year         int check (registration_year between 1900 and 2200),
  market_segment            vehicle_market_segment,
  size                      vehicle_size,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  status                    vehicle_status not null default 'active',
  -- Grows by 1 at each change, so that the filter hash changes with a vehicle.
  revision                  revision not null default 1,
  uploaded_by               uuid,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  search_text text not null generated always as
    (plain_text(license_plate || chr(10) || plate_key || chr(10) || coalesce(name, ''))) stored,
  primary key (organization_id, id),
  constraint vehicles_factor check (num_nonnulls(vehicle_fuel_id, custom_emission_factor_id) > 0)
);
alter table vehicles enable row level security, force row level security;
create policy vehicles_own on vehicles
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One vehicle for each license plate. Serves the look-up by plate, too.
create unique index vehicles_by_plate_key on vehicles (organization_id, plate_key);
-- Serve the orders of the list. The first one also serves totals and filter hash.
create index vehicles_by_plate on vehicles (organization_id, license_plate, id)
  include (revision, status, ownership, unknown_vehicle_id, vehicle_fuel_id, file_id);
create index vehicles_by_name on vehicles (organization_id, name, id);
create index vehicles_by_change on vehicles (organization_id, updated_at, id);
-- Serves the count of the vehicles that name a file, before the file is deleted.
create index vehicles_by_file on vehicles (organization_id, file_id) where file_id is not null;

-- The emissions of all consumptions of a vehicle, as facility_totals for facilities.
create table vehicle_totals (
  organization_id uuid not null,
  vehicle_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  -- Consumptions whose latest calculation has failed.
  failed_records  int not null,
  primary key (organization_id, vehicle_id)
) with (fillfactor = 70);
alter table vehicle_totals enable row level security, force row level security;
create policy vehicle_totals_own on vehicle_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
