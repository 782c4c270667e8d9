-- migrate: baseline, compatible
-- What records are about: facilities, suppliers, vehicles and hubs.

-- For searches: case and accents do not matter. Text without accents, which most is, has as many bytes as characters.
create function plain_text(words text) returns text
language sql immutable parallel safe
return case when (octet_length(words) = char_length(words)) then lower(words) else
  regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g') end;

create domain share as numeric check (value >= 0 and value <= 1 and scale(value) <= 30);

create domain text_255 as text check (char_length(value) >= 1 and char_length(value) <= 255);

create domain text_500 as text check (char_length(value) <= 500);

create domain facility_status as text check (value in ('active', 'archived'));

create domain facility_category as text check (value in ('heat', 'electricity', 'water', 'recharge', 'process',
  'wastes'));

create domain country_code as text check (value ~ '^[A-Z]{2}$');

-- The part of the electricity grid of a facility, and the calorific value of a fuel on an invoice.
create domain grid_zone as text check (value ~ '^[a-z0-9_]{1,50}$');

create table facilities (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  type            text_255 not null,
  country         country_code not null,
  address         text_500,
  logistic_factor share not null default 0.8,
  categories      facility_category[] not null default '{}'::facility_category[],
  cups_list       text[] not null default '{}'::text[] check (cardinality(cups_list) <= 100),
  external_id     text_255,
  status          facility_status not null default 'active',
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name::text)) stored,
  grid_zone       grid_zone,
  primary key (organization_id, id)
);
alter table facilities enable row level security, force row level security;
create index facilities_by_external_id on facilities (organization_id, external_id collate "C", id) where
  external_id is not null;
-- Serves the listing.
create index facilities_by_name on facilities (organization_id, lower(name::text), id);
-- Imports find entities by the texts of a file. Row-level security evaluates functions that are not leakproof, such as
-- lower(), after the policy, so an index on an expression cannot serve these look-ups: stored columns can.
-- The collation "C" serves ranges of prefixes, too.
create index facilities_by_search_text on facilities (organization_id, search_text collate "C", id);
create policy facilities_own on facilities
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- Kilograms.
create domain kilograms as numeric check (value >=
  '-1000000000000000000000000000000000000000000000000000000000000'::numeric and value <=
  '1000000000000000000000000000000000000000000000000000000000000'::numeric);

-- The emissions of all records of a facility, moved by exact deltas together with their results, so that reading a
-- facility costs the same however many they are. No row means zero. It does not refer to the facility: the check would
-- wait for a deletion, which waits for the records whose results are being counted.
create table facility_totals (
  organization_id uuid not null,
  facility_id     uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  primary key (organization_id, facility_id)
) with (fillfactor = 70);
alter table facility_totals enable row level security, force row level security;
create policy facility_totals_own on facility_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- The sums of the hub parts of logistics requests, so that reading a hub does not depend on their number. No row means zero.
create table logistic_hub_totals (
  organization_id uuid not null,
  hub_id          uuid not null,
  co2e            kilograms not null,
  primary key (organization_id, hub_id)
) with (fillfactor = 70);
alter table logistic_hub_totals enable row level security, force row level security;
create policy logistic_hub_totals_own on logistic_hub_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Concurrent transactions of one organization use different slots for counts, so that none waits for the commit of
-- another. Each takes the first free slot, so that few slots are in use. The last slot is shared when all others are taken.
create function free_slot(org uuid) returns integer
language plpgsql as $$
declare
  slots_max constant int := 32;
  org_key constant bigint := hashtextextended('slots of ' || org::text, 0);
  slot int := 0;
begin
  while slot < slots_max and not pg_try_advisory_xact_lock(org_key # slot::bigint) loop
    slot := slot + 1;
  end loop;
  return slot;
end
$$;

create function add_to_row_counts() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  insert into row_counts as c (organization_id, table_name, slot, count)
  select r.organization_id, tg_table_name, free_slot(r.organization_id),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed_rows r group by r.organization_id
  on conflict (organization_id, table_name, slot) do update set count = c.count + excluded.count;
  return null;
end
$$;

create domain hub_type as text check (value in ('owned', 'subcontracted'));

create domain hub_status as text check (value in ('active', 'archived'));

create domain hub_category as text check (value in ('transshipment_ambient', 'transshipment_mixed',
  'storage_transhipment_ambient', 'storage_transhipment_mixed', 'warehouse_ambient', 'warehouse_mixed',
  'liquid_bulk_terminals_ambient', 'liquid_bulk_terminals_mixed', 'maritime_container_terminals_ambient',
  'maritime_container_terminals_temperature_controlled'));

create table logistic_hubs (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  address         text_500,
  -- Of the place that the address names.
  country         country_code,
  type            hub_type not null,
  category        hub_category,
  status          hub_status not null default 'active',
  supercharger    boolean not null default false,
  facility_id     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name::text)) stored,
  primary key (organization_id, id),
  constraint logistic_hubs_facility check (type::text = 'owned' or facility_id is null),
  -- An owned hub outlives its facility: it then has no emissions.
  foreign key (organization_id, facility_id) references facilities(organization_id, id) on delete set null
    (facility_id)
);
alter table logistic_hubs enable row level security, force row level security;
-- Serves the deletion of a facility.
create index logistic_hubs_by_facility on logistic_hubs (organization_id, facility_id) where facility_id is not
  null;
