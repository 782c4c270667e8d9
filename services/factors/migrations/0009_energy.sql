-- Losses of electricity grids and properties of fuels: the same for every organization, as in 0001.

create table grid_losses (
  country   text not null check (country ~ '^[A-Z]{2}$'),
  -- Empty for the whole country.
  grid_zone text not null check (grid_zone ~ '^[a-z0-9_]*$'),
  year      smallint not null check (year between 1950 and 2100),
  source    text not null check (source <> ''),
  -- Of the generated electricity. The upper bound also refuses NaN.
  percent   numeric not null check (percent > 0 and percent < 100),
  -- The lower number wins among the publications of one country and zone.
  priority  smallint not null check (priority > 0),
  primary key (country, grid_zone, year, source)
);

-- One row for each key of a fuel in the library.
create table fuel_properties (
  key                   text primary key check (key <> ''),
  fuel                  text not null check (fuel <> ''),
  -- The calorific values are GJ per tonne, or MJ per cubic metre.
  per                   text not null check (per in ('t', 'm3')),
  net_calorific_value   numeric not null check (net_calorific_value > 0 and net_calorific_value < 1e6),
  gross_calorific_value numeric not null check (gross_calorific_value >= net_calorific_value and gross_calorific_value < 1e6),
  litres_per_t          numeric check (litres_per_t > 0 and litres_per_t < 1e12),
  -- Reference conditions of the volume.
  conditions            text not null,
  source                text not null check (source <> ''),
  source_year           smallint not null check (source_year between 1950 and 2100),
  check (per = 't' or litres_per_t is null)
);
