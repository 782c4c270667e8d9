-- migrate: baseline, compatible
-- Freight: requests, packages, recharges and transports.

-- Amounts of freight: 9 digits before the point and 5 after it.
create domain freight_amount as numeric check (value > 0 and value <= 999999999.99999 and scale(value) <= 5);

-- Adds the differences of a statement to the sums, in the transaction that changes the requests: creations, repeats,
-- results, recalculations and deletions alike. Sorted by hub, so that two writers do not block each other.
create function add_hub_emissions(changes logistic_hub_totals[]) returns void
language sql set search_path = activity, pg_temp as $$
  insert into logistic_hub_totals as t (organization_id, hub_id, co2e)
  select c.organization_id, c.hub_id, sum(c.co2e) from unnest(changes) c
  group by c.organization_id, c.hub_id having sum(c.co2e) <> 0 order by c.organization_id, c.hub_id
  on conflict (organization_id, hub_id) do update set co2e = t.co2e + excluded.co2e
$$;

create function count_hub_emissions() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  changes logistic_hub_totals[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (organization_id, hub_id, hub_co2e)::logistic_hub_totals from new_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row (organization_id, hub_id, -hub_co2e)::logistic_hub_totals from old_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if cardinality(changes) > 0 then
    perform add_hub_emissions(changes);
  end if;
  return null;
end
$$;

-- Row-level security permits only writes for the current organization. Plans are cached for statements of any size, so
-- none joins the rows before and after.
create function count_shipments() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
  own_slot int;
  changes shipment_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(is_active), count(*))::shipment_change
        from (select *, (calculation_status = 'calculated')::int as is_active from new_rows) r
        group by vehicle_type, file_id, uploaded_by);
    when 'DELETE' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, null, -count(*), 0)::shipment_change
        from old_rows where calculation_status = 'calculated'
        group by vehicle_type, file_id, uploaded_by);
    else
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(side * is_active), sum(side))::shipment_change
        from (
          select vehicle_type, file_id, uploaded_by, file_name, 1 as side, (calculation_status = 'calculated')::int as is_active
          from new_rows
          union all
          select vehicle_type, file_id, uploaded_by, null, -1, (calculation_status = 'calculated')::int from old_rows) r
        group by vehicle_type, file_id, uploaded_by having sum(side * is_active) <> 0 or sum(side) <> 0);
  end case;
  if cardinality(changes) = 0 then
    return null;
  end if;
  own_slot := free_slot(org);
  -- In the order of the key, so that two writers of the shared slot do not block each other.
  insert into shipment_counts as s (organization_id, field, value, slot, active)
  select org, v.field, v.value, own_slot, sum(c.active)
  from unnest(changes) c
  cross join lateral (values
    ('vehicle_type', coalesce(c.vehicle_type, '')),
    ('file_id', coalesce(c.file_id::text, '')),
    ('uploaded_by', coalesce(c.uploaded_by::text, ''))) v (field, value)
  group by v.field, v.value having sum(c.active) <> 0 order by v.field, v.value
  on conflict on constraint shipment_counts_pkey do update set active = s.active + excluded.active;
  insert into shipment_uploads as u (organization_id, file_id, file_name, row_count)
  select org, file_id, max(file_name), sum(stored) from unnest(changes) where file_id is not null
  group by file_id having sum(stored) > 0 order by file_id
  on conflict on constraint shipment_uploads_pkey do update
    set row_count = u.row_count + excluded.row_count, file_name = coalesce(excluded.file_name, u.file_name);
  return null;
end
$$;

