-- migrate: baseline, compatible

-- What the tables hold: a file with the same digest need not be read again.
create table catalogue_files (
  path   text primary key,
  digest text not null
);

-- Grows with every change, so that each process notices that its copy in memory is old.
create table catalogue_version (
  only_row boolean default true primary key check (only_row),
  version  integer not null
);

create table countries (
  code      text primary key check (code ~ '^[A-Z]{2}$'),
  name      text not null check (name <> ''),
  region    text not null,
  subregion text not null
);

-- The public catalogue: the same for every organization, so no table here has an organization or a policy.
-- NaN counts as greater than every number, so an upper bound refuses it as well.
create domain ratio as numeric check (value > 0 and value < 'Infinity'::numeric);

create table currencies (
  code                 text primary key check (code ~ '^[A-Z]{3}$'),
  official_name        text not null check (official_name <> ''),
  -- The month or year in which ISO 4217 gave the code up.
  withdrawn            text check (withdrawn ~ '^\d{4}(-\d{2})?$'),
  fixed_units_per_euro ratio,
  fixed_from           date,
  fixed_source         text,
  constraint currencies_check check ((fixed_units_per_euro is null) = (fixed_from is null) and (fixed_from is null)
    = (fixed_source is null))
);

-- Factors of organizations' own. What a calculation can name is append-only: a change writes a new revision.
-- For searches: case and accents do not matter.
create function plain_text(words text) returns text
language sql immutable parallel safe
return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

