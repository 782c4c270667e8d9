create table vehicle_consumptions (
  organization_id uuid not null,
  id              uuid not null,
  vehicle_id      uuid not null,
  quantity        positive_amount not null,
  unit_id         uuid not null,
  start_date      activity_day not null,
  end_date        activity_day not null,
  custom_id       text check (char_length(custom_id) <= 255),
  -- The part of co2e that arises before the energy is used. A result writes it.
  co2e_generation kilograms,
  primary key (organization_id, id),
  constraint vehicle_consumptions_period check (start_date <= end_date)
);
call complete_record_table('vehicle_consumptions', 'start_date', 'vehicle_id', '{end_date}');
call add_fitness('vehicle_consumptions');
call guard_locked_periods('vehicle_consumptions', 'r.start_date', 'r.end_date');
-- Serves the count of the records that name a file, before the file is deleted.
create index vehicle_consumptions_by_file on vehicle_consumptions (organization_id, file_id) where file_id is not null;

-- Owner and revision of the custom group when the vehicle was last changed. A change of the vehicle prices its
-- consumptions with it.
alter table vehicles
  add column custom_factor_owner_id uuid,
  add column custom_factor_revision revision,
  add constraint vehicles_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) <> 1);
