-- The means of transport of sections of transport routes.
create table transport_combinations (
  id              uuid primary key,
  transport_type  text not null check (transport_type in ('road', 'rail', 'maritime', 'air')),
  travel_method   text not null check (travel_method in ('', 'car', 'truck', 'motorbike', 'bicycle', 'electric_kick_scooter')),
  refrigerated    boolean not null,
  electric        boolean not null,
  detail          text not null,
  size_from       numeric check (size_from >= 0 and size_from < 1e9),
  size_to         numeric check (size_to > 0 and size_to < 1e9),
  size_unit       text not null,
  -- Keys of the library, the most exact first.
  keys            text[] not null check (keys <> '{}'),
  -- The keys of flights up to 1,500 km, where they are others.
  short_haul_keys text[] not null,
  -- Electricity of a battery-electric vehicle.
  kwh_per_tkm     numeric check (kwh_per_tkm > 0 and kwh_per_tkm < 1e6),
  -- How the figure of the last key differs. Empty if it is that of the means of transport.
  stands_for      text not null,
  check (electric = (kwh_per_tkm is not null)),
  unique (transport_type, travel_method, refrigerated, electric, detail)
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
  keys            text[] not null check (keys <> '{}'),
  short_haul_keys text[] not null,
  -- Load of one vehicle in kilograms, from the same publication as the figures.
  default_load_kg numeric check (default_load_kg > 0 and default_load_kg < 1e9),
  kwh_per_tkm     numeric check (kwh_per_tkm > 0 and kwh_per_tkm < 1e6),
  stands_for      text not null,
  unique (toc, location)
);

-- Fuels of carriers. Electricity has no keys.
create table logistics_fuels (
  id       uuid primary key,
  name     text not null check (name <> ''),
  region   text not null check (region <> ''),
  unit     text not null check (unit <> ''),
  category text not null,
  keys     text[] not null,
  check ((category = '') = (keys = '{}')),
  unique (name, region)
);
