-- Totals by facility. Null for records without a facility, and for series of earlier versions.
alter table emission_series add column facility_id uuid;

-- A sum of recorded amounts. NaN would pass most comparisons and spoil every sum.
create domain amount_total as numeric not null
  check (value <> 'NaN' and abs(value) < 1e60 and scale(value) <= 12);

-- Exact sums of the amounts of counted records: kWh, kg or m3, by the category. Widgets divide emissions by them.
create table amount_months (
  organization_id uuid not null,
  -- The first day of the month.
  month           date not null check (extract(day from month) = 1),
  category        text not null check (category <> ''),
  -- The zero id for records without a facility.
  facility_id     uuid not null,
  amount          amount_total,
  primary key (organization_id, category, month, facility_id)
) with (fillfactor = 70);
alter table amount_months enable row level security, force row level security;
create policy amount_months_own on amount_months
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Differences between the amount of a day and that of the day before. The first day of a month has its amount instead.
create table amount_steps (
  organization_id uuid not null,
  day             date not null,
  category        text not null check (category <> ''),
  facility_id     uuid not null,
  amount          amount_total,
  primary key (organization_id, category, day, facility_id)
) with (fillfactor = 70);
alter table amount_steps enable row level security, force row level security;
create policy amount_steps_own on amount_steps
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