create table custom_databases (
  organization_id uuid not null,
  id              uuid not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  search_name     text not null generated always as (plain_text(name)) stored,
  description     text check (char_length(description) <= 500),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table custom_databases enable row level security, force row level security;
create policy custom_databases_own on custom_databases
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_groups (
  organization_id uuid not null,
  id              uuid not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  search_name     text not null generated always as (plain_text(name)) stored,
  category        text not null check (category in ('purchases', 'electricity', 'waste', 'heat', 'vehicles',
    'recharge', 'process', 'water')),
  description     text check (char_length(description) <= 500),
  start_date      date,
  end_date        date,
  -- One more at each change of the group or of its factors.
  revision        integer not null default 1 check (revision > 0),
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  -- Out of use; what was recorded with it still finds its name.
  deleted_at      timestamptz,
  primary key (organization_id, id),
  constraint custom_groups_check check (end_date >= start_date)
);
alter table custom_groups enable row level security, force row level security;
-- Serves the listing, which is sorted by name.
create index custom_groups_by_name on custom_groups (organization_id, name, id) where deleted_at is null;
create policy custom_groups_own on custom_groups
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- Files that document a group, as for custom records.
create table custom_group_evidence (
  organization_id uuid not null,
  group_id        uuid not null,
  file_id         uuid not null,
  -- Order of attachment.
  "position"      integer not null,
  file_name       text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  size_kb         integer not null check (size_kb >= 0),
  primary key (organization_id, group_id, file_id),
  foreign key (organization_id, group_id) references custom_groups(organization_id, id)
);
alter table custom_group_evidence enable row level security, force row level security;
-- Serves the removal of a deleted file.
create index custom_group_evidence_by_file on custom_group_evidence (organization_id, file_id);
create policy custom_group_evidence_own on custom_group_evidence
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Kilograms or grams for one unit of activity, with the digits as sent. The upper bound refuses NaN as well.
create domain own_value as numeric check (value >= 0 and value < '1000000000000000000000000000000'::numeric and
  scale(value) <= 30);

-- The state of a factor from one revision of its group on. The factors of revision n are, for each factor, the newest row
-- with a revision of at most n.
create table custom_group_factors (
  organization_id   uuid not null,
  group_id          uuid not null,
  id                uuid not null,
  -- Of the group.
  revision          integer not null check (revision > 0),
  name              text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  unit_id           uuid not null,
  tag               text not null check (tag in ('simple', 'advanced', 'full')),
  -- kg
  co2e              own_value,
  -- kg
  co2               own_value,
  -- g
  ch4               own_value,
  -- g
  n2o               own_value,
  start_date        date not null,
  end_date          date,
  enabled           boolean not null,
  is_biogenic       boolean not null,
  uncertainty_grade numeric not null check (uncertainty_grade >= 0 and uncertainty_grade <
    '1000000000000000'::numeric),
  deleted           boolean not null default false,
  -- Of the factor, the same in all its states.
  created_at        timestamptz not null default now(),
  primary key (organization_id, group_id, id, revision),
  constraint custom_group_factors_check check (end_date >= start_date),
  constraint custom_group_factors_check1 check ((tag <> 'advanced') = (co2e is not null)),
  constraint custom_group_factors_check2 check ((tag <> 'simple') = (co2 is not null and ch4 is not null and n2o is
    not null)),
  foreign key (organization_id, group_id) references custom_groups(organization_id, id)
);
comment on table custom_group_factors is 'append-only: a change is a new state';
alter table custom_group_factors enable row level security, force row level security;
create policy custom_group_factors_own on custom_group_factors
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_versions (
  organization_id uuid not null,
  id              uuid not null,
  database_id     uuid not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  start_date      date,
  end_date        date,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint custom_versions_check check (end_date >= start_date),
  foreign key (organization_id, database_id) references custom_databases(organization_id, id)
);
alter table custom_versions enable row level security, force row level security;
-- Serves the listing of a database's versions.
create index custom_versions_by_database on custom_versions (organization_id, database_id, start_date, id);
create policy custom_versions_own on custom_versions
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- Which revision is in force; everything else stands in the revisions.
create table custom_records (
  organization_id uuid not null,
  id              uuid not null,
  version_id      uuid not null,
  concept_id      uuid not null,
  revision        integer not null check (revision > 0),
  -- An activity names the record, so its unit stays as it is.
  referenced      boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, version_id) references custom_versions(organization_id, id)
);
alter table custom_records enable row level security, force row level security;
-- Serves the listing of a version's records.
create index custom_records_by_version on custom_records (organization_id, version_id, id);
create policy custom_records_own on custom_records
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_record_evidence (
  organization_id uuid not null,
  record_id       uuid not null,
  file_id         uuid not null,
  -- Order of attachment.
  "position"      integer not null,
  file_name       text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  size_kb         integer not null check (size_kb >= 0),
  primary key (organization_id, record_id, file_id),
  foreign key (organization_id, record_id) references custom_records(organization_id, id)
);
alter table custom_record_evidence enable row level security, force row level security;
-- Serves letting go of a deleted file.
create index custom_record_evidence_by_file on custom_record_evidence (organization_id, file_id);
create policy custom_record_evidence_own on custom_record_evidence
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_record_revisions (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             integer not null check (revision > 0),
  name                 text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  search_name          text not null generated always as (plain_text(name)) stored,
  unit_id              uuid not null,
  tag                  text not null check (tag in ('simple', 'advanced', 'full')),
  activity_categories  text[] not null check (cardinality(activity_categories) >= 1 and
    cardinality(activity_categories) <= 30),
  enabled              boolean not null,
  is_biogenic          boolean not null,
  renewable_percentage numeric check (renewable_percentage >= 0 and renewable_percentage <= 1),
  uncertainty_grade    numeric not null check (uncertainty_grade >= 0 and uncertainty_grade <
    '1000000000000000'::numeric),
  created_at           timestamptz not null default now(),
  primary key (organization_id, record_id, revision),
  foreign key (organization_id, record_id) references custom_records(organization_id, id)
);
comment on table custom_record_revisions is 'append-only: a change is a new revision';
alter table custom_record_revisions enable row level security, force row level security;
create policy custom_record_revisions_own on custom_record_revisions
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_record_factors (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        integer not null,
  gas             text not null check (gas in ('co2e', 'co2', 'ch4', 'n2o')),
  -- Stays the same over the revisions of a record.
  id              uuid not null,
  -- kg of co2e and co2, g of ch4 and n2o.
  value           own_value not null,
  start_date      date not null,
  end_date        date,
  primary key (organization_id, record_id, revision, gas),
  constraint custom_record_factors_check check (end_date >= start_date),
  foreign key (organization_id, record_id, revision) references custom_record_revisions(organization_id, record_id,
    revision)
);
comment on table custom_record_factors is 'append-only: part of a revision';
alter table custom_record_factors enable row level security, force row level security;
create policy custom_record_factors_own on custom_record_factors
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- Whose activities name a record: those of its owner, or of an organization below. In place of custom_records.referenced,
-- which nobody but the owner could have set.
create table custom_record_uses (
  -- Of the activities.
  organization_id uuid not null,
  record_id       uuid not null,
  -- Of the record.
  owner_id        uuid not null,
  primary key (organization_id, record_id)
);
alter table custom_record_uses enable row level security, force row level security;
-- Serves the change of a record, which asks whether anybody uses it.
create index custom_record_uses_by_owner on custom_record_uses (owner_id, record_id);
-- Who owns a record may know that it is in use, and by whom; nobody says so for others.
create policy custom_record_uses_own on custom_record_uses
  using ((organization_id = any (visible_organizations())) or owner_id = current_organization())
  with check (organization_id = current_organization());

