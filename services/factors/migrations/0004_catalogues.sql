-- Codes and names that clients refer to by id: the same for every organization, as in 0001.

create table ler_codes (
  id         uuid primary key,
  -- Six digits; clients see them in pairs.
  code       text not null unique check (code ~ '^\d{6}$'),
  name       text not null check (name <> ''),
  chapter    text not null check (chapter <> ''),
  subchapter text not null check (subchapter <> ''),
  hazardous  boolean not null
);

create table rd_codes (
  id          uuid primary key,
  code        text not null unique check (code ~ '^[RD]\d{2}$'),
  name        text not null unique check (name ~ '^[a-z_]+$'),
  description text check (description <> '')
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
  updated_at   timestamptz check (updated_at >= created_at),
  unique (country, key),
  unique (country, fuel)
);

create table unknown_vehicles (
  id         uuid primary key,
  type       text not null unique check (type ~ '^[a-z_]+$'),
  -- Null for everywhere.
  country    text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  updated_at timestamptz check (updated_at >= created_at)
);
