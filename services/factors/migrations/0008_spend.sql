-- Price level of a country by year. Only ratios of one series are meaningful, because base years differ.
create table price_indices (
  country               text not null check (country ~ '^[A-Z]{2}$'),
  year                  smallint not null check (year between 1900 and 2200),
  -- Currency of the country in that year. Null if it is not known.
  currency              text check (currency ~ '^[A-Z]{3}$'),
  gdp_deflator          ratio,
  consumer_prices       ratio,
  -- Derived: the value of the year before, times the published change.
  consumer_prices_basis text check (consumer_prices_basis in ('published', 'derived')),
  primary key (country, year),
  check (coalesce(gdp_deflator, consumer_prices) is not null),
  check ((consumer_prices is null) = (consumer_prices_basis is null))
);

-- Yearly averages of currencies without euro reference rates.
create table usd_rates (
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  year          smallint not null check (year between 1999 and 2200),
  units_per_usd ratio not null,
  -- Country of the published series: several countries can have one currency.
  country       text not null check (country ~ '^[A-Z]{2}$'),
  primary key (currency, year)
);

-- Sectors of the US Bureau of Economic Analysis, in which spend factors of other countries are published.
create table sector_crosswalk_bea (
  naics_code text primary key check (naics_code <> ''),
  bea_code   text not null check (bea_code <> ''),
  match      text not null check (match in ('same', 'nearest', 'representative')),
  note       text not null,
  check (match = 'same' or note <> '')
);

alter table factors
  -- Year and basis of the prices that a spend factor applies to.
  add column price_year smallint check (price_year between 1900 and 2200),
  add column price_basis text check (price_basis in ('purchaser', 'producer', 'basic')),
  -- Share of that price in a purchaser price.
  add column price_per_purchaser_price numeric check (price_per_purchaser_price > 0 and price_per_purchaser_price <= 1),
  add constraint factors_price_check check ((price_year is null) = (price_basis is null));