create table exchange_rates (
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  kind           text not null check (kind in ('daily', 'annual_average')),
  -- Of an average, the first day of its year.
  day            date not null,
  units_per_euro ratio not null,
  primary key (currency, kind, day)
);

create domain per_unit as numeric check (value > '-Infinity'::numeric and value < 'Infinity'::numeric);

create table factors (
  id                        uuid not null,
  revision                  integer not null check (revision > 0),
  category                  text not null check (category ~ '^[a-z][a-z0-9_]*$'),
  scheme                    text not null check (scheme <> ''),
  key                       text not null check (key <> ''),
  name                      text not null check (name <> ''),
  -- A country, a region of UN M49, or GLO for everywhere.
  region                    text not null check (region <> ''),
  year                      smallint not null check (year >= 1900 and year <= 2200),
  unit                      text not null check (unit <> ''),
  method                    text not null check (method in ('spend_based', 'average_data', 'supplier_specific')),
  -- Kilograms for one unit of activity; null is "not published", which is not zero.
  co2e                      per_unit,
  co2                       per_unit,
  ch4                       per_unit,
  n2o                       per_unit,
  biogenic_co2              per_unit,
  -- Some sources give no warming potentials, because they weigh nothing: their figure is CO2 alone.
  gwp_set                   text not null check (gwp_set in ('', 'SAR', 'AR4', 'AR5', 'AR6')),
  source                    text not null check (source <> ''),
  source_year               smallint not null,
  licence                   text not null check (licence <> ''),
  note                      text not null,
  -- The row is no longer in the catalogue; what was calculated with it stays explainable.
  retired                   boolean not null default false,
  -- Of everything above: a row with another digest is a new revision.
  digest                    text not null check (digest <> ''),
  created_at                timestamptz not null default now(),
  -- The library: figures of every category, each with the data set (the file) that it comes from.
  dataset                   text check (dataset <> ''),
  -- Where the publication puts it: "Fuels > Gaseous fuels".
  group_path                text not null default '',
  -- Key of the figure in the publication.
  source_key                text not null default '',
  -- Half the 95 % confidence interval, in percent of the value. The upper bound refuses NaN as well.
  uncertainty_percent       numeric check (uncertainty_percent >= 0 and uncertainty_percent < '1000000'::numeric),
  -- Among data sets with a figure for the same region and year the one with the lower number counts.
  priority                  smallint not null default 100 check (priority > 0),
  -- Year and basis of the prices that a spend factor applies to.
  price_year                smallint check (price_year >= 1900 and price_year <= 2200),
  price_basis               text check (price_basis in ('purchaser', 'producer', 'basic')),
  -- Share of that price in a purchaser price.
  price_per_purchaser_price numeric check (price_per_purchaser_price > 0 and price_per_purchaser_price <= 1),
  primary key (id, revision),
  constraint factors_check check (coalesce(co2e, co2, ch4, n2o, biogenic_co2) is not null),
  constraint factors_price_check check ((price_year is null) = (price_basis is null))
);
comment on table factors is 'append-only: a change of a figure is a new revision';

