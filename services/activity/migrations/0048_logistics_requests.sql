-- Amounts of freight: 9 digits before the point and 5 after it.
create domain freight_amount as numeric check (value > 0 and value <= 999999999.99999 and scale(value) <= 5);

create table logistics_requests (
  organization_id uuid not null,
  id              uuid not null,
  origin          text_255,
  destination     text_255,
  distance_km     freight_amount,
  load            freight_amount,
  load_unit       text not null check (load_unit in ('kg', 'ton', 'pallets', 'teu', 'feu')),
  load_factor     share,
  toc             text_255,
  category        text check (category in ('road', 'air', 'maritime', 'rail')),
  -- GLO: unknown.
  origin_country  text not null check (origin_country ~ '^([A-Z]{2}|GLO)$'),
  year            int check (year between 1970 and 2100),
  cleaning        boolean not null,
  movement_id     text_255,
  client          text check (char_length(client) <= 255),
  shipment_date   activity_day not null,
  movement_stretch text check (char_length(movement_stretch) <= 255),
  movement_stage  text check (char_length(movement_stage) <= 255),
  vehicle_license_plate text check (char_length(vehicle_license_plate) <= 255),
  trailer_license_plate text check (char_length(trailer_license_plate) <= 255),
  subcontractor   boolean not null,
  tkm             freight_amount,
  hub_id          uuid,
  package_key     text_255,

  -- Columns that follow from the values when the request is stored. Later changes of catalogues do not change them.
  toc_id          uuid,
  -- Name of the TOC: as sent, or the average of the mode.
  vehicle_type    text_255,
  -- Mode of transport of the TOC.
  mode            text check (mode in ('road', 'air', 'maritime', 'rail')),
  -- Kilograms of the load, with the container weights of the day of recording, before and after the load factor.
  load_kg         amount,
  effective_load_kg amount,
  -- The distance that counts, and how it was measured (the message Journey as JSON). Both null if only tkm was sent, and
  -- if the distance could not be measured.
  kilometres      amount,
  -- Only of measured flights, whose factors are per kilometre of the great circle.
  great_circle_km amount,
  journey         text check (journey is json object),
  -- The amount of the calculation. Null for a request whose distance could not be measured.
  tonne_kilometres amount,
  -- Category of the hub of another company. Null for own hubs.
  hub_category    text,
  package_id      uuid,
  -- Digest of shipment, stretch, stage and package. Null without a shipment.
  dedup_key       uuid,
  -- Why a request cannot be calculated: its distance or its load is not known.
  failure_code    text,
  failure_detail  text,

  -- Kilograms of CO2e of the parts of co2e. A result writes them.
  operation_co2e  kilograms,
  energy_provision_co2e kilograms,
  hub_co2e        kilograms,
  primary key (organization_id, id),
  constraint logistics_requests_toc check (num_nonnulls(toc, category) > 0),
  constraint logistics_requests_distance check (
    num_nonnulls(distance_km, tkm) > 0 or num_nonnulls(origin, destination) = 2),
  constraint logistics_requests_dedup check ((movement_id is null) = (dedup_key is null)),
  constraint logistics_requests_package check (package_id is null or package_key is not null)
);
call complete_record_table('logistics_requests', 'shipment_date', null, '{vehicle_type, uploaded_by}');
call add_fitness('logistics_requests');
call guard_locked_periods('logistics_requests', 'r.shipment_date', 'r.shipment_date');
-- A repeat of the same leg replaces it.
create unique index logistics_requests_dedup_key on logistics_requests (organization_id, dedup_key)
  where dedup_key is not null;
-- Serves the legs of a package, in the order of their creation.
create index logistics_requests_by_package on logistics_requests (organization_id, package_id, id)
  where package_id is not null;
-- Serves the requests that name a hub.
create index logistics_requests_by_hub on logistics_requests (organization_id, hub_id, id) where hub_id is not null;
-- Serves the list of a shipment.
create index logistics_requests_by_movement on logistics_requests (organization_id, movement_id, id)
  where movement_id is not null;
-- Serves the count of the records that name a file, before the file is deleted.
create index logistics_requests_by_file on logistics_requests (organization_id, file_id) where file_id is not null;
call keep_deleted_records('logistics_requests');
