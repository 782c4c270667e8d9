-- migrate: baseline, compatible
-- Employees, their surveys and commutes, and the figures about the workforce.

-- Survey rows show the number and the emissions of their commuting periods. Creations, results, recalculations, changes
-- and deletions count here alike, in the transaction that makes them.
create function count_survey_commutes() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
  changes survey_commute_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (survey_row_id, 1, (co2e is not null)::int, coalesce(co2e, 0))::survey_commute_change
      from new_rows where survey_row_id is not null);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select row (survey_row_id, -1, -(co2e is not null)::int, -coalesce(co2e, 0))::survey_commute_change
      from old_rows where survey_row_id is not null);
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;
  changes := array(
    select row (survey_row_id, sum(commutes), sum(with_co2e), sum(co2e))::survey_commute_change from unnest(changes)
    group by survey_row_id having sum(commutes) <> 0 or sum(with_co2e) <> 0 or sum(co2e) <> 0);
  -- In the order of the key, so that two writers do not block each other.
  perform from survey_rows r
  where r.organization_id = org and r.id in (select c.survey_row_id from unnest(changes) c)
  order by r.id for no key update;
  update survey_rows r set commutes_count = r.commutes_count + c.commutes, co2e_count = r.co2e_count + c.with_co2e,
    co2e_sum = r.co2e_sum + c.co2e
  from unnest(changes) c where r.organization_id = org and r.id = c.survey_row_id;
  return null;
end
$$;

create domain employee_situation as text check (value in ('active', 'inactive', 'terminated'));

create table commuting_periods (
  organization_id           uuid not null,
  id                        uuid not null,
  employee_id               uuid,
  -- The survey row with this answer.
  survey_row_id             uuid,
  -- The employee was erased; the period stays for the totals.
  is_erased                 boolean not null default false,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  commuting_type            text not null check (commuting_type in ('in_itinere', 'in_labore')),
  transport_type            text not null check (transport_type in ('car', 'bus', 'train', 'metro', 'tram',
    'motorbike', 'bicycle', 'walking', 'telecommuting', 'electric_kick_scooter', 'trolleybus')),
  vehicle_size              text check (vehicle_size in ('small', 'medium', 'large', 'average')),
  fuel_type                 text check (fuel_type in ('petrol', 'diesel', 'cng', 'lpg', 'unknown',
    'plug_in_hybrid_electric', 'battery_electric')),
  renewable_energy          text check (renewable_energy in ('yes', 'no', 'do_not_know')),
  total_km                  positive_amount,
  -- Weekdays as a JSON array of numbers, from 0 for Monday.
  weekly_travels            text not null check (weekly_travels is json array),
  daily_trips               integer not null check (daily_trips >= 1 and daily_trips <= 20),
  carpool                   boolean not null,
  situation                 employee_situation not null,
  origin                    text check (char_length(origin) <= 255),
  destination               text check (char_length(destination) <= 255),
  response_medium           text not null check (response_medium in ('manual', 'qr', 'form')),
  hours_per_day             positive_amount not null check (hours_per_day::numeric <= 24),
  -- As weekly_travels.
  telecommuting_days        text not null check (telecommuting_days is json array),
  country                   country_code,
  revision                  revision not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  calculation_version       integer not null default 0,
  fitness                   integer,
  primary key (organization_id, id),
  constraint commuting_periods_distance check ((total_km is null) = (transport_type = 'telecommuting')),
  constraint commuting_periods_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code
    is not null)),
  constraint commuting_periods_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint commuting_periods_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  -- The service limits a period to 366 days.
  constraint commuting_periods_period check ((end_date::date - start_date::date) >= 0 and (end_date::date -
    start_date::date) <= 365),
  constraint commuting_periods_person check (num_nonnulls(employee_id, survey_row_id) > 0 or is_erased),
  constraint commuting_periods_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint commuting_periods_vehicle check ((transport_type in ('car', 'motorbike')) or num_nonnulls(vehicle_size,
    fuel_type) = 0 and not carpool)
) with (fillfactor = 50);
alter table commuting_periods enable row level security, force row level security;
create index commuting_periods_by_date on commuting_periods (organization_id, start_date desc, id desc) include
  (employee_id, file_id, end_date, transport_type, survey_row_id);