-- One row for each key of a fuel in the library.
create table fuel_properties (
  key                   text primary key check (key <> ''),
  fuel                  text not null check (fuel <> ''),
  -- The calorific values are GJ per tonne, or MJ per cubic metre.
  per                   text not null check (per in ('t', 'm3')),
  net_calorific_value   numeric not null check (net_calorific_value > 0 and net_calorific_value <
    '1000000'::numeric),
  gross_calorific_value numeric not null,
  litres_per_t          numeric check (litres_per_t > 0 and litres_per_t < '1000000000000'::numeric),
  -- Reference conditions of the volume.
  conditions            text not null,
  source                text not null check (source <> ''),
  source_year           smallint not null check (source_year >= 1950 and source_year <= 2100),
  constraint fuel_properties_check check (gross_calorific_value >= net_calorific_value and gross_calorific_value <
    '1000000'::numeric),
  constraint fuel_properties_check1 check (per = 't' or litres_per_t is null)
);

-- Losses of electricity grids and properties of fuels: the same for every organization, as in 0001.
create table grid_losses (
  country   text not null check (country ~ '^[A-Z]{2}$'),
  -- Empty for the whole country.
  grid_zone text not null check (grid_zone ~ '^[a-z0-9_]*$'),
  year      smallint not null check (year >= 1950 and year <= 2100),
  source    text not null check (source <> ''),
  -- Of the generated electricity. The upper bound also refuses NaN.
  percent   numeric not null check (percent > 0 and percent < 100),
  -- The lower number wins among the publications of one country and zone.
  priority  smallint not null check (priority > 0),
  primary key (country, grid_zone, year, source)
);

-- Codes and names that clients refer to by id: the same for every organization, as in 0001.
create table ler_codes (
  id         uuid primary key,
  -- Six digits; clients see them in pairs.
  code       text not null check (code ~ '^\d{6}$'),
  name       text not null check (name <> ''),
  chapter    text not null check (chapter <> ''),
  subchapter text not null check (subchapter <> ''),
  hazardous  boolean not null,
  unique (code)
);

-- Fuels of carriers. Electricity has no keys.
create table logistics_fuels (
  id       uuid primary key,
  name     text not null check (name <> ''),
  region   text not null check (region <> ''),
  unit     text not null check (unit <> ''),
  category text not null,
  keys     text[] not null,
  unique (name, region),
  constraint logistics_fuels_check check ((category = '') = (keys = '{}'::text[]))
);

-- Price level of a country by year. Only ratios of one series are meaningful, because base years differ.
create table price_indices (
  country               text not null check (country ~ '^[A-Z]{2}$'),
  year                  smallint not null check (year >= 1900 and year <= 2200),
  -- Currency of the country in that year. Null if it is not known.
  currency              text check (currency ~ '^[A-Z]{3}$'),
  gdp_deflator          ratio,
  consumer_prices       ratio,
  -- Derived: the value of the year before, times the published change.
  consumer_prices_basis text check (consumer_prices_basis in ('published', 'derived')),
  primary key (country, year),
  constraint price_indices_check check (coalesce(gdp_deflator, consumer_prices) is not null),
  constraint price_indices_check1 check ((consumer_prices is null) = (consumer_prices_basis is null))
);