create index logistic_hubs_by_search_text on logistic_hubs (organization_id, search_text collate "C", id);
-- One hub for each name. Serves the listing, too.
create unique index logistic_hubs_name on logistic_hubs (organization_id, lower(name::text));
create policy logistic_hubs_own on logistic_hubs
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistic_hubs referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistic_hubs referencing new table as changed_rows
  for each statement execute function add_to_row_counts();

-- Shares of an organization in an organization directly below it. An entry applies until the next one. A day before the
-- first entry is outside the boundary; without any entry all days are inside, as a whole.
create table ownership_shares (
  organization_id     uuid not null,
  child_id            uuid not null,
  start_date          date not null,
  -- Economic interest.
  equity_share        numeric(5,4) not null check (equity_share >= 0 and equity_share <= 1),
  operational_control boolean not null,
  financial_control   boolean not null,
  primary key (organization_id, child_id, start_date),
  constraint ownership_shares_check check (child_id <> organization_id)
);
alter table ownership_shares enable row level security, force row level security;
create policy ownership_shares_own on ownership_shares
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table suppliers (
  organization_id uuid not null,
  id              uuid not null,
  business_name   text not null check (char_length(business_name) >= 1 and char_length(business_name) <= 255),
  country         text not null check (country ~ '^[A-Z]{2}$'),
  vat             text check (char_length(vat) <= 64),
  code_type       text check (code_type in ('nace', 'cnae', 'sic', 'naics')),
  code            text check (char_length(code) >= 1 and char_length(code) <= 20),
  status          text not null check (status in ('active', 'in_review')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(business_name)) stored,
  -- Letters and digits of the tax id.
  vat_key         text generated always as (nullif(upper(regexp_replace(vat, '[^[:alnum:]]', '', 'g')), '')) stored,
  sector_edition  text,
  primary key (organization_id, id),
  constraint suppliers_check check (code is null or code_type is not null),
  constraint suppliers_check1 check (code is not null or status = 'in_review'),
  constraint suppliers_sector_edition check (sector_edition is null or (sector_edition in ('nace_rev2',
    'nace_rev2_1')) and (code_type in ('nace', 'cnae'))),
  foreign key (organization_id) references organizations(id)
);
alter table suppliers enable row level security, force row level security;
-- Serves the listing, which is sorted by name.
create index suppliers_by_name on suppliers (organization_id, lower(business_name), id);
create index suppliers_by_search_text on suppliers (organization_id, search_text collate "C", id);
create index suppliers_by_vat_key on suppliers (organization_id, vat_key collate "C", id) where vat_key is not null;
create policy suppliers_own on suppliers
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- The emissions of all consumptions of a vehicle, as facility_totals for facilities.
create table vehicle_totals (
  organization_id uuid not null,
  vehicle_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  -- Consumptions whose latest calculation has failed.
  failed_records  integer not null,
  primary key (organization_id, vehicle_id)
) with (fillfactor = 70);
alter table vehicle_totals enable row level security, force row level security;
create policy vehicle_totals_own on vehicle_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Addresses of files open in browsers. Rows from before this migration are not checked.
create domain web_address as text check (char_length(value) <= 2048);
alter domain web_address add constraint web_address_is_http check (value ~* '^https?://') not valid;

create domain revision as integer check (value > 0);

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
  license_plate             text not null check (char_length(license_plate) >= 1 and char_length(license_plate) <=
    50),
  -- Capital letters and digits of the license plate. The service writes it (vehicle/plate.ts).
  plate_key                 text_255 not null,
  unknown_vehicle_id        uuid not null,
  country                   country_code not null,
  vehicle_fuel_id           uuid,
  custom_emission_factor_id uuid,
  registration_year         integer check (registration_year >= 1900 and registration_year <= 2200),
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
  search_text               text not null generated always as (plain_text((((license_plate || chr(10)) ||
    plate_key::text) || chr(10)) || coalesce(name, ''))) stored,
  -- Owner and revision of the custom group when the vehicle was last changed. A change of the vehicle prices its
  -- consumptions with it.
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  primary key (organization_id, id),
  constraint vehicles_factor check (num_nonnulls(vehicle_fuel_id, custom_emission_factor_id) > 0),
  constraint vehicles_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) <> 1)
);
alter table vehicles enable row level security, force row level security;
create index vehicles_by_change on vehicles (organization_id, updated_at, id);
-- Serves the count of the vehicles that name a file, before the file is deleted.
create index vehicles_by_file on vehicles (organization_id, file_id) where file_id is not null;
create index vehicles_by_name on vehicles (organization_id, name, id);
-- Serve the orders of the list. The first one also serves totals and filter hash.
create index vehicles_by_plate on vehicles (organization_id, license_plate, id) include (revision, status,
  ownership, unknown_vehicle_id, vehicle_fuel_id, file_id);
-- One vehicle for each license plate. Serves the look-up by plate, too.
create unique index vehicles_by_plate_key on vehicles (organization_id, plate_key);
create index vehicles_by_plate_prefix on vehicles (organization_id, plate_key collate "C", id);
create policy vehicles_own on vehicles
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