create index commuting_periods_by_employee on commuting_periods (organization_id, employee_id, start_date desc, id
  desc);
-- Serves the count of the records that name a file, before the file is deleted.
create index commuting_periods_by_file on commuting_periods (organization_id, file_id) where file_id is not null;
-- Serves the sum and the number of the answers of a survey row.
create index commuting_periods_by_survey_row on commuting_periods (organization_id, survey_row_id) where
  survey_row_id is not null;
create index commuting_periods_failed on commuting_periods (organization_id, start_date desc, id desc) include
  (employee_id, file_id, end_date, transport_type, survey_row_id) where calculation_error_code is not null;
create policy commuting_periods_own on commuting_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_survey_commutes after delete on commuting_periods referencing old table as old_rows
  for each statement execute function count_survey_commutes();
create trigger count_inserted_survey_commutes after insert on commuting_periods referencing new table as new_rows
  for each statement execute function count_survey_commutes();
create trigger count_updated_survey_commutes after update on commuting_periods referencing old table as old_rows new
  table as new_rows
  for each statement execute function count_survey_commutes();
create trigger locked_period_on_delete after delete on commuting_periods referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on commuting_periods referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on commuting_periods referencing old table as old_rows new table
  as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');

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

-- Rows of deleted and erased employees: those with commuting periods stay without the person, because totals need the
-- periods, and the others are deleted. Deletions of employees have deleted or released the periods before.
create function release_survey_rows(employees uuid[]) returns void
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
begin
  perform from survey_rows r where r.organization_id = org and r.employee_id = any (employees)
  order by r.id for update;
  delete from survey_rows r
  where r.organization_id = org and r.employee_id = any (employees) and r.commutes_count = 0;
  delete from survey_links l using survey_rows r
  where r.organization_id = org and r.employee_id = any (employees)
    and l.organization_id = org and l.survey_row_id = r.id;
  update survey_rows r set employee_id = null, email = null, name = null, external_id = null
  where r.organization_id = org and r.employee_id = any (employees);
end
$$;

create function release_rows_of_employees() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  perform release_survey_rows(array(select id from old_rows));
  return null;
end
$$;

-- Rows have copies of the name, the address and the id of their employee, which the list searches.
create function rename_survey_rows() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  update survey_rows r set email = new.email, name = new.name, external_id = new.external_id
  where r.organization_id = new.organization_id and r.employee_id = new.id;
  return null;
end
$$;

create domain employee_status as text check (value in ('uploaded', 'loading'));

create table employees (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255,
  email           text check (char_length(email) >= 3 and char_length(email) <= 254),
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
  label           text not null generated always as (coalesce(name::text, email)) stored,
  search_text     text not null generated always as (plain_text((coalesce(name::text, '') || chr(10)) ||
    coalesce(email, ''))) stored,
  name_key        text generated always as (plain_text(name::text)) stored,
  email_key       text generated always as (plain_text(email)) stored,
  primary key (organization_id, id),
  constraint employees_named check (num_nonnulls(name, email) > 0)
);
alter table employees enable row level security, force row level security;
-- One employee for each e-mail address.
create unique index employees_by_email on employees (organization_id, lower(email)) where email is not null;
create index employees_by_email_key on employees (organization_id, email_key collate "C", id) where email_key is not
  null;
create index employees_by_external_id on employees (organization_id, external_id collate "C", id) where external_id
  is not null;
-- Serves the count of the employees that name a file, before the file is deleted.
create index employees_by_file on employees (organization_id, file_id) where file_id is not null;
-- Serves the order of the list, totals and filter hash.
create index employees_by_label on employees (organization_id, plain_text(label), id) include (revision, situation,
  status, file_id);