create table logistics_requests (
  organization_id           uuid not null,
  id                        uuid not null,
  origin                    text_255,
  destination               text_255,
  distance_km               freight_amount,
  load                      freight_amount,
  load_unit                 text not null check (load_unit in
    ('kg', 'ton', 'pallets', 'teu', 'feu')),
  load_factor               share,
  toc                       text_255,
  category                  text check (category in ('road', 'air', 'maritime', 'rail')),
  -- GLO: unknown.
  origin_country            text not null check
    (origin_country ~ '^([A-Z]{2}|GLO)$'),
  year                      integer check (year >= 1970 and year <= 2100),
  cleaning                  boolean not null,
  movement_id               text_255,
  client                    text check (char_length(client) <= 255),
  shipment_date             activity_day not null,
  movement_stretch          text check (char_length(movement_stretch) <= 255),
  movement_stage            text check (char_length(movement_stage) <= 255),
  vehicle_license_plate     text check (char_length(vehicle_license_plate) <= 255),
  trailer_license_plate     text check (char_length(trailer_license_plate) <= 255),
  subcontractor             boolean not null,
  tkm                       freight_amount,
  hub_id                    uuid,
  package_key               text_255,
  -- Columns that follow from the values when the request is stored. Later changes of catalogues do not change them.
  toc_id                    uuid,
  -- Name of the TOC: as sent, or the average of the mode.
  vehicle_type              text_255,
  -- Mode of transport of the TOC.
  mode                      text check (mode in ('road', 'air', 'maritime', 'rail')),
  -- Kilograms of the load, with the container weights of the day of recording, before and after the load factor.
  load_kg                   amount,
  effective_load_kg         amount,
  -- The distance that counts, and how it was measured (the message Journey as JSON). Both null if only tkm was sent, and
  -- if the distance could not be measured.
  kilometres                amount,
  -- Only of measured flights, whose factors are per kilometre of the great circle.
  great_circle_km           amount,
  journey                   text check (journey is json object),
  -- The amount of the calculation. Null for a request whose distance could not be measured.
  tonne_kilometres          amount,
  -- Category of the hub of another company. Null for own hubs.
  hub_category              text,
  package_id                uuid,
  -- Digest of shipment, stretch, stage and package. Null without a shipment.
  dedup_key                 uuid,
  -- Why a request cannot be calculated: its distance or its load is not known.
  failure_code              text,
  failure_detail            text,
  -- Kilograms of CO2e of the parts of co2e. A result writes them.
  operation_co2e            kilograms,
  energy_provision_co2e     kilograms,
  hub_co2e                  kilograms,
  revision                  revision not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null
    default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  calculation_version       integer not null default 0,
  fitness                   integer,
  -- The text of the search. The table of deleted requests copies it.
  search_text               text not null generated always as (plain_text((((((((((coalesce(movement_id::text, '')
    || chr(10)) || coalesce(client, '')) || chr(10)) || coalesce(origin::text, '')) || chr(10)) ||
    coalesce(destination::text, '')) || chr(10)) || coalesce(vehicle_license_plate, '')) || chr(10)) ||
    coalesce(trailer_license_plate, ''))) stored,
  primary key (organization_id, id),
  constraint logistics_requests_dedup check ((movement_id is null) = (dedup_key is null)),
  constraint logistics_requests_distance check (num_nonnulls(distance_km, tkm) > 0 or num_nonnulls(origin,
    destination) = 2),
  constraint logistics_requests_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint logistics_requests_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint logistics_requests_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint logistics_requests_package check (package_id is null or package_key is not null),
  constraint logistics_requests_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint logistics_requests_toc check (num_nonnulls(toc, category) > 0)
) with (fillfactor = 50);
alter table logistics_requests enable row level security, force row level security;
-- Serves the time of the latest change. Results do not set it.
create index logistics_requests_by_change on logistics_requests (organization_id, updated_at) where updated_at is
  not null;
create index logistics_requests_by_date on logistics_requests (organization_id, shipment_date desc, id desc) include
  (file_id, vehicle_type, uploaded_by);
-- Serves the count of the records that name a file, before the file is deleted.
create index logistics_requests_by_file on logistics_requests (organization_id, file_id, shipment_date desc, id
  desc) where file_id is not null;
