create domain employee_situation as text check (value in ('active', 'inactive', 'terminated'));
create domain employee_status as text check (value in ('uploaded', 'loading'));

create table employees (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255,
  email           text check (char_length(email) between 3 and 254),
  situation       employee_situation not null,
  status          employee_status not null,
  external_id     text_255,
  file_id         uuid,
  file_name       text_255,
  file_url        web_address,
  -- Grows by 1 at each change, so that the filter hash changes with an employee.
  revision        revision not null default 1,
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  -- Sorts the list.
  label           text not null generated always as (coalesce(name, email)) stored,
  search_text     text not null generated always as
    (plain_text(coalesce(name, '') || chr(10) || coalesce(email, ''))) stored,
  primary key (organization_id, id),
  constraint employees_named check (num_nonnulls(name, email) > 0)
);
alter table employees enable row level security, force row level security;
create policy employees_own on employees
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One employee for each e-mail address.
create unique index employees_by_email on employees (organization_id, lower(email)) where email is not null;
-- Serves the order of the list, totals and filter hash.
create index employees_by_label on employees (organization_id, label, id) include (revision, situation, status, file_id);
-- Serves the count of the employees that name a file, before the file is deleted.
create index employees_by_file on employees (organization_id, file_id) where file_id is not null;

-- The emissions of all commuting periods of an employee, as facility_totals for facilities.
create table employee_totals (
  organization_id uuid not null,
  employee_id     uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  primary key (organization_id, employee_id)
) with (fillfactor = 70);
alter table employee_totals enable row level security, force row level security;
create policy employee_totals_own on employee_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table commuting_periods (
  organization_id    uuid not null,
  id                 uuid not null,
  employee_id        uuid,
  -- The survey row with this answer.
  survey_row_id      uuid,
  -- The employee was erased; the period stays for the totals.
  is_erased          boolean not null default false,
  start_date         activity_day not null,
  end_date           activity_day not null,
  commuting_type     text not null check (commuting_type in ('in_itinere', 'in_labore')),
  transport_type     text not null check (transport_type in ('car', 'bus', 'train', 'metro', 'tram', 'motorbike', 'bicycle',
    'walking', 'telecommuting', 'electric_kick_scooter', 'trolleybus')),
  vehicle_size       text check (vehicle_size in ('small', 'medium', 'large', 'average')),
  fuel_type          text check (fuel_type in
    ('petrol', 'diesel', 'cng', 'lpg', 'unknown', 'plug_in_hybrid_electric', 'battery_electric')),
  renewable_energy   text check (renewable_energy in ('yes', 'no', 'do_not_know')),
  total_km           positive_amount,
  -- Weekdays as a JSON array of numbers, from 0 for Monday.
  weekly_travels     text not null check (weekly_travels is json array),
  daily_trips        int not null check (daily_trips between 1 and 20),
  carpool            boolean not null,
  situation          employee_situation not null,
  origin             text check (char_length(origin) <= 255),
  destination        text check (char_length(destination) <= 255),
  response_medium    text not null check (response_medium in ('manual', 'qr', 'form')),
  hours_per_day      positive_amount not null check (hours_per_day <= 24),
  -- As weekly_travels.
  telecommuting_days text not null check (telecommuting_days is json array),
  country            country_code,
  primary key (organization_id, id),
  constraint commuting_periods_person check (num_nonnulls(employee_id, survey_row_id) > 0 or is_erased),
  -- The service limits a period to 366 days.
  constraint commuting_periods_period check (end_date - start_date between 0 and 365),
  constraint commuting_periods_distance check ((total_km is null) = (transport_type = 'telecommuting')),
  constraint commuting_periods_vehicle check (
    transport_type in ('car', 'motorbike') or num_nonnulls(vehicle_size, fuel_type) = 0 and not carpool)
);
call complete_record_table('commuting_periods', 'start_date', 'employee_id', '{end_date, transport_type, survey_row_id}');
call add_fitness('commuting_periods');
call guard_locked_periods('commuting_periods', 'r.start_date', 'r.end_date');
-- Serves the sum and the number of the answers of a survey row.
create index commuting_periods_by_survey_row on commuting_periods (organization_id, survey_row_id)
  where survey_row_id is not null;
-- Serves the count of the records that name a file, before the file is deleted.
create index commuting_periods_by_file on commuting_periods (organization_id, file_id) where file_id is not null;