create index employees_by_name_key on employees (organization_id, name_key collate "C", id) where name_key is not
  null;
create policy employees_own on employees
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger release_survey_rows after delete on employees referencing old table as old_rows
  for each statement execute function release_rows_of_employees();
create trigger rename_survey_rows after update of email, name, external_id on employees
  for each row when (old.email is distinct from new.email or old.name::text is distinct from new.name::text or
    old.external_id::text is distinct from new.external_id::text) execute function rename_survey_rows();

create domain workforce_gender as text check (value in ('M', 'F', 'O', 'NS'));

create domain own_workforce_status as text check (value in ('active', 'loading', 'error'));

-- On the day of an erasure: the bands of ESRS S1, which include 30 and 50.
create domain workforce_age_band as text check (value in ('under_30', '30_to_50', 'over_50'));

create domain workforce_day as date check (value >= '1900-01-01'::date and value <= '2200-12-31'::date);

create table own_workforces (
  organization_id      uuid not null,
  id                   uuid not null,
  external_employee_id text_255,
  birth_date           workforce_day,
  gender               workforce_gender not null,
  disabled_employee    boolean,
  -- Stands for the birth date after an erasure.
  age_band             workforce_age_band,
  erased_at            timestamptz,
  file_id              uuid,
  file_name            text_255,
  status               own_workforce_status not null default 'active',
  -- Grows by 1 at each change of the person or the contracts, so that the filter hash changes with a person.
  revision             revision not null default 1,
  uploaded_by          uuid,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz,
  search_text          text not null generated always as (plain_text(coalesce(external_employee_id::text, '')))
    stored,
  primary key (organization_id, id),
  constraint own_workforces_erasure check (
case
    when erased_at is null then num_nulls(external_employee_id, birth_date, disabled_employee) = 0 and age_band is
      null
    else num_nonnulls(external_employee_id, birth_date, disabled_employee, file_id, file_name) = 0
end)
);
alter table own_workforces enable row level security, force row level security;
create index own_workforces_by_change on own_workforces (organization_id, updated_at, id);
-- Serve the orders of the list. The first one also serves totals and filter hash.
create index own_workforces_by_employee on own_workforces (organization_id, external_employee_id, id) include
  (revision, file_id);
-- One person for each id of the HR system. Serves the look-up by it, too.
create unique index own_workforces_by_external_id on own_workforces (organization_id, external_employee_id);
create index own_workforces_by_external_prefix on own_workforces (organization_id, external_employee_id collate "C",
  id);
-- Serves the count of the people that name a file, before the file is deleted.
create index own_workforces_by_file on own_workforces (organization_id, file_id) where file_id is not null;
create policy own_workforces_own on own_workforces
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain training_status as text check (value in ('active', 'loading', 'error'));

create table own_workforce_trainings (
  organization_id   uuid not null,
  id                uuid not null,
  own_workforce_id  uuid not null,
  -- Type and description are empty after the erasure of the person.
  type              text not null check (char_length(type) <= 255),
  description       text not null check (char_length(description) <= 500),
  hours             numeric not null check (hours >= 0 and hours <= 1000000 and scale(hours) <= 6),
  start_date        date not null,
  end_date          date not null,
  -- Texts, and decimals as texts; booleans.
  custom_values     jsonb not null default '{}'::jsonb check (jsonb_typeof(custom_values) = 'object'),
  file_id           uuid,
  file_name         text_255,
  processing_job_id uuid,
  status            training_status not null default 'active',
  created_by        uuid,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  search_text       text not null generated always as (plain_text((type || chr(10)) || description)) stored,
  primary key (organization_id, id),
  constraint own_workforce_trainings_order check (end_date >= start_date),
  constraint own_workforce_trainings_person foreign key (organization_id, own_workforce_id) references
    own_workforces(organization_id, id) on delete cascade
);
alter table own_workforce_trainings enable row level security, force row level security;
-- Serves the figures: hours of the trainings that end in a period.
create index own_workforce_trainings_by_end on own_workforce_trainings (organization_id, end_date, own_workforce_id)
  include (hours);