-- Where the figures of a data set were published: one row for each data set, and one for each of its categories that
-- has another table. The catalogue is the same for all organizations.
create table publications (
  dataset      text not null check (dataset <> ''),
  category     text not null,
  publisher    text not null check (publisher <> ''),
  -- Empty if the source of the factor names it, as where each row has its own edition.
  document     text not null,
  -- Sheet or table; empty where the group of the factor names it.
  table_name   text not null,
  url          text not null check (url ~ '^(https://.+)?$'),
  -- A day, month or year; empty where only the year of the data set is known.
  published_on text not null check (published_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  -- Of the publisher's file; only its first digits where no more are known.
  sha256       text not null check (sha256 ~ '^[0-9a-f]{0,64}$'),
  primary key (dataset, category)
);

create table rd_codes (
  id          uuid primary key,
  code        text not null check (code ~ '^[RD]\d{2}$'),
  name        text not null check (name ~ '^[a-z_]+$'),
  description text check (description <> ''),
  unique (code),
  unique (name)
);

-- Components of refrigerants by mass. A gas without a warming potential of its own is its only component.
create table refrigerant_components (
  refrigerant  text not null check (refrigerant <> ''),
  component    text not null check (component <> ''),
  mass_percent ratio not null check (mass_percent::numeric <= 100),
  -- Whether the Kyoto Protocol covers the component.
  kyoto        boolean not null,
  primary key (refrigerant, component)
);

create table sector_crosswalk (
  nace_code  text primary key check (nace_code <> ''),
  naics_code text,
  match      text not null check (match in ('same', 'nearest', 'representative', 'none')),
  basis      text not null check (basis <> ''),
  note       text not null,
  constraint sector_crosswalk_check check ((naics_code is null) = (match = 'none'))
);

-- Sectors of the US Bureau of Economic Analysis, in which spend factors of other countries are published.
create table sector_crosswalk_bea (
  naics_code text primary key check (naics_code <> ''),
  bea_code   text not null check (bea_code <> ''),
  match      text not null check (match in ('same', 'nearest', 'representative')),
  note       text not null,
  constraint sector_crosswalk_bea_check check (match = 'same' or note <> '')
);

-- Sectors of NACE Rev. 2.1 and NAICS 2022. Figures exist for the editions before, whose sector prices each.
create table sector_editions (
  scheme  text not null check (scheme in ('nace_rev2_1', 'naics_2022')),
  code    text not null check (code <> ''),
  level   text not null check (level in ('division', 'group', 'class', 'industry')),
  title   text not null check (title <> ''),
  -- Code of NACE Rev. 2, or of NAICS 2017.
  reading text not null check (reading <> ''),
  match   text not null check (match in ('same', 'part', 'nearest')),
  -- Whether the edition before has the code with another meaning; null if it does not have the code.
  meaning text check (meaning in ('same', 'other')),
  primary key (scheme, code)
);

create table sectors (
  scheme text not null check (scheme in ('nace_rev2', 'uk_sic_2007', 'naics_2017')),
  code   text not null check (code <> ''),
  level  text not null check (level in ('section', 'division', 'group', 'class', 'subclass', 'industry')),
  parent text not null,
  title  text not null check (title <> ''),
  primary key (scheme, code)
);

-- Meaning of the year of a figure, and how far the figure stands in for other years: one row for each data set, one for
-- each of its categories that differs, and rows without a data set for categories that are alike everywhere.
create table stand_ins (
  dataset         text not null,
  category        text not null,
  year_means      text not null check (year_means in ('edition', 'data', 'validity', 'prices', 'publication')),
  -- Whole years after the year of the figure, and before it; null without a limit.
  earlier_max     smallint check (earlier_max >= 0),
  later_max       smallint check (later_max >= 0),
  -- Country of the figures that apply worldwide; empty if they describe no country.
  origin          text not null check (origin ~ '^([A-Z]{2})?$'),
  -- True for grid figures per used kWh: they include the losses of the grid.
  losses_included boolean not null default false,
  primary key (dataset, category),
  constraint stand_ins_check check (dataset <> '' or category <> '')
);

-- The means of transport of sections of transport routes.
create table transport_combinations (
  id              uuid primary key,
  transport_type  text not null check (transport_type in ('road', 'rail', 'maritime', 'air')),
  travel_method   text not null check (travel_method in ('', 'car', 'truck', 'motorbike', 'bicycle',
    'electric_kick_scooter')),
  refrigerated    boolean not null,
  electric        boolean not null,
  detail          text not null,
  size_from       numeric check (size_from >= 0 and size_from < '1000000000'::numeric),
  size_to         numeric check (size_to > 0 and size_to < '1000000000'::numeric),
  size_unit       text not null,
  -- Keys of the library, the most exact first.
  keys            text[] not null check (keys <> '{}'::text[]),
  -- The keys of flights up to 1,500 km, where they are others.
  short_haul_keys text[] not null,
  -- Electricity of a battery-electric vehicle.
  kwh_per_tkm     numeric check (kwh_per_tkm > 0 and kwh_per_tkm < '1000000'::numeric),
  -- How the figure of the last key differs. Empty if it is that of the means of transport.
  stands_for      text not null,
  constraint transport_combinations_transport_type_travel_method_refrige_key unique (transport_type, travel_method,
    refrigerated, electric, detail),
  constraint transport_combinations_check check (electric = (kwh_per_tkm is not null))
);

-- Transport operation categories (TOC) of ISO 14083.
create table transport_operation_categories (
  id              uuid primary key,
  toc             text not null check (toc <> ''),
  vehicle         text not null check (vehicle <> ''),
  type            text not null,
  category        text not null check (category in ('road', 'rail', 'maritime', 'air')),
  location        text not null check (location in ('EU', 'SA', 'GLO')),
  -- True for the category of a mode whose vehicle is unknown.
  generic         boolean not null,
  keys            text[] not null check (keys <> '{}'::text[]),
  short_haul_keys text[] not null,
  -- Load of one vehicle in kilograms, from the same publication as the figures.
  default_load_kg numeric check (default_load_kg > 0 and default_load_kg < '1000000000'::numeric),
  kwh_per_tkm     numeric check (kwh_per_tkm > 0 and kwh_per_tkm < '1000000'::numeric),
  stands_for      text not null,
  unique (toc, location)
);

create table units (
  id          uuid primary key,
  code        text not null check (code <> ''),
  name        text not null check (name <> ''),
  type        text not null check (type <> ''),
  dimension   text not null check (dimension <> ''),
  -- One unit is numerator / denominator base units; currencies convert by the rate of a day.
  numerator   ratio,
  denominator ratio,
  purposes    text[] not null,
  unique (code),
  unique (name),
  constraint units_check check ((dimension = 'currency') = (numerator is null) and (numerator is null) =
    (denominator is null))
);

create table unknown_vehicles (
  id         uuid primary key,
  type       text not null check (type ~ '^[a-z_]+$'),
  -- Null for everywhere.
  country    text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  updated_at timestamptz,
  unique (type),
  constraint unknown_vehicles_check check (updated_at >= created_at)
);

-- Yearly averages of currencies without euro reference rates.
create table usd_rates (
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  year          smallint not null check (year >= 1999 and year <= 2200),
  units_per_usd ratio not null,
  -- Country of the published series: several countries can have one currency.
  country       text not null check (country ~ '^[A-Z]{2}$'),
  primary key (currency, year)
);

create table vehicle_fuels (
  id           uuid primary key,
  country      text not null check (country ~ '^[A-Z]{2}$'),
  key          text not null check (key <> ''),
  fuel         text not null check (fuel <> ''),
  -- Where the library keeps what a quantity of the fuel emits.
  category     text not null check (category <> ''),
  factor_key   text not null check (factor_key <> ''),
  -- How keys of factors per distance name the fuel; null where there are none.
  distance_key text check (distance_key <> ''),
  created_at   timestamptz not null,
  updated_at   timestamptz,
  -- The energy that a vehicle with the fuel uses. The load of the catalogue replaces the default.
  upstream_key text check (upstream_key <> ''),
  energy       text not null default 'fuel' check (energy in ('fuel', 'electricity', 'fuel_and_electricity')),
  unique (country, fuel),
  unique (country, key),
  constraint vehicle_fuels_check check (updated_at >= created_at)
);

create table warming_potentials (
  gas         text not null check (gas <> ''),
  gwp_set     text not null check (gwp_set in ('SAR', 'AR4', 'AR5', 'AR6')),
  -- kg CO2e for a kilogram of the gas over 100 years.
  gwp_100     ratio not null,
  source      text not null check (source <> ''),
  source_year smallint not null,
  licence     text not null check (licence <> ''),
  -- The key of a gas in the category "refrigerants" of the library, and whether the Kyoto Protocol covers it. The catalogue is
  -- loaded at every start, which fills the new columns.
  key         text not null default '',
  kyoto       boolean not null default false,
  primary key (gas, gwp_set)
);

-- The service calls it after the first load of the catalogue. Until the first analyze, the selection of factors would read
-- all rows of a category. Only the owner of a table may analyze it.
create procedure analyze_catalogue()
language plpgsql security definer set search_path = factors as $$
declare
  loaded regclass;
begin
  for loaded in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' order by c.relname
  loop
    execute format('analyze %s', loaded);
  end loop;
end
$$;

insert into catalogue_version (version) values (0);
