-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema factors;
set search_path = factors;
-- A function may name what comes later.
set check_function_bodies = off;

create function current_organization() returns uuid
language sql stable parallel safe
return (current_setting('app.organization'))::uuid;

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

create table audit_log (
  organization_id uuid not null,
  id              uuid not null,
  at              timestamptz not null default now(),
  actor_kind      text not null,
  actor_id        text,
  api_key_id      text,
  action          text not null,
  entity_id       text,
  request_id      text,
  changes         jsonb check (jsonb_typeof(changes) = 'object'),
  address         text check (char_length(address) >= 1 and char_length(address) <= 64),
  entity_kind     text check (entity_kind <> ''),
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create table catalogue_files (
  path   text primary key,
  digest text not null
);

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

create domain ratio as numeric check (value > 0 and value < 'Infinity'::numeric);

create table currencies (
  code                 text primary key check (code ~ '^[A-Z]{3}$'),
  official_name        text not null check (official_name <> ''),
  withdrawn            text check (withdrawn ~ '^\d{4}(-\d{2})?$'),
  fixed_units_per_euro ratio,
  fixed_from           date,
  fixed_source         text,
  constraint currencies_check check ((fixed_units_per_euro is null) = (fixed_from is null) and (fixed_from is null)
    = (fixed_source is null))
);

create function plain_text(words text) returns text
language sql immutable parallel safe
return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

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
    'recharge', 'process', 'water', 'hotel_stays', 'business_travels', 'employee_commuting', 'logistics',
    'sold_products')),
  description     text check (char_length(description) <= 500),
  start_date      date,
  end_date        date,
  revision        integer not null default 1 check (revision > 0),
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  deleted_at      timestamptz,
  primary key (organization_id, id),
  constraint custom_groups_check check (end_date >= start_date)
);
alter table custom_groups enable row level security, force row level security;
create index custom_groups_by_name on custom_groups (organization_id, name, id) where deleted_at is null;
create policy custom_groups_own on custom_groups
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_group_evidence (
  organization_id uuid not null,
  group_id        uuid not null,
  file_id         uuid not null,
  "position"      integer not null,
  file_name       text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  size_kb         integer not null check (size_kb >= 0),
  primary key (organization_id, group_id, file_id),
  foreign key (organization_id, group_id) references custom_groups(organization_id, id)
);
alter table custom_group_evidence enable row level security, force row level security;
create index custom_group_evidence_by_file on custom_group_evidence (organization_id, file_id);
create policy custom_group_evidence_own on custom_group_evidence
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain own_value as numeric check (value >= 0 and value < '1000000000000000000000000000000'::numeric and
  scale(value) <= 30);

create table custom_group_factors (
  organization_id   uuid not null,
  group_id          uuid not null,
  id                uuid not null,
  revision          integer not null check (revision > 0),
  name              text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  unit_id           uuid not null,
  tag               text not null check (tag in ('simple', 'advanced', 'full')),
  co2e              own_value,
  co2               own_value,
  ch4               own_value,
  n2o               own_value,
  start_date        date not null,
  end_date          date,
  enabled           boolean not null,
  is_biogenic       boolean not null,
  uncertainty_grade numeric not null check (uncertainty_grade >= 0 and uncertainty_grade <
    '1000000000000000'::numeric),
  deleted           boolean not null default false,
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
create index custom_versions_by_database on custom_versions (organization_id, database_id, start_date, id);
create policy custom_versions_own on custom_versions
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_records (
  organization_id uuid not null,
  id              uuid not null,
  version_id      uuid not null,
  concept_id      uuid not null,
  revision        integer not null check (revision > 0),
  referenced      boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, version_id) references custom_versions(organization_id, id)
);
alter table custom_records enable row level security, force row level security;
create index custom_records_by_version on custom_records (organization_id, version_id, id);
create policy custom_records_own on custom_records
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table custom_record_evidence (
  organization_id uuid not null,
  record_id       uuid not null,
  file_id         uuid not null,
  "position"      integer not null,
  file_name       text not null check (char_length(file_name) >= 1 and char_length(file_name) <= 255),
  size_kb         integer not null check (size_kb >= 0),
  primary key (organization_id, record_id, file_id),
  foreign key (organization_id, record_id) references custom_records(organization_id, id)
);
alter table custom_record_evidence enable row level security, force row level security;
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
  id              uuid not null,
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