-- Serves the count of the trainings that name a file, before the file is deleted.
create index own_workforce_trainings_by_file on own_workforce_trainings (organization_id, file_id) where file_id is
  not null;
-- Serves the deletion and the erasure of a person.
create index own_workforce_trainings_by_person on own_workforce_trainings (organization_id, own_workforce_id);
-- Serves the list.
create index own_workforce_trainings_by_start on own_workforce_trainings (organization_id, start_date desc, id desc)
  include (file_id);
create policy own_workforce_trainings_own on own_workforce_trainings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create function refuse_salary_read_change() returns trigger
language plpgsql as $$
begin
  raise exception 'salary_reads is append-only' using errcode = 'restrict_violation';
end $$;

-- Who has read salaries: one row for each request and organization of the people.
create table salary_reads (
  organization_id   uuid not null,
  id                uuid not null,
  read_at           timestamptz not null default now(),
  -- Null for services.
  read_by           uuid,
  api_key_id        text,
  -- The name of the RPC.
  action            text not null check (action <> ''),
  people            integer not null check (people > 0),
  -- Empty for more than 100 people.
  own_workforce_ids uuid[] not null check (cardinality(own_workforce_ids) <= 100),
  request_id        text,
  primary key (organization_id, id)
);
comment on table salary_reads is 'append-only: rows are deleted after 2 years';
alter table salary_reads enable row level security, force row level security;
-- Serves the removal of old rows.
create index salary_reads_read on salary_reads (read_at);
-- Only the owner may delete, and only expired rows.
create policy salary_reads_expired on salary_reads for delete to current_user
  using (read_at < (now() - '2 years'::interval));
create policy salary_reads_expired_read on salary_reads for select to current_user
  using (read_at < (now() - '2 years'::interval));
create policy salary_reads_own on salary_reads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger append_only before update or truncate on salary_reads
  for each statement execute function refuse_salary_read_change();

create domain survey_status as text check (value in ('open', 'closed'));

create table surveys (
  organization_id uuid not null,
  -- Later surveys have higher ids.
  id              uuid not null,
  name            text_255 not null,
  -- The days that the answers are about.
  start_date      activity_day not null,
  end_date        activity_day not null,
  languages       text[] not null check (cardinality(languages) >= 1 and cardinality(languages) <= 3 and languages
    <@ '{es,en,ca}'::text[] and array_position(languages, null::text) is null),
  project_id      uuid,
  status          survey_status not null default 'open',
  closed_at       timestamptz,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name::text)) stored,
  primary key (organization_id, id),
  constraint surveys_closing check ((status::text = 'closed') = (closed_at is not null)),
  constraint surveys_period check (start_date::date <= end_date::date)
);
alter table surveys enable row level security, force row level security;
-- Serves the list, the newest first.
create index surveys_by_id on surveys (organization_id, id desc) include (status, project_id, start_date, end_date);
create index surveys_by_search_text on surveys (organization_id, search_text collate "C", id);
create policy surveys_own on surveys
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Plans are cached for statements of any size, so none joins the rows before and after.
create function count_survey_rows() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
  changes survey_row_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (survey_id, status, count(*))::survey_row_change from new_rows
      where survey_id is not null group by survey_id, status);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row (survey_id, status, -count(*))::survey_row_change from old_rows
      where survey_id is not null group by survey_id, status);
  end if;
  -- In the order of the key, so that two writers of the shared slot do not block each other.
  insert into survey_row_counts as c (organization_id, survey_id, status, slot, count)
  select org, d.survey_id, d.status, free_slot(org), d.count
  from (
    select survey_id, status, sum(count) as count from unnest(changes)
    group by survey_id, status having sum(count) <> 0 order by survey_id, status) d
  on conflict on constraint survey_row_counts_pkey do update set count = c.count + excluded.count;
  return null;
