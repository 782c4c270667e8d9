create domain facility_status as text check (value in ('active', 'archived'));
create domain facility_category as text
  check (value in ('heat', 'electricity', 'water', 'recharge', 'process', 'wastes'));
create domain country_code as text check (value ~ '^[A-Z]{2}$');

create table facilities (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  type            text_255 not null,
  country         country_code not null,
  address         text_500,
  logistic_factor share not null default 0.8,
  categories      facility_category[] not null default '{}',
  cups_list       text[] not null default '{}' check (cardinality(cups_list) <= 100),
  external_id     text_255,
  status          facility_status not null default 'active',
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table facilities enable row level security, force row level security;
create policy facilities_own on facilities
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
-- Serves the listing.
create index facilities_by_name on facilities (organization_id, lower(name), id);

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
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
