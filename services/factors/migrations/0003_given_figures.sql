-- migrate: compatible
-- Rates and price indices that an operator gives between two releases. The tables of the catalogue contain exactly the
-- rows of its files, so a load neither removes given figures nor collides with them.
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

create table given_rates (
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  day            date not null,
  file           integer not null references given_files,
  units_per_euro ratio not null,
  -- True for another value than the one that was known: it also replaces the value of the catalogue.
  corrects       boolean not null,
  primary key (currency, day, file)
);
comment on table given_rates is 'append-only: the newest file of a day applies';

create table given_prices (
  country  text not null check (country ~ '^[A-Z]{2}$'),
  year     smallint not null check (year >= 1900 and year <= 2200),
  series   text not null check (series in ('gdp_deflator', 'consumer_prices')),
  file     integer not null references given_files,
  value    ratio not null,
  basis    text not null check (basis in ('published', 'derived')),
  corrects boolean not null,
  primary key (country, year, series, file)
);
comment on table given_prices is 'append-only: the newest file of a year applies';

-- The figures that apply: those of the catalogue, those that it lacks, and corrections.
create view effective_rates with (security_invoker = true) as
with given as (select distinct on (currency, day) * from given_rates order by currency, day, file desc)
select c.currency, c.kind, c.day, case when g.corrects then g.units_per_euro else c.units_per_euro end as units_per_euro
from exchange_rates c
left join given g on c.kind = 'daily' and g.currency = c.currency and g.day = c.day
union all
select g.currency, 'daily', g.day, g.units_per_euro
from given g
where not exists (
  select from exchange_rates c where c.currency = g.currency and c.kind = 'daily' and c.day = g.day
);

create view effective_prices with (security_invoker = true) as
with given as (
  select distinct on (country, year, series) * from given_prices order by country, year, series, file desc
), years as (
  select country, year from price_indices union select country, year from given
)
select y.country, y.year, c.currency,
  case when d.corrects then d.value else coalesce(c.gdp_deflator, d.value) end as gdp_deflator,
  case when p.corrects then p.value else coalesce(c.consumer_prices, p.value) end as consumer_prices,
  case when p.corrects then p.basis else coalesce(c.consumer_prices_basis, p.basis) end as consumer_prices_basis
from years y
left join price_indices c on c.country = y.country and c.year = y.year
left join given d on d.country = y.country and d.year = y.year and d.series = 'gdp_deflator'
left join given p on p.country = y.country and p.year = y.year and p.series = 'consumer_prices';