end
$$;

create domain survey_row_status as text check (value in ('pending', 'answered', 'blank'));

create domain survey_row_source as text check (value in ('manual', 'form', 'qr', 'file'));

-- One row for each person who is asked, or for each anonymous answer.
create table survey_rows (
  organization_id    uuid not null,
  -- Later rows have higher ids.
  id                 uuid not null,
  -- Null for rows from files of an unknown survey.
  survey_id          uuid,
  -- Null for anonymous rows.
  employee_id        uuid,
  -- Name, address and id are those of the employee. All three are null in anonymous rows.
  email              text check (char_length(email) >= 1 and char_length(email) <= 320),
  name               text_255,
  external_id        text_255,
  anonymous          boolean not null generated always as (num_nonnulls(email, name, external_id) = 0) stored,
  project_id         uuid,
  period_start       activity_day not null,
  period_end         activity_day not null,
  status             survey_row_status not null default 'pending',
  source             survey_row_source not null,
  file_id            uuid,
  file_name          text_255,
  -- The latest of `times_sent` times at which a link was made for the row.
  sent_at            timestamptz,
  times_sent         integer not null default 0 check (times_sent >= 0),
  answered_at        timestamptz,
  -- Commuting periods of the answer, those of them with emissions, and the sum of these. Triggers keep all three.
  commutes_count     integer not null default 0 check (commutes_count >= 0),
  co2e_count         integer not null default 0 check (co2e_count >= 0),
  co2e_sum           kilograms not null default 0,
  -- Kilograms; null without a commuting period that has emissions.
  co2e               kilograms generated always as (
case
    when co2e_count > 0 then co2e_sum::numeric
    else null::numeric
end) stored,
  created_by         uuid,
  created_at         timestamptz not null default now(),
  -- Results do not set it.
  updated_at         timestamptz,
  search_text        text not null generated always as (plain_text((((coalesce(email, '') || chr(10)) ||
    coalesce(name::text, '')) || chr(10)) || coalesce(external_id::text, ''))) stored,
  -- The ingest job that stored the answer of the row. Null once another answer is stored, or the row is opened again.
  answered_by_job_id uuid,
  primary key (organization_id, id),
  -- A row that an editor marks as blank may have no time of an answer.
  constraint survey_rows_answered check (
case status
    when 'pending' then answered_at is null
    when 'answered' then answered_at is not null
    else true
end),
  constraint survey_rows_period check (period_start::date <= period_end::date),
  constraint survey_rows_sent check ((times_sent > 0) = (sent_at is not null)),
  foreign key (organization_id, survey_id) references surveys(organization_id, id)
) with (fillfactor = 70);
alter table survey_rows enable row level security, force row level security;
create index survey_rows_by_email on survey_rows (organization_id, lower(email), id);
-- Serves the rows of a file, and the use of files.
create index survey_rows_by_file on survey_rows (organization_id, file_id, id) where file_id is not null;
-- Serve the list in these orders.
create index survey_rows_by_name on survey_rows (organization_id, lower(coalesce(name, external_id)::text), id);
-- Serves the list: order, filter hash and far pages are read from it alone.
create index survey_rows_by_period on survey_rows (organization_id, period_start desc, id desc) include (survey_id,
  source, file_id, project_id);
-- Serves the rows of a survey, and its deletion.
create index survey_rows_by_survey on survey_rows (organization_id, survey_id, id);
-- One row for each employee of a survey.
create unique index survey_rows_of_employee on survey_rows (organization_id, employee_id, survey_id) where
  employee_id is not null;
create policy survey_rows_own on survey_rows
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_survey_rows after delete on survey_rows referencing old table as old_rows
  for each statement execute function count_survey_rows();
create trigger count_inserted_survey_rows after insert on survey_rows referencing new table as new_rows
  for each statement execute function count_survey_rows();
create trigger count_updated_survey_rows after update on survey_rows referencing old table as old_rows new table as
  new_rows
  for each statement execute function count_survey_rows();