create table custom_record_uses (
  organization_id uuid not null,
  record_id       uuid not null,
  owner_id        uuid not null,
  primary key (organization_id, record_id)
);
alter table custom_record_uses enable row level security, force row level security;
create index custom_record_uses_by_owner on custom_record_uses (owner_id, record_id);
create policy custom_record_uses_own on custom_record_uses
  using ((organization_id = any (visible_organizations())) or owner_id = current_organization())
  with check (organization_id = current_organization());

create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

create table dead_letters (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  type            text not null,
  payload         bytea not null,
  cause           text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table dead_letters enable row level security, force row level security;
create policy dead_letters_own on dead_letters
  using (organization_id = current_organization() or is_machinery());

create table deferred_events (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  lane            text not null check (lane in ('single', 'bulk')),
  type            text not null,
  payload         bytea not null,
  packed          boolean not null,
  traceparent     text not null,
  failures        smallint not null default 0,
  due_at          timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table deferred_events enable row level security, force row level security;
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
create policy deferred_events_own on deferred_events
  using (organization_id = current_organization() or is_machinery());

create table editions (
  id            text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  publisher     text not null check (publisher <> ''),
  title         text not null check (title <> ''),
  version       text not null,
  printed_on    text not null check (printed_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  published_on  text not null check (published_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  file_name     text not null,
  bytes         bigint check (bytes > 0),
  sha256        text not null check (sha256 ~ '^[0-9a-f]{0,64}$'),
  url           text not null check (url ~ '^(https://.+)?$'),
  licence       text not null check (licence <> ''),
  retrieved_on  text not null check (retrieved_on ~ '^(\d{4}-\d{2}-\d{2})?$'),
  reading       text check (reading in ('transcribed', 'program')),
  correction    text not null,
  superseded_by text not null,
  follows       text not null,
  datasets      text[] not null,
  tables        text[] not null,
  constraint editions_check check (superseded_by <> id),
  constraint editions_check1 check (follows <> id)
);

create table exchange_rates (
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  kind           text not null check (kind in ('daily', 'annual_average')),
  day            date not null,
  units_per_euro ratio not null,
  primary key (currency, kind, day)
);

create table external_deletions (
  organization_id uuid not null,
  id              uuid not null,
  attempt         integer not null check (attempt > 0),
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table external_deletions enable row level security, force row level security;
create policy external_deletions_own on external_deletions
  using (organization_id = (select current_organization()));

create domain per_unit as numeric check (value > '-Infinity'::numeric and value < 'Infinity'::numeric);

create table factors (
  id                        uuid not null,
  revision                  integer not null check (revision > 0),
  category                  text not null check (category ~ '^[a-z][a-z0-9_]*$'),
  scheme                    text not null check (scheme <> ''),
  key                       text not null check (key <> ''),
  name                      text not null check (name <> ''),
  region                    text not null check (region <> ''),
  year                      smallint not null check (year >= 1900 and year <= 2200),
  unit                      text not null check (unit <> ''),
  method                    text not null check (method in ('spend_based', 'average_data', 'supplier_specific')),
  co2e                      per_unit,
  co2                       per_unit,
  ch4                       per_unit,
  n2o                       per_unit,
  biogenic_co2              per_unit,
  gwp_set                   text not null check (gwp_set in ('', 'SAR', 'AR4', 'AR5', 'AR6')),
  source                    text not null check (source <> ''),
  source_year               smallint not null,
  licence                   text not null check (licence <> ''),
  note                      text not null,
  retired                   boolean not null default false,
  digest                    text not null check (digest <> ''),
  created_at                timestamptz not null default now(),
  dataset                   text check (dataset <> ''),
  group_path                text not null default '',
  source_key                text not null default '',
  uncertainty_percent       numeric check (uncertainty_percent >= 0 and uncertainty_percent < '1000000'::numeric),
  priority                  smallint not null default 100 check (priority > 0),
  price_year                smallint check (price_year >= 1900 and price_year <= 2200),
  price_basis               text check (price_basis in ('purchaser', 'producer', 'basic')),
  price_per_purchaser_price numeric check (price_per_purchaser_price > 0 and price_per_purchaser_price <= 1),
  primary key (id, revision),
  constraint factors_check check (coalesce(co2e, co2, ch4, n2o, biogenic_co2) is not null),
  constraint factors_price_check check ((price_year is null) = (price_basis is null))
);
comment on table factors is 'append-only: a change of a figure is a new revision';

create table fuel_properties (
  key                   text primary key check (key <> ''),
  fuel                  text not null check (fuel <> ''),
  per                   text not null check (per in ('t', 'm3')),
  net_calorific_value   numeric not null check (net_calorific_value > 0 and net_calorific_value <
    '1000000'::numeric),
  gross_calorific_value numeric not null,
  litres_per_t          numeric check (litres_per_t > 0 and litres_per_t < '1000000000000'::numeric),
  conditions            text not null,
  source                text not null check (source <> ''),
  source_year           smallint not null check (source_year >= 1950 and source_year <= 2100),
  constraint fuel_properties_check check (gross_calorific_value >= net_calorific_value and gross_calorific_value <
    '1000000'::numeric),
  constraint fuel_properties_check1 check (per = 't' or litres_per_t is null)
);

create table given_files (
  file      integer generated always as identity primary key,
  kind      text not null check (kind in ('rates', 'prices')),
  name      text not null check (name <> ''),
  sha256    text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  given_by  text not null check (given_by <> ''),
  added     integer not null check (added >= 0),
  corrected integer not null check (corrected >= 0),
  given_at  timestamptz not null default now()
);
comment on table given_files is 'append-only: the record of who gave what';

create table given_prices (
  country  text not null check (country ~ '^[A-Z]{2}$'),
  year     smallint not null check (year >= 1900 and year <= 2200),
  series   text not null check (series in ('gdp_deflator', 'consumer_prices')),
  file     integer not null,
  value    ratio not null,
  basis    text not null check (basis in ('published', 'derived')),
  corrects boolean not null,
  primary key (country, year, series, file),
  foreign key (file) references given_files(file)
);
comment on table given_prices is 'append-only: the newest file of a year applies';

create table given_rates (
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  day            date not null,
  file           integer not null,
  units_per_euro ratio not null,
  corrects       boolean not null,
  primary key (currency, day, file),
  foreign key (file) references given_files(file)
);
comment on table given_rates is 'append-only: the newest file of a day applies';

create table grid_losses (
  country   text not null check (country ~ '^[A-Z]{2}$'),
  grid_zone text not null check (grid_zone ~ '^[a-z0-9_]*$'),
  year      smallint not null check (year >= 1950 and year <= 2100),
  source    text not null check (source <> ''),
  percent   numeric not null check (percent > 0 and percent < 100),
  priority  smallint not null check (priority > 0),
  primary key (country, grid_zone, year, source)
);

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  key             text not null,
  fingerprint     text not null,
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
alter table idempotency_keys enable row level security, force row level security;
create index idempotency_keys_created on idempotency_keys (created_at);
create policy idempotency_keys_own on idempotency_keys
  using (organization_id = current_organization() or is_machinery());

create table inbox (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  received_at     timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table inbox enable row level security, force row level security;
create index inbox_received on inbox (received_at);
create policy inbox_own on inbox
  using (organization_id = current_organization() or is_machinery());

create table leases (
  name       text primary key,
  holder     uuid not null,
  fence      bigint not null,
  expires_at timestamptz not null
);

create table ler_codes (
  id         uuid primary key,
  code       text not null check (code ~ '^\d{6}$'),
  name       text not null check (name <> ''),
  chapter    text not null check (chapter <> ''),
  subchapter text not null check (subchapter <> ''),
  hazardous  boolean not null,
  unique (code)
);

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

create table migrations (
  name       text primary key,
  digest     text not null,
  applied_at timestamptz not null default now(),
  compatible boolean not null default false
);

create table neighbours (
  name         text not null,
  role         text not null check (role in ('producer', 'consumer')),
  mark         uuid,
  "position"   bigint not null default 0 check ("position" >= 0),
  shown        uuid,
  agreed_at    timestamptz not null default now(),
  begun_at     timestamptz not null default '-infinity'::timestamptz,
  behind       text check (behind in ('self', 'neighbour')),
  behind_since timestamptz,
  events_lost  boolean not null default false,
  accepted     boolean not null default false,
  primary key (name, role),
  constraint neighbours_check check ((behind is null) = (behind_since is null))
);

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  payload         bytea storage external not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz,
  lane            text not null default 'single' check (lane in ('single', 'bulk')),
  packed          boolean not null default false
);
alter table outbox enable row level security, force row level security;
create index outbox_published on outbox (created_at) where published_at is not null;
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create policy outbox_own on outbox
  using (organization_id = current_organization() or is_machinery());

create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

create table outbox_stream (
  name         text primary key,
  created_at   timestamptz not null,
  last_seq     bigint not null,
  marked_seq   bigint not null default 0,
  marked_at    timestamptz not null default now(),
  again_before timestamptz,
  again_from   timestamptz not null default '-infinity'::timestamptz
);

create table price_indices (
  country               text not null check (country ~ '^[A-Z]{2}$'),
  year                  smallint not null check (year >= 1900 and year <= 2200),
  currency              text check (currency ~ '^[A-Z]{3}$'),
  gdp_deflator          ratio,
  consumer_prices       ratio,
  consumer_prices_basis text check (consumer_prices_basis in ('published', 'derived')),
  primary key (country, year),
  constraint price_indices_check check (coalesce(gdp_deflator, consumer_prices) is not null),
  constraint price_indices_check1 check ((consumer_prices is null) = (consumer_prices_basis is null))
);

create table publications (
  dataset      text not null check (dataset <> ''),
  category     text not null,
  publisher    text not null check (publisher <> ''),
  document     text not null,
  table_name   text not null,
  url          text not null check (url ~ '^(https://.+)?$'),
  published_on text not null check (published_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  sha256       text not null check (sha256 ~ '^[0-9a-f]{0,64}$'),
  primary key (dataset, category)
);
comment on table publications is 'only for releases before 0002, which fill it: editions has its contents';

create table rd_codes (
  id          uuid primary key,
  code        text not null check (code ~ '^[RD]\d{2}$'),
  name        text not null check (name ~ '^[a-z_]+$'),
  description text check (description <> ''),
  unique (code),
  unique (name)
);

create table refrigerant_components (
  refrigerant  text not null check (refrigerant <> ''),
  component    text not null check (component <> ''),
  mass_percent ratio not null check (mass_percent::numeric <= 100),
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

create table sector_crosswalk_bea (
  naics_code text primary key check (naics_code <> ''),
  bea_code   text not null check (bea_code <> ''),
  match      text not null check (match in ('same', 'nearest', 'representative')),
  note       text not null,
  constraint sector_crosswalk_bea_check check (match = 'same' or note <> '')
);

create table sector_editions (
  scheme  text not null check (scheme in ('nace_rev2_1', 'naics_2022')),
  code    text not null check (code <> ''),
  level   text not null check (level in ('division', 'group', 'class', 'industry')),
  title   text not null check (title <> ''),
  reading text not null check (reading <> ''),
  match   text not null check (match in ('same', 'part', 'nearest')),
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

create table stand_ins (
  dataset         text not null,
  category        text not null,
  year_means      text not null check (year_means in ('edition', 'data', 'validity', 'prices', 'publication')),
  earlier_max     smallint check (earlier_max >= 0),
  later_max       smallint check (later_max >= 0),
  origin          text not null check (origin ~ '^([A-Z]{2})?$'),
  losses_included boolean not null default false,
  primary key (dataset, category),
  constraint stand_ins_check check (dataset <> '' or category <> '')
);

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
  keys            text[] not null check (keys <> '{}'::text[]),
  short_haul_keys text[] not null,
  kwh_per_tkm     numeric check (kwh_per_tkm > 0 and kwh_per_tkm < '1000000'::numeric),
  stands_for      text not null,
  constraint transport_combinations_transport_type_travel_method_refrige_key unique (transport_type, travel_method,
    refrigerated, electric, detail),
  constraint transport_combinations_check check (electric = (kwh_per_tkm is not null))
);

create table transport_operation_categories (
  id              uuid primary key,
  toc             text not null check (toc <> ''),
  vehicle         text not null check (vehicle <> ''),
  type            text not null,
  category        text not null check (category in ('road', 'rail', 'maritime', 'air')),
  location        text not null check (location in ('EU', 'SA', 'GLO')),
  generic         boolean not null,
  keys            text[] not null check (keys <> '{}'::text[]),
  short_haul_keys text[] not null,
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
  country    text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  updated_at timestamptz,
  unique (type),
  constraint unknown_vehicles_check check (updated_at >= created_at)
);

create table usd_rates (
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  year          smallint not null check (year >= 1999 and year <= 2200),
  units_per_usd ratio not null,
  country       text not null check (country ~ '^[A-Z]{2}$'),
  primary key (currency, year)
);

create table vehicle_fuels (
  id           uuid primary key,
  country      text not null check (country ~ '^[A-Z]{2}$'),
  key          text not null check (key <> ''),
  fuel         text not null check (fuel <> ''),
  category     text not null check (category <> ''),
  factor_key   text not null check (factor_key <> ''),
  distance_key text check (distance_key <> ''),
  created_at   timestamptz not null,
  updated_at   timestamptz,
  upstream_key text check (upstream_key <> ''),
  energy       text not null default 'fuel' check (energy in ('fuel', 'electricity', 'fuel_and_electricity')),
  unique (country, fuel),
  unique (country, key),
  constraint vehicle_fuels_check check (updated_at >= created_at)
);

create table warming_potentials (
  gas         text not null check (gas <> ''),
  gwp_set     text not null check (gwp_set in ('SAR', 'AR4', 'AR5', 'AR6')),
  gwp_100     ratio not null,
  source      text not null check (source <> ''),
  source_year smallint not null,
  licence     text not null check (licence <> ''),
  key         text not null default '',
  kyoto       boolean not null default false,
  primary key (gas, gwp_set)
);

create view effective_prices with (security_invoker = true) as
 with given as (
         select distinct on (given_prices.country, given_prices.year, given_prices.series) given_prices.country,
            given_prices.year,
            given_prices.series,
            given_prices.file,
            given_prices.value,
            given_prices.basis,
            given_prices.corrects
           from given_prices
          order by given_prices.country, given_prices.year, given_prices.series, given_prices.file desc
        ), years as (
         select price_indices.country,
            price_indices.year
           from price_indices
        union
         select given.country,
            given.year
           from given
        )
 select y.country,
    y.year,
    c.currency,
        case
            when d.corrects then d.value
            else coalesce(c.gdp_deflator, d.value)
        end as gdp_deflator,
        case
            when p.corrects then p.value
            else coalesce(c.consumer_prices, p.value)
        end as consumer_prices,
        case
            when p.corrects then p.basis
            else coalesce(c.consumer_prices_basis, p.basis)
        end as consumer_prices_basis
   from years y
     left join price_indices c on c.country = y.country and c.year = y.year
     left join given d on d.country = y.country and d.year = y.year and d.series = 'gdp_deflator'
     left join given p on p.country = y.country and p.year = y.year and p.series = 'consumer_prices';

create view effective_rates with (security_invoker = true) as
 with given as (
         select distinct on (given_rates.currency, given_rates.day) given_rates.currency,
            given_rates.day,
            given_rates.file,
            given_rates.units_per_euro,
            given_rates.corrects
           from given_rates
          order by given_rates.currency, given_rates.day, given_rates.file desc
        )
 select c.currency,
    c.kind,
    c.day,
        case
            when g.corrects then g.units_per_euro
            else c.units_per_euro
        end as units_per_euro
   from exchange_rates c
     left join given g on c.kind = 'daily' and g.currency = c.currency and g.day = c.day
union all
 select g.currency,
    'daily' as kind,
    g.day,
    g.units_per_euro
   from given g
  where not (exists ( select
           from exchange_rates c
          where c.currency = g.currency and c.kind = 'daily' and c.day = g.day));

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

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = factors set default_statistics_target to '10' as $$
declare
  grown regclass;
  analyzed int := 0;
begin
  for grown in
    select c.oid from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_relation_size(c.oid) / current_setting('block_size')::int > greatest(pages_min, 2 * c.relpages)
      and not coalesce(c.reloptions @> array['autovacuum_enabled=false'], false)
    order by pg_relation_size(c.oid) desc limit tables_max
  loop
    -- An analyze or a vacuum of another session holds the lock.
    execute format('analyze (skip_locked) %s', grown);
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = factors as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

grant usage on schema factors to emissions_factors;
grant select on effective_prices, effective_rates, migrations to emissions_factors;
grant select, insert on audit_log, custom_group_factors, custom_record_factors, custom_record_revisions, factors,
  given_files, given_prices, given_rates to emissions_factors;
grant select, insert, update, delete on catalogue_files, catalogue_version, countries, currencies, custom_databases,
  custom_group_evidence, custom_groups, custom_record_evidence, custom_record_uses, custom_records, custom_versions,
  dead_letters, deferred_events, editions, exchange_rates, external_deletions, fuel_properties, grid_losses,
  idempotency_keys, inbox, leases, ler_codes, logistics_fuels, neighbours, outbox, outbox_consumers, outbox_stream,
  price_indices, publications, rd_codes, refrigerant_components, sector_crosswalk, sector_crosswalk_bea,
  sector_editions, sectors, stand_ins, transport_combinations, transport_operation_categories, units,
  unknown_vehicles, usd_rates, vehicle_fuels, warming_potentials to emissions_factors;
grant execute on function analyze_grown_tables(integer,integer), current_organization(), is_machinery(),
  plain_text(text), raise_row_estimates(integer), refuse_audit_change(), visible_organizations() to
  emissions_factors;
grant usage on sequence given_files_file_seq to emissions_factors;
