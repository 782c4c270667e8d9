-- Whether factors of flights include the effects besides CO2, CH4 and N2O. Null: as the publisher of each factor
-- recommends.
alter table organizations add column radiative_forcing text check (radiative_forcing in ('with', 'without'));

create table business_travels (
  organization_id uuid not null,
  id              uuid not null,
  name            text check (char_length(name) <= 255),
  travel_date     activity_day not null,
  transport_type  text not null check (transport_type in
    ('car', 'metro', 'train', 'trolleybus', 'bus', 'motorbike', 'aircraft', 'ferry')),
  distance_km     positive_amount,
  origin          text_255,
  destination     text_255,
  travel_number   int not null check (travel_number between 1 and 1000),
  round_trip      boolean not null,
  vehicle_size    text check (vehicle_size in ('small', 'medium', 'large', 'average')),
  fuel_type       text check (fuel_type in
    ('petrol', 'diesel', 'cng', 'lpg', 'unknown', 'plug_in_hybrid_electric', 'battery_electric')),
  flight_type     text check (flight_type in ('domestic', 'short_haul_international', 'long_haul_international')),
  cabin_class     text check (cabin_class in ('economy', 'premium_economy', 'business', 'first', 'average')),
  country         country_code,
  source          text check (char_length(source) <= 255),
  -- One direction: `distance_km`, or the length of the journey.
  kilometres      positive_amount not null,
  -- The message Journey as JSON: both places as they were understood, and how the distance was measured. Stored, because
  -- places may change and the calculation is repeated without asking for them.
  journey         text check (journey is json object),
  primary key (organization_id, id),
  constraint business_travels_distance check (
    num_nonnulls(origin, destination, journey) = case when distance_km is null then 3 else 0 end),
  constraint business_travels_vehicle check (
    transport_type in ('car', 'motorbike') or num_nonnulls(vehicle_size, fuel_type) = 0),
  constraint business_travels_flight check (
    transport_type = 'aircraft' or num_nonnulls(flight_type, cabin_class) = 0),
  constraint business_travels_haul check (
    transport_type <> 'aircraft' or num_nonnulls(flight_type, journey) > 0)
);
call complete_record_table('business_travels', 'travel_date', null, '{transport_type, source, uploaded_by}');
call add_fitness('business_travels');
call guard_locked_periods('business_travels', 'r.travel_date', 'r.travel_date');
-- Serves the count of the records that name a file, before the file is deleted.
create index business_travels_by_file on business_travels (organization_id, file_id) where file_id is not null;