-- Links to answer without an account. The link of a row is for one answer. That of a survey makes a row for each answer.
create table survey_links (
  organization_id uuid not null,
  id              uuid not null,
  survey_id       uuid not null,
  survey_row_id   uuid,
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id, survey_id) references surveys(organization_id, id) on delete cascade,
  foreign key (organization_id, survey_row_id) references survey_rows(organization_id, id) on delete cascade
);
alter table survey_links enable row level security, force row level security;
-- Serves the links of a survey, and its deletion.
create index survey_links_by_survey on survey_links (organization_id, survey_id, id);
-- One link for each row. Serves the deletion of rows, too.
create unique index survey_links_of_row on survey_links (organization_id, survey_row_id) where survey_row_id is not
  null;
create policy survey_links_own on survey_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Rows of a survey by status. The number of a status is the sum over all slots, and that of one slot can be negative.
create table survey_row_counts (
  organization_id uuid not null,
  survey_id       uuid not null,
  status          survey_row_status not null,
  slot            integer not null,
  count           integer not null,
  primary key (organization_id, survey_id, status, slot),
  foreign key (organization_id, survey_id) references surveys(organization_id, id) on delete cascade
) with (fillfactor = 70);
alter table survey_row_counts enable row level security, force row level security;
create policy survey_row_counts_own on survey_row_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain training_column_type as text check (value in ('text', 'number', 'date', 'boolean', 'option'));

-- Custom columns of trainings. The values are in `custom_values` of the trainings, by the key.
create table training_columns (
  organization_id uuid not null,
  id              uuid not null,
  key             text not null check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  label           text_255 not null,
  type            training_column_type not null,
  options         text[] not null default '{}'::text[] check (cardinality(options) <= 100),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint training_columns_options check ((cardinality(options) > 0) = (type::text = 'option'))
);
alter table training_columns enable row level security, force row level security;
-- One column for each key. Serves the list, too.
create unique index training_columns_by_key on training_columns (organization_id, key);
create policy training_columns_own on training_columns
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain workforce_contract_type as text check (value in ('permanent', 'temporary'));

create domain workforce_end_reason as text check (value in ('resignation', 'dismissal', 'retirement',
  'end_of_contract', 'death', 'other'));

create table workforce_contracts (
  organization_id     uuid not null,
  id                  uuid not null,
  own_workforce_id    uuid not null,
  contract_type       workforce_contract_type not null,
  start_date          workforce_day not null,
  end_date            workforce_day,
  end_date_reason     workforce_end_reason,
  country             country_code not null,
  -- Null after an erasure.
  job_category        text_255,
  -- Share of full working hours.
  working_hours_ratio share not null check (scale(working_hours_ratio::numeric) <= 6),
  -- Both days belong to the contract. Without an end it goes on.
  period              daterange not null generated always as (daterange(start_date::date, end_date::date, '[]'))
    stored,
  primary key (organization_id, id),
  -- The target of the foreign key that keeps remunerations within their contract.
  constraint workforce_contracts_period unique (organization_id, id, period without overlaps),
  constraint workforce_contracts_order check (end_date::date >= start_date::date),
  constraint workforce_contracts_reason check (end_date_reason is null or end_date is not null),
  -- Serves the contracts of a person, too.
  constraint workforce_contracts_overlap exclude using gist (organization_id with =, own_workforce_id with =, period
    with &&),
  constraint workforce_contracts_person foreign key (organization_id, own_workforce_id) references
    own_workforces(organization_id, id) on delete cascade
);
alter table workforce_contracts enable row level security, force row level security;
-- Serves the contracts of a person in their order, and the deletion of a person.
create index workforce_contracts_by_person on workforce_contracts (organization_id, own_workforce_id, start_date);
create policy workforce_contracts_own on workforce_contracts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table workforce_remunerations (
  organization_id uuid not null,
  id              uuid not null,
  contract_id     uuid not null,
  -- Gross amount of a year.
  amount          amount not null,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  start_date      workforce_day not null,
  -- Null only in a contract without an end.
  end_date        workforce_day,
  period          daterange not null generated always as (daterange(start_date::date, end_date::date, '[]')) stored,
  primary key (organization_id, id),
  constraint workforce_remunerations_order check (end_date::date >= start_date::date),
  constraint workforce_remunerations_overlap exclude using gist (organization_id with =, contract_id with =, period
    with &&),
  constraint workforce_remunerations_contract foreign key (organization_id, contract_id) references
    workforce_contracts(organization_id, id) on delete cascade,
  -- A remuneration lies within its contract. Checked at the commit, because both can change in one transaction.
  constraint workforce_remunerations_within foreign key (organization_id, contract_id, period period) references
    workforce_contracts(organization_id, id, period period) deferrable initially deferred
);
alter table workforce_remunerations enable row level security, force row level security;
-- Serves the remunerations of a contract in their order, and the deletion of a contract.
create index workforce_remunerations_by_contract on workforce_remunerations (organization_id, contract_id,
  start_date);
