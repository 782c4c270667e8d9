-- Totals in more detail than by scope and category. A series is all that impacts have in common: part, factor, source,
-- method and marks. Its id is the first half of the SHA-256 of its attributes.
create table emission_series (
  organization_id uuid not null,
  id              uuid not null,
  scope           smallint not null check (scope between 1 and 3),
  category        text not null check (category <> ''),
  ghg_category    text not null,
  part            text not null check (part <> ''),
  -- False for a memo item.
  counted         boolean not null,
  -- The gas of a factor that consists of one fluorinated gas.
  gas             text check (gas in ('hfc', 'pfc', 'sf6', 'nf3')),
  -- Set of warming potentials of the CO2e. Null if the publication does not name it.
  gwp_set         text,
  -- Whether CO2e can be weighed under any set.
  by_gas          boolean not null,
  biogenic_stated boolean not null,
  method          text,
  marks           text[] not null,
  factor_id       uuid,
  factor_revision int,
  factor_name     text not null,
  source          text not null,
  region          text not null,
  year            int,
  primary key (organization_id, id)
);
comment on table emission_series is 'append-only';
alter table emission_series enable row level security, force row level security;
create policy emission_series_own on emission_series
  using (organization_id = any (visible_organizations())) with check (organization_id = (select current_organization()));
create trigger append_only before update or delete or truncate on emission_series
  for each statement execute function refuse_change();

-- Null in rows of earlier versions: their series follows from the calculation (src/total_impact/earlier-series.ts).
alter table impacts add column series_id uuid;

-- Exact sums of the impacts of counted records, memo items included.
create table series_months (
  organization_id uuid not null,
  -- The first day of the month.
  month           date not null check (extract(day from month) = 1),
  series_id       uuid not null,
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  co2e_ar4_kg     kilograms_total,
  co2e_ar5_kg     kilograms_total,
  co2e_ar6_kg     kilograms_total,
  primary key (organization_id, month, series_id)
) with (fillfactor = 70);
alter table series_months enable row level security, force row level security;
create policy series_months_own on series_months
  using (organization_id = any (visible_organizations())) with check (organization_id = (select current_organization()));

-- Differences between the masses of a day and those of the day before. The first day of a month has its masses instead.
-- A year with the same masses on each day is 12 rows and not 365.
create table series_steps (
  organization_id uuid not null,
  day             date not null,
  series_id       uuid not null,
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  co2e_ar4_kg     kilograms_total,
  co2e_ar5_kg     kilograms_total,
  co2e_ar6_kg     kilograms_total,
  primary key (organization_id, day, series_id)
) with (fillfactor = 70);
alter table series_steps enable row level security, force row level security;
create policy series_steps_own on series_steps
  using (organization_id = any (visible_organizations())) with check (organization_id = (select current_organization()));