-- Serves the requests that name a hub.
create index logistics_requests_by_hub on logistics_requests (organization_id, hub_id, id) where hub_id is not null;
-- Serves the list of a shipment.
create index logistics_requests_by_movement on logistics_requests (organization_id, movement_id, id) where
  movement_id is not null;
-- Serves the legs of a package, in the order of their creation.
create index logistics_requests_by_package on logistics_requests (organization_id, package_id, id) where package_id
  is not null;
-- Serve the list of one vehicle type, and of one file; the latter also the count of its requests.
create index logistics_requests_by_vehicle_type on logistics_requests (organization_id, vehicle_type, shipment_date
  desc, id desc);
-- A repeat of the same leg replaces it.
create unique index logistics_requests_dedup_key on logistics_requests (organization_id, dedup_key) where dedup_key
  is not null;
create index logistics_requests_failed on logistics_requests (organization_id, shipment_date desc, id desc) include
  (file_id, vehicle_type, uploaded_by) where calculation_error_code is not null;
create policy logistics_requests_own on logistics_requests
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_requests referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_deleted_shipments after delete on logistics_requests referencing old table as old_rows
  for each statement execute function count_shipments();
create trigger count_inserted_rows after insert on logistics_requests referencing new table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_shipments after insert on logistics_requests referencing new table as new_rows
  for each statement execute function count_shipments();
create trigger count_updated_shipments after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function count_shipments();
create trigger hub_emissions_on_delete after delete on logistics_requests referencing old table as old_rows
  for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_insert after insert on logistics_requests referencing new table as new_rows
  for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_update after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function count_hub_emissions();
create trigger locked_period_on_delete after delete on logistics_requests referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger locked_period_on_insert after insert on logistics_requests referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger locked_period_on_update after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger unlink_deleted_records after delete on logistics_requests referencing old table as old_rows
  for each statement execute function unlink_deleted_records();

create table deleted_logistics_requests (
  deleted_at timestamptz not null,
  like logistics_requests,
  primary key (organization_id, id)
);
-- As in schemas of earlier versions.
alter table deleted_logistics_requests
  rename constraint logistics_requests_search_text_not_null to deleted_logistics_requests_search_text_not_null;
comment on table deleted_logistics_requests is 'append-only';
alter table deleted_logistics_requests enable row level security, force row level security;
-- Serves the list of deleted requests.
create index deleted_logistics_requests_by_date on deleted_logistics_requests (organization_id, shipment_date desc,
  id desc) include (file_id, vehicle_type, uploaded_by);
-- Serves the weight of a package whose legs are all deleted.
create index deleted_logistics_requests_by_package on deleted_logistics_requests (organization_id, package_id, id)
  where package_id is not null;
create policy deleted_logistics_requests_own on deleted_logistics_requests
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Numbers of routes that were ever stored, deleted ones included. Their sums answer the counts of routes. Each
-- transaction adds a row and merges the rows that no other transaction holds, so writers never wait for each other.
create table transport_counts (
  organization_id     uuid not null,
  id                  uuid not null,
  transport_direction text not null,
  -- The all-zero id stands for routes without a file.
  file_id             uuid not null,
  routes              integer not null,
  primary key (organization_id, id)
);
alter table transport_counts enable row level security, force row level security;
-- Serves the merge.
create index transport_counts_by_file on transport_counts (organization_id, file_id, transport_direction);
create policy transport_counts_own on transport_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Merges at most 100 rows of each direction and file.
create function add_transport_count(direction text, file uuid, change integer) returns void
language sql set search_path = activity, pg_temp as $$
  with merged as (
    delete from transport_counts c where c.organization_id = current_organization() and c.id in (
      select k.id from transport_counts k
      where k.organization_id = current_organization() and k.file_id = file and k.transport_direction = direction
      limit 100 for update skip locked)
    returning c.routes)
  insert into transport_counts (organization_id, id, transport_direction, file_id, routes)
  select current_organization(), uuidv7(), direction, file, change + coalesce(sum(routes), 0)::int from merged