create policy workforce_remunerations_own on workforce_remunerations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create function delete_expired_salary_reads(rows_max integer) returns integer
language plpgsql security definer set search_path = activity, pg_temp as $$
declare
  removed int;
begin
  delete from salary_reads where ctid = any(array(
    select ctid from salary_reads where read_at < now() - interval '2 years' limit rows_max));
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Survey rows as lists and exports show them. Values of a commute stand only in rows with exactly one.
create view survey_row_details with (security_invoker = true) as
 select t.organization_id,
    t.id,
    t.survey_id,
    t.employee_id,
    t.email,
    t.name,
    t.external_id,
    t.anonymous,
    t.project_id,
    t.period_start,
    t.period_end,
    t.status,
    t.source,
    t.file_id,
    t.file_name,
    t.sent_at,
    t.times_sent,
    t.answered_at,
    t.commutes_count,
    t.co2e_count,
    t.co2e_sum,
    t.co2e,
    t.created_by,
    t.created_at,
    t.updated_at,
    t.search_text,
    o.name as organization_name,
    s.name as survey_name,
    c.commuting_type,
    c.transport_type,
    c.origin,
    c.destination,
    c.fuel_type,
    c.total_km,
    c.daily_trips,
    c.hours_per_day,
    c.weekly_travels,
    c.telecommuting_days,
    c.carpool,
    json_array_length(c.weekly_travels::json) as days_per_week,
    json_array_length(c.telecommuting_days::json) as telecommuting_days_per_week
   from survey_rows t
     left join organizations o on o.id = t.organization_id
     left join surveys s on s.organization_id = t.organization_id and s.id = t.survey_id
     left join lateral (select p.organization_id,
            p.id,
            p.employee_id,
            p.survey_row_id,
            p.is_erased,
            p.start_date,
            p.end_date,
            p.commuting_type,
            p.transport_type,
            p.vehicle_size,
            p.fuel_type,
            p.renewable_energy,
            p.total_km,
            p.weekly_travels,
            p.daily_trips,
            p.carpool,
            p.situation,
            p.origin,
            p.destination,
            p.response_medium,
            p.hours_per_day,
            p.telecommuting_days,
            p.country,
            p.revision,
            p.custom_ef_record_id,
            p.custom_emission_factor_id,
            p.custom_factor_owner_id,
            p.custom_factor_revision,
            p.external_id,
            p.file_id,
            p.file_name,
            p.file_url,
            p.uploaded_by,
            p.calculation_status,
            p.calculation_error_code,
            p.calculation_error_detail,
            p.co2e,
            p.co2e_biomass,
            p.created_at,
            p.updated_at,
            p.calculation_version,
            p.fitness
           from commuting_periods p
          where p.organization_id = t.organization_id and p.survey_row_id = t.id and t.commutes_count = 1
         limit 1) c on true;
