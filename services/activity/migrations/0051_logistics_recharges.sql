create table logistics_recharges (
  organization_id       uuid not null,
  id                    uuid not null,
  fuel_id               uuid not null,
  country               country_code not null,
  date                  activity_day not null,
  quantity              positive_amount not null,
  vehicle_license_plate text check (char_length(vehicle_license_plate) between 1 and 50),
  toc_id                uuid,
  project_id            uuid,
  -- Capital letters and digits of the license plate. The service writes it (vehicle/plate.ts).
  plate_key             text_255,
  -- Of the fuel and of the transport operation category when the recharge was stored: the catalogues are those of another service.
  fuel_name             text_255 not null,
  unit_id               uuid not null,
  vehicle_type          text_255,
  -- Country, day, quantity and plate key in one text. The service writes it.
  dedup_key             text not null check (char_length(dedup_key) between 1 and 400),
  -- The part of co2e that arises before the energy is used. A result writes it.
  co2e_energy_provision kilograms,
  primary key (organization_id, id)
);
call complete_record_table('logistics_recharges', 'date', null, '{fuel_id, vehicle_type, plate_key, project_id}');
call add_fitness('logistics_recharges');
call guard_locked_periods('logistics_recharges', 'r.date', 'r.date');
-- A repeat replaces the recharge, also when both arrive at once.
create unique index logistics_recharges_by_key on logistics_recharges (organization_id, dedup_key)
  where dedup_key is not null;
-- Serves the count of the records that name a file, before the file is deleted.
create index logistics_recharges_by_file on logistics_recharges (organization_id, file_id) where file_id is not null;
