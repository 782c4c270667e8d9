-- The public catalogue: the same for every organization, so no table here has an organization or a policy.

-- NaN counts as greater than every number, so an upper bound refuses it as well.
create domain ratio as numeric check (value > 0 and value < 'Infinity');
create domain per_unit as numeric check (value > '-Infinity' and value < 'Infinity');

create table units (
  id          uuid primary key,
  code        text not null unique check (code <> ''),
  name        text not null unique check (name <> ''),
  type        text not null check (type <> ''),
  dimension   text not null check (dimension <> ''),
  -- One unit is numerator / denominator base units; currencies convert by the rate of a day.
  numerator   ratio,
  denominator ratio,
  purposes    text[] not null,
  check ((dimension = 'currency') = (numerator is null) and (numerator is null) = (denominator is null))
);

create table currencies (
  code                 text primary key check (code ~ '^[A-Z]{3}$'),
  official_name        text not null check (official_name <> ''),
  -- The month or year in which ISO 4217 gave the code up.
  withdrawn            text check (withdrawn ~ '^\d{4}(-\d{2})?$'),
  fixed_units_per_euro ratio,
  fixed_from           date,
  fixed_source         text,
  check ((fixed_units_per_euro is null) = (fixed_from is null) and (fixed_from is null) = (fixed_source is null))
);

create table exchange_rates (
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  kind           text not null check (kind in ('daily', 'annual_average')),
  -- Of an average, the first day of its year.
  day            date not null,
  units_per_euro ratio not null,
  primary key (currency, kind, day)
);

create table countries (
  code      text primary key check (code ~ '^[A-Z]{2}$'),
  name      text not null check (name <> ''),
  region    text not null,
  subregion text not null
);

create table sectors (
  scheme text not null check (scheme in ('nace_rev2', 'uk_sic_2007', 'naics_2017')),
  code   text not null check (code <> ''),
  level  text not null check (level in ('section', 'division', 'group', 'class', 'subclass', 'industry')),
  parent text not null,
  title  text not null check (title <> ''),
  primary key (scheme, code)
);

create table sector_crosswalk (
  nace_code  text primary key check (nace_code <> ''),
  naics_code text,
  match      text not null check (match in ('same', 'nearest', 'representative', 'none')),
  basis      text not null check (basis <> ''),
  note       text not null,
  check ((naics_code is null) = (match = 'none'))
);

create table warming_potentials (
  gas           text not null check (gas <> ''),
  gwp_set       text not null check (gwp_set in ('SAR', 'AR4', 'AR5', 'AR6')),
  -- kg CO2e for a kilogram of the gas over 100 years.
  gwp_100       ratio not null,
  source        text not null check (source <> ''),
  source_year   smallint not null,
  licence       text not null check (licence <> ''),
  primary key (gas, gwp_set)
);

create table factors (
  id           uuid not null,
  revision     integer not null check (revision > 0),
  category     text not null check (category in ('spend', 'materials')),
  scheme       text not null check (scheme <> ''),
  key          text not null check (key <> ''),
  name         text not null check (name <> ''),
  -- A country, a region of UN M49, or GLO for everywhere.
  region       text not null check (region <> ''),
  year         smallint not null check (year between 1900 and 2200),
  unit         text not null check (unit <> ''),
  method       text not null check (method in ('spend_based', 'average_data', 'supplier_specific')),
  -- Kilograms for one unit of activity; null is "not published", which is not zero.
  co2e         per_unit,
  co2          per_unit,
  ch4          per_unit,
  n2o          per_unit,
  biogenic_co2 per_unit,
  gwp_set      text not null check (gwp_set in ('SAR', 'AR4', 'AR5', 'AR6')),
  source       text not null check (source <> ''),
  source_year  smallint not null,
  licence      text not null check (licence <> ''),
  note         text not null,
  -- The row is no longer in the catalogue; what was calculated with it stays explainable.
  retired      boolean not null default false,
  -- Of everything above: a row with another digest is a new revision.
  digest       text not null check (digest <> ''),
  created_at   timestamptz not null default now(),
  primary key (id, revision),
  check (coalesce(co2e, co2, ch4, n2o) is not null)
);
comment on table factors is 'append-only: a change of a figure is a new revision';

-- What the tables hold: a file with the same digest need not be read again.
create table catalogue_files (
  path   text primary key,
  digest text not null
);

-- Grows with every change, so that each process notices that its copy in memory is old.
create table catalogue_version (
  only_row boolean primary key default true check (only_row),
  version  integer not null
);
insert into catalogue_version (version) values (0);