$$;

create function count_new_transports() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  perform add_transport_count(n.transport_direction, n.file_id, n.routes) from (
    select transport_direction, coalesce(file_id, '00000000-0000-0000-0000-000000000000') as file_id,
      count(*)::int as routes
    from new_rows group by 1, 2) n;
  return null;
end
$$;

create function recount_transport() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  no_file constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform add_transport_count(old.transport_direction, coalesce(old.file_id, no_file), -1);
  perform add_transport_count(new.transport_direction, coalesce(new.file_id, no_file), 1);
  return null;
end
$$;

create table transports (
  organization_id           uuid not null,
  id                        uuid not null,
  name                      text check (char_length(name) <= 255),
  transport_date            activity_day not null,
  quantity_transported      numeric not null check
    (quantity_transported > 0 and quantity_transported <= 999999999.99999 and scale(quantity_transported) <= 5),
  unit_id                   uuid not null,
  supplier                  text check (char_length(supplier) <= 255),
  transport_direction       text not null check
    (transport_direction in ('upstream', 'downstream')),
  transport_frequency       text check (char_length(transport_frequency) <= 255),
  -- The sections as they were sent, as JSON. A route is read and written as a whole.
  sections                  text not null check (sections is json array),
  -- Distance, factor and failure of each section, as JSON. Stored, because places may change and the calculation is
  -- repeated without asking for them.
  legs                      text not null check (legs is json array),
  -- Places of all sections, for the search.
  addresses                 text not null,
  -- Kilograms of CO2e of each part of the calculation, as JSON.
  part_co2e                 text check (part_co2e is json array),
  search_text               text not null generated always as
    (plain_text((((coalesce(name, '') || chr(10)) || coalesce(supplier, '')) || chr(10)) || addresses)) stored,
  revision                  revision not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null default
    'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  calculation_version       integer not null default 0,
  fitness                   integer,
  primary key (organization_id, id),
  constraint transports_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint transports_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint transports_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint transports_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table transports enable row level security, force row level security;
create index transports_by_date on transports (organization_id, transport_date desc, id desc) include (file_id,
  transport_direction, uploaded_by);
create index transports_by_external_id on transports (organization_id, external_id) where external_id is not null;
-- Serves the count of the records that name a file, before the file is deleted.
create index transports_by_file on transports (organization_id, file_id) where file_id is not null;
-- Serve the orders of the list by name and by quantity.
create index transports_by_name on transports (organization_id, name, id);
create index transports_by_quantity on transports (organization_id, quantity_transported, id);
create index transports_failed on transports (organization_id, transport_date desc, id desc) include (file_id,
  transport_direction, uploaded_by) where calculation_error_code is not null;
create policy transports_own on transports
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_new_transports after insert on transports referencing new table as new_rows
  for each statement execute function count_new_transports();
create trigger locked_period_on_delete after delete on transports referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger locked_period_on_insert after insert on transports referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger locked_period_on_update after update on transports referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger recount_transport after update of file_id, transport_direction on transports
  for each row when (old.file_id is distinct from new.file_id or old.transport_direction <> new.transport_direction)
    execute function recount_transport();

create table deleted_transports (
  deleted_at timestamptz not null,
  like transports,
  primary key (organization_id, id)
);
comment on table deleted_transports is 'append-only';
alter table deleted_transports enable row level security, force row level security;
create policy deleted_transports_own on deleted_transports
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Packages of shipments. Their weights and totals are those of their legs, the logistics requests with the package.
create table logistics_packages (
  organization_id   uuid not null,
  id                uuid not null,
  package_key       text_255 not null,
  -- Of the first leg that has one.
  movement_id       text_255,
  client_billing_id text check (char_length(client_billing_id) <= 255),
  -- A package without a shipment is a shipment of its own.
  shipment_id       text not null generated always as (coalesce(movement_id, package_key)) stored,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz,
  primary key (organization_id, id)
);
alter table logistics_packages enable row level security, force row level security;
create index logistics_packages_by_client on logistics_packages (organization_id, client_billing_id, id) where
  client_billing_id is not null;
-- One package for each key, also under concurrent requests. Serves the look-up by key, too.
create unique index logistics_packages_by_key on logistics_packages (organization_id, package_key);
-- Serve the list of a shipment and of a client.
create index logistics_packages_by_shipment on logistics_packages (organization_id, shipment_id, id);
create policy logistics_packages_own on logistics_packages
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_packages referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistics_packages referencing new table as changed_rows
  for each statement execute function add_to_row_counts();

create table logistics_recharges (
  organization_id           uuid not null,
  id                        uuid not null,
  fuel_id                   uuid not null,
  country                   country_code not null,
  date                      activity_day not null,
  quantity                  positive_amount not null,
  vehicle_license_plate     text check (char_length(vehicle_license_plate) >= 1 and
    char_length(vehicle_license_plate) <= 50),
  toc_id                    uuid,
  project_id                uuid,
  -- Capital letters and digits of the license plate. The service writes it (vehicle/plate.ts).
  plate_key                 text_255,
  -- Of the fuel and of the transport operation category when the recharge was stored: the catalogues are those of another service.
  fuel_name                 text_255 not null,
  unit_id                   uuid not null,
  vehicle_type              text_255,
  -- Country, day, quantity and plate key in one text. The service writes it.
  dedup_key                 text not null check (char_length(dedup_key) >= 1 and char_length(dedup_key) <= 400),
  -- The part of co2e that arises before the energy is used. A result writes it.
  co2e_energy_provision     kilograms,
  revision                  revision not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  calculation_version       integer not null default 0,
  fitness                   integer,
  primary key (organization_id, id),
  constraint logistics_recharges_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint logistics_recharges_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint logistics_recharges_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint logistics_recharges_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table logistics_recharges enable row level security, force row level security;
-- Serves the time of the latest change. Results do not set it.
create index logistics_recharges_by_change on logistics_recharges (organization_id, updated_at) where updated_at is
  not null;
create index logistics_recharges_by_date on logistics_recharges (organization_id, date desc, id desc) include
  (file_id, fuel_id, vehicle_type, plate_key, project_id);
-- Serves the count of the records that name a file, before the file is deleted.
create index logistics_recharges_by_file on logistics_recharges (organization_id, file_id) where file_id is not
  null;
-- A repeat replaces the recharge, also when both arrive at once.
create unique index logistics_recharges_by_key on logistics_recharges (organization_id, dedup_key) where dedup_key
  is not null;
-- Serves the number of recharges of a project.
create index logistics_recharges_by_project on logistics_recharges (organization_id, project_id, id) where
  project_id is not null;
create index logistics_recharges_failed on logistics_recharges (organization_id, date desc, id desc) include
  (file_id, fuel_id, vehicle_type, plate_key, project_id) where calculation_error_code is not null;
create policy logistics_recharges_own on logistics_recharges
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_recharges referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistics_recharges referencing new table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger locked_period_on_delete after delete on logistics_recharges referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');
create trigger locked_period_on_insert after insert on logistics_recharges referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');
create trigger locked_period_on_update after update on logistics_recharges referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');

-- Active logistics requests by the values that clients filter by (ADR 0052). The empty text stands for no value. The
-- number of a value is the sum over all slots, and that of one slot can be negative.
create table shipment_counts (
  organization_id uuid not null,
  field           text not null check (field in ('vehicle_type', 'file_id', 'uploaded_by')),
  value           text not null,
  slot            integer not null,
  active          integer not null,
  primary key (organization_id, field, value, slot)
) with (fillfactor = 70);
alter table shipment_counts enable row level security, force row level security;
create policy shipment_counts_own on shipment_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Files with logistics requests, until the file is deleted.
create table shipment_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  file_name       text_255,
  -- Requests stored with the file; deletions do not change it.
  row_count       integer not null check (row_count > 0),
  uploaded_at     timestamptz not null default now(),
  primary key (organization_id, file_id)
);
alter table shipment_uploads enable row level security, force row level security;
-- Serves the list of uploads, the newest first.
create index shipment_uploads_by_time on shipment_uploads (organization_id, uploaded_at desc, file_id desc);
create policy shipment_uploads_own on shipment_uploads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The list of requests with and without deletion. A migration that adds a column to both tables makes the view again.
create view all_logistics_requests with (security_invoker = true) as
 select null::timestamptz as deleted_at,
    r.organization_id,
    r.id,
    r.origin,
    r.destination,
    r.distance_km,
    r.load,
    r.load_unit,
    r.load_factor,
    r.toc,
    r.category,
    r.origin_country,
    r.year,
    r.cleaning,
    r.movement_id,
    r.client,
    r.shipment_date,
    r.movement_stretch,
    r.movement_stage,
    r.vehicle_license_plate,
    r.trailer_license_plate,
    r.subcontractor,
    r.tkm,
    r.hub_id,
    r.package_key,
    r.toc_id,
    r.vehicle_type,
    r.mode,
    r.load_kg,
    r.effective_load_kg,
    r.kilometres,
    r.great_circle_km,
    r.journey,
    r.tonne_kilometres,
    r.hub_category,
    r.package_id,
    r.dedup_key,
    r.failure_code,
    r.failure_detail,
    r.operation_co2e,
    r.energy_provision_co2e,
    r.hub_co2e,
    r.revision,
    r.custom_ef_record_id,
    r.custom_emission_factor_id,
    r.custom_factor_owner_id,
    r.custom_factor_revision,
    r.external_id,
    r.file_id,
    r.file_name,
    r.file_url,
    r.uploaded_by,
    r.calculation_status,
    r.calculation_error_code,
    r.calculation_error_detail,
    r.co2e,
    r.co2e_biomass,
    r.created_at,
    r.updated_at,
    r.calculation_version,
    r.fitness,
    r.search_text
   from logistics_requests r
union all
 select d.deleted_at,
    d.organization_id,
    d.id,
    d.origin,
    d.destination,
    d.distance_km,
    d.load,
    d.load_unit,
    d.load_factor,
    d.toc,
    d.category,
    d.origin_country,
    d.year,
    d.cleaning,
    d.movement_id,
    d.client,
    d.shipment_date,
    d.movement_stretch,
    d.movement_stage,
    d.vehicle_license_plate,
    d.trailer_license_plate,
    d.subcontractor,
    d.tkm,
    d.hub_id,
    d.package_key,
    d.toc_id,
    d.vehicle_type,
    d.mode,
    d.load_kg,
    d.effective_load_kg,
    d.kilometres,
    d.great_circle_km,
    d.journey,
    d.tonne_kilometres,
    d.hub_category,
    d.package_id,
    d.dedup_key,
    d.failure_code,
    d.failure_detail,
    d.operation_co2e,
    d.energy_provision_co2e,
    d.hub_co2e,
    d.revision,
    d.custom_ef_record_id,
    d.custom_emission_factor_id,
    d.custom_factor_owner_id,
    d.custom_factor_revision,
    d.external_id,
    d.file_id,
    d.file_name,
    d.file_url,
    d.uploaded_by,
    d.calculation_status,
    d.calculation_error_code,
    d.calculation_error_detail,
    d.co2e,
    d.co2e_biomass,
    d.created_at,
    d.updated_at,
    d.calculation_version,
    d.fitness,
    d.search_text
   from deleted_logistics_requests d;
