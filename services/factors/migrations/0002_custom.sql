-- Factors of organizations' own. What a calculation can name is append-only: a change writes a new revision.

-- For searches: case and accents do not matter.
create function plain_text(words text) returns text language sql immutable parallel safe
  return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

-- Kilograms or grams for one unit of activity, with the digits as sent. The upper bound refuses NaN as well.
create domain own_value as numeric check (value >= 0 and value < 1e30 and scale(value) <= 30);

create table custom_databases (
  organization_id uuid not null,
  id              uuid not null,
  name            text not null check (char_length(name) between 1 and 255),
  search_name     text not null generated always as (plain_text(name)) stored,
  description     text check (char_length(description) <= 500),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);

create table custom_versions (
  organization_id uuid not null,
  id              uuid not null,
  database_id     uuid not null,
  name            text not null check (char_length(name) between 1 and 255),
  start_date      date,
  end_date        date check (end_date >= start_date),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, database_id) references custom_databases
);
-- Serves the listing of a database's versions.
create index custom_versions_by_database on custom_versions (organization_id, database_id, start_date, id);

-- Which revision is in force; everything else stands in the revisions.
create table custom_records (
  organization_id uuid not null,
  id              uuid not null,
  version_id      uuid not null,
  concept_id      uuid not null,
  revision        int not null check (revision > 0),
  -- An activity names the record, so its unit stays as it is.
  referenced      boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, version_id) references custom_versions
);
-- Serves the listing of a version's records.
create index custom_records_by_version on custom_records (organization_id, version_id, id);

create table custom_record_revisions (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             int not null check (revision > 0),
  name                 text not null check (char_length(name) between 1 and 255),
  search_name          text not null generated always as (plain_text(name)) stored,
  unit_id              uuid not null,
  tag                  text not null check (tag in ('simple', 'advanced', 'full')),
  activity_categories  text[] not null check (cardinality(activity_categories) between 1 and 30),
  enabled              boolean not null,
  is_biogenic          boolean not null,
  renewable_percentage numeric check (renewable_percentage between 0 and 1),
  uncertainty_grade    numeric not null check (uncertainty_grade >= 0 and uncertainty_grade < 1e15),
  created_at           timestamptz not null default now(),
  primary key (organization_id, record_id, revision),
  foreign key (organization_id, record_id) references custom_records
);
comment on table custom_record_revisions is 'append-only: a change is a new revision';

create table custom_record_factors (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        int not null,
  gas             text not null check (gas in ('co2e', 'co2', 'ch4', 'n2o')),
  -- Stays the same over the revisions of a record.
  id              uuid not null,
  -- kg of co2e and co2, g of ch4 and n2o.
  value           own_value not null,
  start_date      date not null,
  end_date        date check (end_date >= start_date),
  primary key (organization_id, record_id, revision, gas),
  foreign key (organization_id, record_id, revision) references custom_record_revisions
);
comment on table custom_record_factors is 'append-only: part of a revision';

create table custom_record_evidence (
  organization_id uuid not null,
  record_id       uuid not null,
  file_id         uuid not null,
  -- Order of attachment.
  position        int not null,
  file_name       text not null check (char_length(file_name) between 1 and 255),
  size_kb         int not null check (size_kb >= 0),
  primary key (organization_id, record_id, file_id),
  foreign key (organization_id, record_id) references custom_records
);
-- Serves letting go of a deleted file.
create index custom_record_evidence_by_file on custom_record_evidence (organization_id, file_id);

create table custom_groups (
  organization_id uuid not null,
  id              uuid not null,
  name            text not null check (char_length(name) between 1 and 255),
  search_name     text not null generated always as (plain_text(name)) stored,
  category        text not null check (category in
    ('purchases', 'electricity', 'waste', 'heat', 'vehicles', 'recharge', 'process', 'water')),
  description     text check (char_length(description) <= 500),
  start_date      date,
  end_date        date check (end_date >= start_date),
  -- One more at each change of the group or of its factors.
  revision        int not null default 1 check (revision > 0),
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  -- Out of use; what was recorded with it still finds its name.
  deleted_at      timestamptz,
  primary key (organization_id, id)
);
-- Serves the listing, which is sorted by name.
create index custom_groups_by_name on custom_groups (organization_id, name, id) where deleted_at is null;

-- The state of a factor from one revision of its group on. The factors of revision n are, for each factor, the newest row
-- with a revision of at most n.
create table custom_group_factors (
  organization_id   uuid not null,
  group_id          uuid not null,
  id                uuid not null,
  -- Of the group.
  revision          int not null check (revision > 0),
  name              text not null check (char_length(name) between 1 and 255),
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
  end_date          date check (end_date >= start_date),
  enabled           boolean not null,
  is_biogenic       boolean not null,
  uncertainty_grade numeric not null check (uncertainty_grade >= 0 and uncertainty_grade < 1e15),
  deleted           boolean not null default false,
  -- Of the factor, the same in all its states.
  created_at        timestamptz not null default now(),
  primary key (organization_id, group_id, id, revision),
  foreign key (organization_id, group_id) references custom_groups,
  check ((tag <> 'advanced') = (co2e is not null)),
  check ((tag <> 'simple') = (co2 is not null and ch4 is not null and n2o is not null))
);
comment on table custom_group_factors is 'append-only: a change is a new state';

do $$
declare own text;
begin
  foreach own in array array['custom_databases', 'custom_versions', 'custom_records', 'custom_record_revisions',
    'custom_record_factors', 'custom_record_evidence', 'custom_groups', 'custom_group_factors'] loop
    execute format('alter table %I enable row level security, force row level security', own);
    execute format('create policy %I on %I using (organization_id = any (visible_organizations()))
      with check (organization_id = current_organization())', own || '_own', own);
  end loop;
end $$;
