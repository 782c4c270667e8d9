-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema activity;
set search_path = activity;
-- A function may name what comes later.
set check_function_bodies = off;
create extension if not exists btree_gist;

create function current_organization() returns uuid
language sql stable parallel safe
return (current_setting('app.organization'))::uuid;

create table accepted_recalculations (
  organization_id uuid not null,
  id              uuid not null,
  changed_days    datemultirange not null,
  accepted_by     uuid,
  accepted_at     timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table accepted_recalculations enable row level security, force row level security;
create policy accepted_recalculations_own on accepted_recalculations
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

create table organizations (
  id                      uuid primary key,
  parent_id               uuid,
  accepted                boolean not null default false,
  name                    text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  slug                    text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  country                 text not null check (country ~ '^[A-Z]{2}$'),
  gwp_set                 text not null default 'AR5' check (gwp_set in ('AR4', 'AR5', 'AR6')),
  created_at              timestamptz not null default now(),
  updated_at              timestamptz,
  radiative_forcing       text check (radiative_forcing in ('with', 'without')),
  managed                 boolean not null default true,
  archived_at             timestamptz,
  sector_edition          text check (sector_edition in ('nace_rev2', 'nace_rev2_1')),
  fiscal_year_start_month smallint not null default 1,
  unique (slug),
  constraint organizations_check check (parent_id <> id),
  constraint organizations_fiscal_year check (fiscal_year_start_month >= 1 and fiscal_year_start_month <= 12),
  foreign key (parent_id) references organizations(id)
);
alter table organizations enable row level security, force row level security;
create index organizations_by_parent on organizations (parent_id) where parent_id is not null;
create policy organizations_own on organizations
  using (id = any (visible_organizations()))
  with check (id = current_organization());
create policy organizations_owner on organizations for select to current_user
  using (true);

create table users (
  id                  uuid primary key,
  email               text not null check (email = lower(email collate "C") and char_length(email) >= 3 and
    char_length(email) <= 320),
  first_name          text check (char_length(first_name) <= 255),
  last_name           text check (char_length(last_name) <= 255),
  password_hash       text,
  created_at          timestamptz not null default now(),
  prefix              text check (char_length(prefix) >= 1 and char_length(prefix) <= 8),
  phone_number        text check (char_length(phone_number) >= 1 and char_length(phone_number) <= 32),
  profile_img_url     text check (char_length(profile_img_url) >= 1 and char_length(profile_img_url) <= 2048),
  onboarding_done     boolean not null default false,
  password_changed_at timestamptz,
  unique (email)
);
alter table users enable row level security, force row level security;
create policy users_add on users for insert
  with check (true);
create policy users_owner on users for select to current_user
  using (true);
create policy users_owner_change on users for update to current_user
  using (true);

create table api_keys (
  organization_id uuid not null,
  id              uuid not null,
  user_id         uuid not null,
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  prefix          text not null,
  key_hash        bytea not null check (octet_length(key_hash) = 32),
  enabled         boolean not null default true,
  expires_at      timestamptz,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz,
  role            text,
  revoked_at      timestamptz,
  rotated_to      uuid,
  primary key (organization_id, id),
  unique (organization_id, key_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table api_keys enable row level security, force row level security;
create unique index api_keys_by_hash on api_keys (key_hash);
create policy api_keys_own on api_keys
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
create policy api_keys_owner on api_keys for select to current_user
  using (true);

create function refuse_block_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_blocks is append-only' using errcode = 'restrict_violation';
end $$;

create table audit_blocks (
  organization_id uuid not null,
  "position"      bigint not null check ("position" > 0),
  chained_at      timestamptz not null,
  ids             uuid[] not null check (cardinality(ids) >= 1 and cardinality(ids) <= 10000),
  row_hashes      bytea not null,
  previous_hash   bytea not null check (octet_length(previous_hash) = 32),
  hash            bytea not null check (octet_length(hash) = 32),
  primary key (organization_id, "position"),
  constraint audit_blocks_check check (octet_length(row_hashes) = (32 * cardinality(ids)))
);
comment on table audit_blocks is 'append-only: the hash chain over audit_log';
alter table audit_blocks enable row level security, force row level security;
create policy audit_blocks_own on audit_blocks
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_blocks
  for each statement execute function refuse_block_change();

create table audit_heads (
  organization_id uuid primary key,
  "position"      bigint not null check ("position" > 0),
  hash            bytea not null check (octet_length(hash) = 32)
);
alter table audit_heads enable row level security, force row level security;
create policy audit_heads_own on audit_heads
  using (organization_id = (select current_organization()));

create function queue_audit_rows() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  insert into audit_queue (organization_id, ids)
  select organization_id, array_agg(id order by id)
  from (
    select organization_id, id, (row_number() over (partition by organization_id order by id) - 1) / 1000 as part
    from added) numbered
  group by organization_id, part;
  return null;
end $$;

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

create table audit_log (
  organization_id uuid not null,
  id              uuid not null,
  at              timestamptz not null default now(),
  actor_kind      text not null,
  actor_id        text,
  api_key_id      text,
  action          text not null,
  entity_id       text,
  request_id      text,
  changes         jsonb check (jsonb_typeof(changes) = 'object'),
  address         text check (char_length(address) >= 1 and char_length(address) <= 64),
  entity_kind     text check (entity_kind <> ''),
  service         text not null default 'activity' check (service <> ''),
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create index audit_log_by_action on audit_log (organization_id, action, id);
create index audit_log_by_actor on audit_log (organization_id, actor_id, id) where actor_id is not null;
create index audit_log_by_entity on audit_log (organization_id, entity_id, id) where entity_id is not null;
create index audit_log_by_key on audit_log (organization_id, api_key_id, id) where api_key_id is not null;
create index audit_log_by_kind on audit_log (organization_id, entity_kind, id) where entity_kind is not null;
create index audit_log_by_request on audit_log (organization_id, request_id, id) where request_id is not null;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger queue_for_chain after insert on audit_log referencing new table as added
  for each statement execute function queue_audit_rows();

create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

create table audit_queue (
  organization_id uuid not null,
  id              bigint not null generated always as identity,
  ids             uuid[] not null check (cardinality(ids) >= 1 and cardinality(ids) <= 1000),
  primary key (organization_id, id)
);
alter table audit_queue enable row level security, force row level security;
create policy audit_queue_own on audit_queue
  using (organization_id = (select current_organization()) or is_machinery())
  with check (organization_id = (select current_organization()));

create domain activity_day as date check (value >= '1970-01-01'::date);

create domain calculation_status as text check (value in ('pending', 'calculated', 'failed'));

create domain country_code as text check (value ~ '^[A-Z]{2}$');

create domain kilograms as numeric check (value >=
  '-1000000000000000000000000000000000000000000000000000000000000'::numeric and value <=
  '1000000000000000000000000000000000000000000000000000000000000'::numeric);

create domain positive_amount as numeric check (value > 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 30);

create domain revision as integer check (value > 0);

create domain text_255 as text check (char_length(value) >= 1 and char_length(value) <= 255);

create domain web_address as text check (char_length(value) <= 2048);
alter domain web_address add constraint web_address_is_http check (value ~* '^https?://') not valid;

create function period_lock_key(org uuid) returns bigint
language sql immutable parallel safe
return hashtextextended(('period locks of ' || (org)::text), (0)::bigint);

create function refuse_locked_period() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
  reason text := nullif(current_setting('app.restatement_reason', true), '');
  restated_by uuid := nullif(current_setting('app.restated_by', true), '')::uuid;
  touched text;
  locked record;
begin
  perform pg_advisory_xact_lock_shared(period_lock_key(org));
  if not exists (select from period_locks l where l.organization_id = org) then
    return null;
  end if;
  touched := format(
    case tg_op
      when 'INSERT' then 'select r.organization_id, r.id, r.revision, %1$s as first_day, %2$s as last_day from new_rows r'
      when 'DELETE' then
        'select r.organization_id, r.id, r.revision + 1 as revision, %1$s as first_day, %2$s as last_day from old_rows r'
      else
        'select r.organization_id, r.id, n.revision, %1$s as first_day, %2$s as last_day
         from old_rows r join new_rows n using (organization_id, id) where r.revision <> n.revision
         union all
         select r.organization_id, r.id, r.revision, %1$s, %2$s
         from new_rows r join old_rows o using (organization_id, id) where r.revision <> o.revision'
    end, tg_argv[0], tg_argv[1]);
  execute format(
    'select l.start_date, l.end_date from (%s) r
     join period_locks l on l.organization_id = r.organization_id
       and l.start_date <= r.last_day and l.end_date >= r.first_day
     where $1 is null or l.totals_fixed_at is null limit 1', touched) into locked using reason;
  if locked.start_date is not null and reason is null then
    raise exception 'The period from % to % is locked.', locked.start_date, locked.end_date
      using errcode = 'EM409', hint = 'PERIOD_LOCKED';
  elsif locked.start_date is not null then
    raise exception 'The lock from % to % has not reached the totals yet. Repeat the request.', locked.start_date,
      locked.end_date using errcode = 'EM409', hint = 'PERIOD_LOCKED';
  end if;
  if reason is not null then
    execute format(
      'insert into restatements (organization_id, id, period_lock_id, start_date, end_date, entity_type, record_id,
         revision, action, reason, restated_by)
       select distinct on (r.id, l.id) r.organization_id, uuidv7(), l.id, l.start_date, l.end_date, %L, r.id, r.revision,
         %L, $1, $2
       from (%s) r
       join period_locks l on l.organization_id = r.organization_id
         and l.start_date <= r.last_day and l.end_date >= r.first_day
       on conflict do nothing',
      tg_table_name, case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'changed' end, touched)
    using reason, restated_by;
  end if;
  return null;
end
$$;

create table business_travels (
  organization_id           uuid not null,
  id                        uuid not null,
  name                      text check (char_length(name) <= 255),
  travel_date               activity_day not null,
  transport_type            text not null check (transport_type in ('car', 'metro', 'train', 'trolleybus', 'bus',
    'motorbike', 'aircraft', 'ferry')),
  distance_km               positive_amount,
  origin                    text_255,
  destination               text_255,
  travel_number             integer not null check (travel_number >= 1 and travel_number <= 1000),
  round_trip                boolean not null,
  vehicle_size              text check (vehicle_size in ('small', 'medium', 'large', 'average')),
  fuel_type                 text check (fuel_type in ('petrol', 'diesel', 'cng', 'lpg', 'unknown',
    'plug_in_hybrid_electric', 'battery_electric')),
  flight_type               text check (flight_type in ('domestic', 'short_haul_international',
    'long_haul_international')),
  cabin_class               text check (cabin_class in ('economy', 'premium_economy', 'business', 'first',
    'average')),
  country                   country_code,
  source                    text check (char_length(source) <= 255),
  kilometres                positive_amount not null,
  journey                   text check (journey is json object),
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
  constraint business_travels_distance check (num_nonnulls(origin, destination, journey) =
case
    when distance_km is null then 3
    else 0
end),
  constraint business_travels_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code
    is not null)),
  constraint business_travels_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint business_travels_flight check (transport_type = 'aircraft' or num_nonnulls(flight_type, cabin_class) =
    0),
  constraint business_travels_haul check (transport_type <> 'aircraft' or num_nonnulls(flight_type, journey) > 0),
  constraint business_travels_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint business_travels_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2
    * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint business_travels_vehicle check ((transport_type in ('car', 'motorbike')) or num_nonnulls(vehicle_size,
    fuel_type) = 0)
) with (fillfactor = 50);
alter table business_travels enable row level security, force row level security;
create index business_travels_by_date on business_travels (organization_id, travel_date desc, id desc) include
  (file_id, transport_type, source, uploaded_by);
create index business_travels_by_external_id on business_travels (organization_id, external_id) where external_id is
  not null;
create index business_travels_by_file on business_travels (organization_id, file_id) where file_id is not null;
create index business_travels_failed on business_travels (organization_id, travel_date desc, id desc) include
  (file_id, transport_type, source, uploaded_by) where calculation_error_code is not null;
create policy business_travels_own on business_travels
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on business_travels referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.travel_date', 'r.travel_date');
create trigger locked_period_on_insert after insert on business_travels referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.travel_date', 'r.travel_date');
create trigger locked_period_on_update after update on business_travels referencing old table as old_rows new table
  as new_rows
  for each statement execute function refuse_locked_period('r.travel_date', 'r.travel_date');

create domain certificate_mwh as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 12);

create function count_used_mwh() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    update certificates set mwh_used = mwh_used - old.mwh
    where organization_id = old.organization_id and id = old.certificate_id;
  end if;
  if tg_op <> 'DELETE' then
    update certificates set mwh_used = mwh_used + new.mwh
    where organization_id = new.organization_id and id = new.certificate_id;
  end if;
  return null;
end
$$;

create domain amount as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and scale(value) <=
  30);

create function plain_text(words text) returns text
language sql immutable parallel safe
return case when (octet_length(words) = char_length(words)) then lower(words) else
  regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g') end;

create table certificates (
  organization_id       uuid not null,
  id                    uuid not null,
  type                  text not null check (type in ('guarantee_of_origin', 'rec', 'rego', 'i_rec', 'ppa',
    'other')),
  technology            text not null check (technology in ('solar', 'wind', 'hydro', 'marine', 'geothermal',
    'biomass', 'biogas', 'nuclear', 'natural_gas', 'coal', 'oil', 'waste', 'other')),
  mwh                   certificate_mwh not null check (mwh::numeric > 0),
  mwh_used              certificate_mwh not null default 0,
  country               country_code not null,
  production_start_date activity_day not null,
  production_end_date   activity_day not null,
  emission_rate         amount,
  registry              text_255,
  plant                 text_255,
  external_id           text_255,
  file_id               uuid,
  file_name             text_255,
  file_url              web_address,
  uploaded_by           uuid,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz,
  search_text           text not null generated always as (plain_text((((coalesce(external_id::text, '') || chr(10))
    || coalesce(registry::text, '')) || chr(10)) || coalesce(plant::text, ''))) stored,
  primary key (organization_id, id),
  constraint certificates_not_overused check (mwh_used::numeric <= mwh::numeric),
  constraint certificates_of_one_year check (extract(year from production_start_date::date) = extract(year from
    production_end_date::date)),
  constraint certificates_period check (production_start_date::date <= production_end_date::date),
  constraint certificates_stated_rate check (coalesce(emission_rate::numeric, 0) > 0 or (technology not in
    ('natural_gas', 'coal', 'oil', 'waste', 'other')))
);
alter table certificates enable row level security, force row level security;
create index certificates_by_date on certificates (organization_id, production_start_date desc, id desc) include
  (type, technology, country, file_id);
create policy certificates_own on certificates
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table certificate_matches (
  organization_id uuid not null,
  id              uuid not null,
  certificate_id  uuid not null,
  invoice_id      uuid not null,
  mwh             certificate_mwh not null check (mwh::numeric > 0),
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  constraint certificate_matches_organization_id_certificate_id_invoice__key unique (organization_id,
    certificate_id, invoice_id),
  foreign key (organization_id, certificate_id) references certificates(organization_id, id)
);
alter table certificate_matches enable row level security, force row level security;
create index certificate_matches_by_invoice on certificate_matches (organization_id, invoice_id);
create policy certificate_matches_own on certificate_matches
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_used_mwh after insert or delete or update on certificate_matches
  for each row execute function count_used_mwh();

create domain employee_situation as text check (value in ('active', 'inactive', 'terminated'));

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

create table commuting_periods (
  organization_id           uuid not null,
  id                        uuid not null,
  employee_id               uuid,
  survey_row_id             uuid,
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
  weekly_travels            text not null check (weekly_travels is json array),
  daily_trips               integer not null check (daily_trips >= 1 and daily_trips <= 20),
  carpool                   boolean not null,
  situation                 employee_situation not null,
  origin                    text check (char_length(origin) <= 255),
  destination               text check (char_length(destination) <= 255),
  response_medium           text not null check (response_medium in ('manual', 'qr', 'form')),
  hours_per_day             positive_amount not null check (hours_per_day::numeric <= 24),
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
  days_per_year             positive_amount,
  weeks_per_year            positive_amount,
  primary key (organization_id, id),
  constraint commuting_periods_distance check ((total_km is null) = (transport_type = 'telecommuting')),
  constraint commuting_periods_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code
    is not null)),
  constraint commuting_periods_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint commuting_periods_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint commuting_periods_period check ((end_date::date - start_date::date) >= 0 and (end_date::date -
    start_date::date) <= 365),
  constraint commuting_periods_person check (num_nonnulls(employee_id, survey_row_id) > 0 or is_erased),
  constraint commuting_periods_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint commuting_periods_vehicle check ((transport_type in ('car', 'motorbike')) or num_nonnulls(vehicle_size,
    fuel_type) = 0 and not carpool),
  constraint commuting_periods_working_year check (num_nonnulls(days_per_year, weeks_per_year) <= 1 and
    (days_per_year is null or days_per_year::numeric <= 366) and (weeks_per_year is null or weeks_per_year::numeric
    <= 53))
) with (fillfactor = 50);
alter table commuting_periods enable row level security, force row level security;
create index commuting_periods_by_date on commuting_periods (organization_id, start_date desc, id desc) include
  (employee_id, file_id, end_date, transport_type, survey_row_id);
create index commuting_periods_by_employee on commuting_periods (organization_id, employee_id, start_date desc, id
  desc);
create index commuting_periods_by_file on commuting_periods (organization_id, file_id) where file_id is not null;
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

create table dead_letters (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  type            text not null,
  payload         bytea not null,
  cause           text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table dead_letters enable row level security, force row level security;
create policy dead_letters_own on dead_letters
  using (organization_id = current_organization() or is_machinery());

create table deferred_events (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  lane            text not null check (lane in ('single', 'bulk')),
  type            text not null,
  payload         bytea not null,
  packed          boolean not null,
  traceparent     text not null,
  failures        smallint not null default 0,
  due_at          timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table deferred_events enable row level security, force row level security;
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
create policy deferred_events_own on deferred_events
  using (organization_id = current_organization() or is_machinery());

create domain share as numeric check (value >= 0 and value <= 1 and scale(value) <= 30);

create table deleted_invoice_shares (
  organization_id   uuid not null,
  source_invoice_id uuid not null,
  id                uuid not null,
  facility_id       uuid not null,
  facility_name     text not null,
  percentage        share not null,
  company_name      text_255,
  deleted_at        timestamptz not null default now(),
  primary key (organization_id, source_invoice_id, id)
);
alter table deleted_invoice_shares enable row level security, force row level security;
create policy deleted_invoice_shares_own on deleted_invoice_shares
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain freight_amount as numeric check (value > 0 and value <= 999999999.99999 and scale(value) <= 5);

create table deleted_logistics_requests (
  deleted_at                timestamptz not null,
  organization_id           uuid constraint logistics_requests_organization_id_not_null not null,
  id                        uuid constraint logistics_requests_id_not_null not null,
  origin                    text_255,
  destination               text_255,
  distance_km               freight_amount,
  load                      freight_amount,
  load_unit                 text constraint logistics_requests_load_unit_not_null not null,
  load_factor               share,
  toc                       text_255,
  category                  text,
  origin_country            text constraint logistics_requests_origin_country_not_null not null,
  year                      integer,
  cleaning                  boolean constraint logistics_requests_cleaning_not_null not null,
  movement_id               text_255,
  client                    text,
  shipment_date             activity_day constraint logistics_requests_shipment_date_not_null not null,
  movement_stretch          text,
  movement_stage            text,
  vehicle_license_plate     text,
  trailer_license_plate     text,
  subcontractor             boolean constraint logistics_requests_subcontractor_not_null not null,
  tkm                       freight_amount,
  hub_id                    uuid,
  package_key               text_255,
  toc_id                    uuid,
  vehicle_type              text_255,
  mode                      text,
  load_kg                   amount,
  effective_load_kg         amount,
  kilometres                amount,
  great_circle_km           amount,
  journey                   text,
  tonne_kilometres          amount,
  hub_category              text,
  package_id                uuid,
  dedup_key                 uuid,
  failure_code              text,
  failure_detail            text,
  operation_co2e            kilograms,
  energy_provision_co2e     kilograms,
  hub_co2e                  kilograms,
  revision                  revision constraint logistics_requests_revision_not_null not null,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint logistics_requests_calculation_status_not_null not null,
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz constraint logistics_requests_created_at_not_null not null,
  updated_at                timestamptz,
  calculation_version       integer constraint logistics_requests_calculation_version_not_null not null,
  fitness                   integer,
  search_text               text not null,
  paid_by                   text not null default 'organization',
  run_key                   text_255,
  run                       text,
  is_allocated              boolean not null default false,
  primary key (organization_id, id)
);
comment on table deleted_logistics_requests is 'append-only';
alter table deleted_logistics_requests enable row level security, force row level security;
create index deleted_logistics_requests_by_date on deleted_logistics_requests (organization_id, shipment_date desc,
  id desc) include (file_id, vehicle_type, uploaded_by);
create index deleted_logistics_requests_by_package on deleted_logistics_requests (organization_id, package_id, id)
  where package_id is not null;
create policy deleted_logistics_requests_own on deleted_logistics_requests
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table deleted_transports (
  deleted_at                timestamptz not null,
  organization_id           uuid constraint transports_organization_id_not_null not null,
  id                        uuid constraint transports_id_not_null not null,
  name                      text,
  transport_date            activity_day constraint transports_transport_date_not_null not null,
  quantity_transported      numeric constraint transports_quantity_transported_not_null not null,
  unit_id                   uuid constraint transports_unit_id_not_null not null,
  supplier                  text,
  transport_direction       text constraint transports_transport_direction_not_null not null,
  transport_frequency       text,
  sections                  text constraint transports_sections_not_null not null,
  legs                      text constraint transports_legs_not_null not null,
  addresses                 text constraint transports_addresses_not_null not null,
  part_co2e                 text,
  search_text               text constraint transports_search_text_not_null not null,
  revision                  revision constraint transports_revision_not_null not null,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint transports_calculation_status_not_null not null,
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz constraint transports_created_at_not_null not null,
  updated_at                timestamptz,
  calculation_version       integer constraint transports_calculation_version_not_null not null,
  fitness                   integer,
  paid_by                   text,
  primary key (organization_id, id)
);
comment on table deleted_transports is 'append-only';
alter table deleted_transports enable row level security, force row level security;
create policy deleted_transports_own on deleted_transports
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table deletions (
  organization_id uuid not null,
  id              uuid not null,
  resource        text not null,
  filter_hash     text check (filter_hash ~ '^[0-9a-f]{16}$'),
  filters         jsonb,
  ids             uuid[] not null,
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
comment on table deletions is 'append-only: what is gone stays gone';
alter table deletions enable row level security, force row level security;
create policy deletions_own on deletions
  using (organization_id = current_organization());

create table emission_days (
  kind      text primary key check (kind <> ''),
  first_day text not null check (first_day <> ''),
  last_day  text not null check (last_day <> '')
);
comment on table emission_days is 'append-only: migrations insert the kinds';

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

create domain employee_status as text check (value in ('uploaded', 'loading'));

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

create function rename_survey_rows() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  update survey_rows r set email = new.email, name = new.name, external_id = new.external_id
  where r.organization_id = new.organization_id and r.employee_id = new.id;
  return null;
end
$$;

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
  revision        revision not null default 1,
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  label           text not null generated always as (coalesce(name::text, email)) stored,
  search_text     text not null generated always as (plain_text((coalesce(name::text, '') || chr(10)) ||
    coalesce(email, ''))) stored,
  name_key        text generated always as (plain_text(name::text)) stored,
  email_key       text generated always as (plain_text(email)) stored,
  primary key (organization_id, id),
  constraint employees_named check (num_nonnulls(name, email) > 0)
);
alter table employees enable row level security, force row level security;
create unique index employees_by_email on employees (organization_id, lower(email)) where email is not null;
create index employees_by_email_key on employees (organization_id, email_key collate "C", id) where email_key is not
  null;
create index employees_by_external_id on employees (organization_id, external_id collate "C", id) where external_id
  is not null;
create index employees_by_file on employees (organization_id, file_id) where file_id is not null;
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

create table external_deletions (
  organization_id uuid not null,
  id              uuid not null,
  attempt         integer not null check (attempt > 0),
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table external_deletions enable row level security, force row level security;
create policy external_deletions_own on external_deletions
  using (organization_id = (select current_organization()));

create domain facility_category as text check (value in ('heat', 'electricity', 'water', 'recharge', 'process',
  'wastes'));

create domain facility_status as text check (value in ('active', 'archived'));

create domain grid_zone as text check (value ~ '^[a-z0-9_]{1,50}$');

create domain text_500 as text check (char_length(value) <= 500);

create table facilities (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  type            text_255 not null,
  country         country_code not null,
  address         text_500,
  logistic_factor share not null default 0.8,
  categories      facility_category[] not null default '{}'::facility_category[],
  cups_list       text[] not null default '{}'::text[] check (cardinality(cups_list) <= 100),
  external_id     text_255,
  status          facility_status not null default 'active',
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name::text)) stored,
  grid_zone       grid_zone,
  primary key (organization_id, id)
);
alter table facilities enable row level security, force row level security;
create index facilities_by_external_id on facilities (organization_id, external_id collate "C", id) where
  external_id is not null;
create index facilities_by_name on facilities (organization_id, lower(name::text), id);
create index facilities_by_search_text on facilities (organization_id, search_text collate "C", id);
create policy facilities_own on facilities
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table facility_totals (
  organization_id uuid not null,
  facility_id     uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  primary key (organization_id, facility_id)
) with (fillfactor = 70);
alter table facility_totals enable row level security, force row level security;
create policy facility_totals_own on facility_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table group_invitations (
  organization_id uuid not null,
  id              uuid not null,
  note            text check (char_length(note) >= 1 and char_length(note) <= 255),
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id)
);
alter table group_invitations enable row level security, force row level security;
create policy group_invitations_own on group_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table hotel_stays (
  organization_id           uuid not null,
  id                        uuid not null,
  name                      text check (char_length(name) <= 255),
  check_in_date             activity_day not null,
  check_out_date            activity_day not null,
  country                   country_code not null,
  city                      text check (char_length(city) <= 255),
  hotel_name                text check (char_length(hotel_name) <= 255),
  rooms                     integer not null check (rooms >= 1 and rooms <= 10000),
  source                    text check (char_length(source) <= 255),
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
  fitness                   integer,
  calculation_version       integer not null default 0,
  primary key (organization_id, id),
  constraint hotel_stays_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is
    not null)),
  constraint hotel_stays_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint hotel_stays_nights check (check_in_date::date < check_out_date::date),
  constraint hotel_stays_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint hotel_stays_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table hotel_stays enable row level security, force row level security;
create index hotel_stays_by_date on hotel_stays (organization_id, check_in_date desc, id desc) include (file_id,
  check_out_date, source, uploaded_by);
create index hotel_stays_by_external_id on hotel_stays (organization_id, external_id) where external_id is not null;
create index hotel_stays_by_file on hotel_stays (organization_id, file_id) where file_id is not null;
create index hotel_stays_failed on hotel_stays (organization_id, check_in_date desc, id desc) include (file_id,
  check_out_date, source, uploaded_by) where calculation_error_code is not null;
create policy hotel_stays_own on hotel_stays
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on hotel_stays referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.check_in_date', 'r.check_out_date - 1');
create trigger locked_period_on_insert after insert on hotel_stays referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.check_in_date', 'r.check_out_date - 1');
create trigger locked_period_on_update after update on hotel_stays referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.check_in_date', 'r.check_out_date - 1');

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  key             text not null,
  fingerprint     text not null,
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
alter table idempotency_keys enable row level security, force row level security;
create index idempotency_keys_created on idempotency_keys (created_at);
create policy idempotency_keys_own on idempotency_keys
  using (organization_id = current_organization() or is_machinery());

create table inbox (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  received_at     timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table inbox enable row level security, force row level security;
create index inbox_received on inbox (received_at);
create policy inbox_own on inbox
  using (organization_id = current_organization() or is_machinery());

create domain ingest_item_status as text check (value in ('pending', 'succeeded', 'failed'));

create table ingest_job_items (
  organization_id uuid not null,
  job_id          uuid not null,
  index           integer not null check (index >= 0),
  status          ingest_item_status not null default 'pending',
  entity_id       uuid,
  revision        revision,
  external_id     text_255,
  code            text,
  detail          text,
  primary key (organization_id, job_id, index)
) with (fillfactor = 50);
alter table ingest_job_items enable row level security, force row level security;
create index ingest_job_items_awaiting on ingest_job_items (entity_id) where revision is not null;
create policy ingest_job_items_own on ingest_job_items
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain ingest_entity_type as text;

create domain ingest_job_status as text check (value in ('queued', 'processing', 'completed',
  'completed_with_errors'));

create domain ingest_operation as text check (value in ('create', 'delete', 'recalculate'));

create table ingest_jobs (
  organization_id    uuid not null,
  id                 uuid not null,
  entity_type        ingest_entity_type not null,
  operation          ingest_operation not null,
  source             text not null check (source in ('api_bulk', 'app')),
  status             ingest_job_status not null default 'queued',
  total_items        integer not null check (total_items > 0),
  succeeded_items    integer not null default 0 check (succeeded_items >= 0),
  failed_items       integer not null default 0 check (failed_items >= 0),
  idempotency_key    text_255,
  created_by         uuid,
  tries              integer not null default 0,
  created_at         timestamptz not null default now(),
  started_at         timestamptz,
  finished_at        timestamptz,
  restatement_reason text check (char_length(restatement_reason) >= 1 and char_length(restatement_reason) <= 500),
  in_pieces          boolean not null default false,
  progressed_at      timestamptz,
  file_id            uuid,
  reverts_job_id     uuid,
  reverted_by_job_id uuid,
  primary key (organization_id, id),
  constraint ingest_jobs_counts check ((succeeded_items + failed_items) <= total_items),
  constraint ingest_jobs_end check ((status::text in ('completed', 'completed_with_errors')) = (finished_at is not
    null)),
  constraint ingest_jobs_pieces check (not in_pieces or operation::text = 'create'),
  constraint ingest_jobs_revert check (reverts_job_id is null or operation::text = 'delete')
) with (fillfactor = 70);
alter table ingest_jobs enable row level security, force row level security;
create index ingest_jobs_by_user on ingest_jobs (organization_id, created_by, id desc);
create index ingest_jobs_finished on ingest_jobs (finished_at) where finished_at is not null;
create index ingest_jobs_open on ingest_jobs (organization_id, id) where finished_at is null;
create policy ingest_jobs_machinery on ingest_jobs for select
  using (is_machinery());
create policy ingest_jobs_own on ingest_jobs
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create domain calorific_basis as text check (value in ('gross', 'net'));

create domain held_status as text check (value in ('uploaded', 'review', 'inactive'));

create domain invoice_type as text check (value in ('heat', 'electricity', 'water', 'recharge', 'process'));

create domain shared_amount as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 60);

create function release_certificates() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
begin
  if exists (select from certificate_matches m where m.organization_id = org) then
    delete from certificate_matches m
    where m.organization_id = org and m.invoice_id = any (array(select o.id from old_rows o));
  end if;
  return null;
end
$$;

create function unlink_deleted_records() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  if exists (
    select from project_links l
    where l.organization_id = current_organization() and l.entity_type = tg_table_name::text)
  then
    delete from project_links l
    where l.organization_id = current_organization() and l.entity_type = tg_table_name::text
      and l.entity_id = any (array(select r.id from old_rows r order by r.id));
  end if;
  return null;
end $$;

create table invoices (
  organization_id           uuid not null,
  id                        uuid not null,
  revision                  revision not null default 1,
  source_invoice_id         uuid not null,
  type                      invoice_type not null,
  facility_id               uuid not null,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  base_quantity             amount not null,
  percentage                share not null,
  quantity                  shared_amount not null,
  unit_id                   uuid not null,
  facility_fuel_id          uuid,
  fuel_category             text_255,
  fuel_key                  text_255,
  supplier_id               uuid,
  supplier_key              text_255,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  invoice_id                text_255,
  cups                      text_255,
  toc                       text_255,
  toc_id                    uuid,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  held_status               held_status,
  calculation_status        calculation_status not null default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  search_text               text not null generated always as (plain_text((coalesce(invoice_id::text, '') ||
    chr(10)) || coalesce(cups::text, ''))) stored,
  company_name              text_255,
  external_id               text_255,
  fitness                   integer,
  calorific_basis           calorific_basis,
  calculation_version       integer not null default 0,
  invofox_id                uuid,
  retained_quantity         amount,
  primary key (organization_id, id),
  constraint invoices_calorific_basis check (calorific_basis is null or type::text = 'heat'),
  constraint invoices_factor check (num_nonnulls(custom_ef_record_id, custom_emission_factor_id) <= 1),
  constraint invoices_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint invoices_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint invoices_fuel check (num_nonnulls(facility_fuel_id, fuel_category, fuel_key) in (0, 3)),
  constraint invoices_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint invoices_period check (start_date::date <= end_date::date),
  constraint invoices_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint invoices_supplier check (num_nonnulls(supplier_id, supplier_key) in (0, 2)),
  foreign key (organization_id, facility_id) references facilities(organization_id, id)
) with (fillfactor = 50);
alter table invoices enable row level security, force row level security;
create index invoices_by_date on invoices (organization_id, start_date desc, id desc) include (facility_id, file_id,
  type, held_status);
create index invoices_by_external_id on invoices (organization_id, external_id) where external_id is not null;
create index invoices_by_facility on invoices (organization_id, facility_id, start_date desc, id desc);
create index invoices_by_file on invoices (organization_id, file_id) where file_id is not null;
create index invoices_by_number on invoices (organization_id, invoice_id) where invoice_id is not null;
create index invoices_by_source on invoices (organization_id, source_invoice_id);
create index invoices_failed on invoices (organization_id, start_date desc, id desc) include (facility_id, file_id,
  type, held_status) where calculation_error_code is not null;
create index invoices_of_meter on invoices (organization_id, cups, start_date) where cups is not null;
create index invoices_without_meter on invoices (organization_id, facility_id, start_date) where cups is null;
create policy invoices_own on invoices
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on invoices referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on invoices referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on invoices referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger release_certificates after delete on invoices referencing old table as old_rows
  for each statement execute function release_certificates();
create trigger unlink_deleted_records after delete on invoices referencing old table as old_rows
  for each statement execute function unlink_deleted_records();

create table leases (
  name       text primary key,
  holder     uuid not null,
  fence      bigint not null,
  expires_at timestamptz not null
);

create table logistic_hub_totals (
  organization_id uuid not null,
  hub_id          uuid not null,
  co2e            kilograms not null,
  primary key (organization_id, hub_id)
) with (fillfactor = 70);
alter table logistic_hub_totals enable row level security, force row level security;
create policy logistic_hub_totals_own on logistic_hub_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain hub_category as text check (value in ('transshipment_ambient', 'transshipment_mixed',
  'storage_transhipment_ambient', 'storage_transhipment_mixed', 'warehouse_ambient', 'warehouse_mixed',
  'liquid_bulk_terminals_ambient', 'liquid_bulk_terminals_mixed', 'maritime_container_terminals_ambient',
  'maritime_container_terminals_temperature_controlled'));

create domain hub_status as text check (value in ('active', 'archived'));

create domain hub_type as text check (value in ('owned', 'subcontracted'));

create function free_slot(org uuid) returns integer
language plpgsql as $$
declare
  slots_max constant int := 32;
  org_key constant bigint := hashtextextended('slots of ' || org::text, 0);
  slot int := 0;
begin
  while slot < slots_max and not pg_try_advisory_xact_lock(org_key # slot::bigint) loop
    slot := slot + 1;
  end loop;
  return slot;
end
$$;

create function add_to_row_counts() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  insert into row_counts as c (organization_id, table_name, slot, count)
  select r.organization_id, tg_table_name, free_slot(r.organization_id),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed_rows r group by r.organization_id
  on conflict (organization_id, table_name, slot) do update set count = c.count + excluded.count;
  return null;
end
$$;

create table logistic_hubs (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  address         text_500,
  country         country_code,
  type            hub_type not null,
  category        hub_category,
  status          hub_status not null default 'active',
  supercharger    boolean not null default false,
  facility_id     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name::text)) stored,
  primary key (organization_id, id),
  constraint logistic_hubs_facility check (type::text = 'owned' or facility_id is null),
  foreign key (organization_id, facility_id) references facilities(organization_id, id) on delete set null
    (facility_id)
);
alter table logistic_hubs enable row level security, force row level security;
create index logistic_hubs_by_facility on logistic_hubs (organization_id, facility_id) where facility_id is not
  null;
create index logistic_hubs_by_search_text on logistic_hubs (organization_id, search_text collate "C", id);
create unique index logistic_hubs_name on logistic_hubs (organization_id, lower(name::text));
create policy logistic_hubs_own on logistic_hubs
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistic_hubs referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistic_hubs referencing new table as changed_rows
  for each statement execute function add_to_row_counts();

create table logistics_packages (
  organization_id   uuid not null,
  id                uuid not null,
  package_key       text_255 not null,
  movement_id       text_255,
  client_billing_id text check (char_length(client_billing_id) <= 255),
  shipment_id       text not null generated always as (coalesce(movement_id, package_key)) stored,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz,
  primary key (organization_id, id)
);
alter table logistics_packages enable row level security, force row level security;
create index logistics_packages_by_client on logistics_packages (organization_id, client_billing_id, id) where
  client_billing_id is not null;
create unique index logistics_packages_by_key on logistics_packages (organization_id, package_key);
create index logistics_packages_by_shipment on logistics_packages (organization_id, shipment_id, id);
create policy logistics_packages_own on logistics_packages
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_packages referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistics_packages referencing new table as changed_rows
  for each statement execute function add_to_row_counts();

create table logistics_recharges (
  organization_id           uuid not null,
  id                        uuid not null,
  fuel_id                   uuid not null,
  country                   country_code not null,
  date                      activity_day not null,
  quantity                  positive_amount not null,
  vehicle_license_plate     text check (char_length(vehicle_license_plate) >= 1 and
    char_length(vehicle_license_plate) <= 50),
  toc_id                    uuid,
  project_id                uuid,
  plate_key                 text_255,
  fuel_name                 text_255 not null,
  unit_id                   uuid not null,
  vehicle_type              text_255,
  dedup_key                 text not null check (char_length(dedup_key) >= 1 and char_length(dedup_key) <= 400),
  co2e_energy_provision     kilograms,
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
  run_key                   text_255,
  run                       text check (char_length(run) <= 300),
  is_counted                boolean not null default false,
  primary key (organization_id, id),
  constraint logistics_recharges_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint logistics_recharges_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint logistics_recharges_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint logistics_recharges_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table logistics_recharges enable row level security, force row level security;
create index logistics_recharges_by_change on logistics_recharges (organization_id, updated_at) where updated_at is
  not null;
create index logistics_recharges_by_date on logistics_recharges (organization_id, date desc, id desc) include
  (file_id, fuel_id, vehicle_type, plate_key, project_id);
create index logistics_recharges_by_file on logistics_recharges (organization_id, file_id) where file_id is not
  null;
create unique index logistics_recharges_by_key on logistics_recharges (organization_id, dedup_key) where dedup_key
  is not null;
create index logistics_recharges_by_project on logistics_recharges (organization_id, project_id, id) where
  project_id is not null;
create index logistics_recharges_by_run on logistics_recharges (organization_id, run) where run is not null;
create index logistics_recharges_failed on logistics_recharges (organization_id, date desc, id desc) include
  (file_id, fuel_id, vehicle_type, plate_key, project_id) where calculation_error_code is not null;
create policy logistics_recharges_own on logistics_recharges
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_recharges referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_rows after insert on logistics_recharges referencing new table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger locked_period_on_delete after delete on logistics_recharges referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');
create trigger locked_period_on_insert after insert on logistics_recharges referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');
create trigger locked_period_on_update after update on logistics_recharges referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.date', 'r.date');

create function add_hub_emissions(changes logistic_hub_totals[]) returns void
language sql set search_path = activity, pg_temp as $$
  insert into logistic_hub_totals as t (organization_id, hub_id, co2e)
  select c.organization_id, c.hub_id, sum(c.co2e) from unnest(changes) c
  group by c.organization_id, c.hub_id having sum(c.co2e) <> 0 order by c.organization_id, c.hub_id
  on conflict (organization_id, hub_id) do update set co2e = t.co2e + excluded.co2e
$$;

create function count_hub_emissions() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  changes logistic_hub_totals[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (organization_id, hub_id, hub_co2e)::logistic_hub_totals from new_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row (organization_id, hub_id, -hub_co2e)::logistic_hub_totals from old_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if cardinality(changes) > 0 then
    perform add_hub_emissions(changes);
  end if;
  return null;
end
$$;

create function count_shipments() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  org uuid := current_organization();
  own_slot int;
  changes shipment_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(is_active), count(*))::shipment_change
        from (select *, (calculation_status = 'calculated')::int as is_active from new_rows) r
        group by vehicle_type, file_id, uploaded_by);
    when 'DELETE' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, null, -count(*), 0)::shipment_change
        from old_rows where calculation_status = 'calculated'
        group by vehicle_type, file_id, uploaded_by);
    else
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(side * is_active), sum(side))::shipment_change
        from (
          select vehicle_type, file_id, uploaded_by, file_name, 1 as side, (calculation_status = 'calculated')::int as is_active
          from new_rows
          union all
          select vehicle_type, file_id, uploaded_by, null, -1, (calculation_status = 'calculated')::int from old_rows) r
        group by vehicle_type, file_id, uploaded_by having sum(side * is_active) <> 0 or sum(side) <> 0);
  end case;
  if cardinality(changes) = 0 then
    return null;
  end if;
  own_slot := free_slot(org);
  -- In the order of the key, so that two writers of the shared slot do not block each other.
  insert into shipment_counts as s (organization_id, field, value, slot, active)
  select org, v.field, v.value, own_slot, sum(c.active)
  from unnest(changes) c
  cross join lateral (values
    ('vehicle_type', coalesce(c.vehicle_type, '')),
    ('file_id', coalesce(c.file_id::text, '')),
    ('uploaded_by', coalesce(c.uploaded_by::text, ''))) v (field, value)
  group by v.field, v.value having sum(c.active) <> 0 order by v.field, v.value
  on conflict on constraint shipment_counts_pkey do update set active = s.active + excluded.active;
  insert into shipment_uploads as u (organization_id, file_id, file_name, row_count)
  select org, file_id, max(file_name), sum(stored) from unnest(changes) where file_id is not null
  group by file_id having sum(stored) > 0 order by file_id
  on conflict on constraint shipment_uploads_pkey do update
    set row_count = u.row_count + excluded.row_count, file_name = coalesce(excluded.file_name, u.file_name);
  return null;
end
$$;

create table logistics_requests (
  organization_id           uuid constraint logistics_requests_organization_id_not_null not null,
  id                        uuid constraint logistics_requests_id_not_null not null,
  origin                    text_255,
  destination               text_255,
  distance_km               freight_amount,
  load                      freight_amount,
  load_unit                 text constraint logistics_requests_load_unit_not_null not null check (load_unit in
    ('kg', 'ton', 'pallets', 'teu', 'feu')),
  load_factor               share,
  toc                       text_255,
  category                  text check (category in ('road', 'air', 'maritime', 'rail')),
  origin_country            text constraint logistics_requests_origin_country_not_null not null check
    (origin_country ~ '^([A-Z]{2}|GLO)$'),
  year                      integer check (year >= 1970 and year <= 2100),
  cleaning                  boolean constraint logistics_requests_cleaning_not_null not null,
  movement_id               text_255,
  client                    text check (char_length(client) <= 255),
  shipment_date             activity_day constraint logistics_requests_shipment_date_not_null not null,
  movement_stretch          text check (char_length(movement_stretch) <= 255),
  movement_stage            text check (char_length(movement_stage) <= 255),
  vehicle_license_plate     text check (char_length(vehicle_license_plate) <= 255),
  trailer_license_plate     text check (char_length(trailer_license_plate) <= 255),
  subcontractor             boolean constraint logistics_requests_subcontractor_not_null not null,
  tkm                       freight_amount,
  hub_id                    uuid,
  package_key               text_255,
  toc_id                    uuid,
  vehicle_type              text_255,
  mode                      text check (mode in ('road', 'air', 'maritime', 'rail')),
  load_kg                   amount,
  effective_load_kg         amount,
  kilometres                amount,
  great_circle_km           amount,
  journey                   text check (journey is json object),
  tonne_kilometres          amount,
  hub_category              text,
  package_id                uuid,
  dedup_key                 uuid,
  failure_code              text,
  failure_detail            text,
  operation_co2e            kilograms,
  energy_provision_co2e     kilograms,
  hub_co2e                  kilograms,
  revision                  revision constraint logistics_requests_revision_not_null not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint logistics_requests_calculation_status_not_null not null
    default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz constraint logistics_requests_created_at_not_null not null default now(),
  updated_at                timestamptz,
  calculation_version       integer constraint logistics_requests_calculation_version_not_null not null default 0,
  fitness                   integer,
  search_text               text not null generated always as (plain_text((((((((((coalesce(movement_id::text, '')
    || chr(10)) || coalesce(client, '')) || chr(10)) || coalesce(origin::text, '')) || chr(10)) ||
    coalesce(destination::text, '')) || chr(10)) || coalesce(vehicle_license_plate, '')) || chr(10)) ||
    coalesce(trailer_license_plate, ''))) stored,
  paid_by                   text not null default 'organization' check (paid_by in ('organization', 'other')),
  run_key                   text_255,
  run                       text check (char_length(run) <= 300),
  is_allocated              boolean not null default false,
  primary key (organization_id, id),
  constraint logistics_requests_allocated check (not is_allocated or run is not null),
  constraint logistics_requests_dedup check ((movement_id is null) = (dedup_key is null)),
  constraint logistics_requests_distance check (num_nonnulls(distance_km, tkm) > 0 or num_nonnulls(origin,
    destination) = 2),
  constraint logistics_requests_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint logistics_requests_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint logistics_requests_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint logistics_requests_package check (package_id is null or package_key is not null),
  constraint logistics_requests_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint logistics_requests_toc check (num_nonnulls(toc, category) > 0)
) with (fillfactor = 50);
alter table logistics_requests enable row level security, force row level security;
create index logistics_requests_by_change on logistics_requests (organization_id, updated_at) where updated_at is
  not null;
create index logistics_requests_by_date on logistics_requests (organization_id, shipment_date desc, id desc) include
  (file_id, vehicle_type, uploaded_by);
create index logistics_requests_by_file on logistics_requests (organization_id, file_id, shipment_date desc, id
  desc) where file_id is not null;
create index logistics_requests_by_hub on logistics_requests (organization_id, hub_id, id) where hub_id is not null;
create index logistics_requests_by_movement on logistics_requests (organization_id, movement_id, id) where
  movement_id is not null;
create index logistics_requests_by_package on logistics_requests (organization_id, package_id, id) where package_id
  is not null;
create index logistics_requests_by_run on logistics_requests (organization_id, run, id) include (tonne_kilometres,
  is_allocated) where run is not null;
create index logistics_requests_by_vehicle_type on logistics_requests (organization_id, vehicle_type, shipment_date
  desc, id desc);
create unique index logistics_requests_dedup_key on logistics_requests (organization_id, dedup_key) where dedup_key
  is not null;
create index logistics_requests_failed on logistics_requests (organization_id, shipment_date desc, id desc) include
  (file_id, vehicle_type, uploaded_by) where calculation_error_code is not null;
create policy logistics_requests_own on logistics_requests
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_deleted_rows after delete on logistics_requests referencing old table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_deleted_shipments after delete on logistics_requests referencing old table as old_rows
  for each statement execute function count_shipments();
create trigger count_inserted_rows after insert on logistics_requests referencing new table as changed_rows
  for each statement execute function add_to_row_counts();
create trigger count_inserted_shipments after insert on logistics_requests referencing new table as new_rows
  for each statement execute function count_shipments();
create trigger count_updated_shipments after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function count_shipments();
create trigger hub_emissions_on_delete after delete on logistics_requests referencing old table as old_rows
  for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_insert after insert on logistics_requests referencing new table as new_rows
  for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_update after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function count_hub_emissions();
create trigger locked_period_on_delete after delete on logistics_requests referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger locked_period_on_insert after insert on logistics_requests referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger locked_period_on_update after update on logistics_requests referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.shipment_date', 'r.shipment_date');
create trigger unlink_deleted_records after delete on logistics_requests referencing old table as old_rows
  for each statement execute function unlink_deleted_records();

create table member_invitations (
  organization_id uuid not null,
  id              uuid not null,
  email           text not null check (email = lower(email collate "C") and char_length(email) >= 3 and
    char_length(email) <= 320),
  first_name      text check (char_length(first_name) >= 1 and char_length(first_name) <= 255),
  last_name       text check (char_length(last_name) >= 1 and char_length(last_name) <= 255),
  role            text not null,
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  attempts        integer not null default 0,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, email),
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id)
);
alter table member_invitations enable row level security, force row level security;
create policy member_invitations_own on member_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table members (
  organization_id uuid not null,
  user_id         uuid not null,
  role            text not null,
  enabled         boolean not null default true,
  created_at      timestamptz not null default now(),
  removed_at      timestamptz,
  updated_at      timestamptz,
  primary key (organization_id, user_id),
  constraint members_removed check (removed_at is null or not enabled),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table members enable row level security, force row level security;
create index members_by_user on members (user_id, organization_id);
create policy members_own on members
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
create policy members_owner on members for select to current_user
  using (true);

create table migrations (
  name       text primary key,
  digest     text not null,
  applied_at timestamptz not null default now(),
  compatible boolean not null default false
);

create table neighbours (
  name         text not null,
  role         text not null check (role in ('producer', 'consumer')),
  mark         uuid,
  "position"   bigint not null default 0 check ("position" >= 0),
  shown        uuid,
  agreed_at    timestamptz not null default now(),
  begun_at     timestamptz not null default '-infinity'::timestamptz,
  behind       text check (behind in ('self', 'neighbour')),
  behind_since timestamptz,
  events_lost  boolean not null default false,
  accepted     boolean not null default false,
  primary key (name, role),
  constraint neighbours_check check ((behind is null) = (behind_since is null))
);

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  payload         bytea storage external not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz,
  lane            text not null default 'single' check (lane in ('single', 'bulk')),
  packed          boolean not null default false
);
alter table outbox enable row level security, force row level security;
create index outbox_published on outbox (created_at) where published_at is not null;
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create policy outbox_own on outbox
  using (organization_id = current_organization() or is_machinery());

create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

create table outbox_stream (
  name         text primary key,
  created_at   timestamptz not null,
  last_seq     bigint not null,
  marked_seq   bigint not null default 0,
  marked_at    timestamptz not null default now(),
  again_before timestamptz,
  again_from   timestamptz not null default '-infinity'::timestamptz
);

create domain training_status as text check (value in ('active', 'loading', 'error'));

create domain own_workforce_status as text check (value in ('active', 'loading', 'error'));

create domain workforce_age_band as text check (value in ('under_30', '30_to_50', 'over_50'));

create domain workforce_day as date check (value >= '1900-01-01'::date and value <= '2200-12-31'::date);

create domain workforce_gender as text check (value in ('M', 'F', 'O', 'NS'));

create table own_workforces (
  organization_id      uuid not null,
  id                   uuid not null,
  external_employee_id text_255,
  birth_date           workforce_day,
  gender               workforce_gender not null,
  disabled_employee    boolean,
  age_band             workforce_age_band,
  erased_at            timestamptz,
  file_id              uuid,
  file_name            text_255,
  status               own_workforce_status not null default 'active',
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
create index own_workforces_by_employee on own_workforces (organization_id, external_employee_id, id) include
  (revision, file_id);
create unique index own_workforces_by_external_id on own_workforces (organization_id, external_employee_id);
create index own_workforces_by_external_prefix on own_workforces (organization_id, external_employee_id collate "C",
  id);
create index own_workforces_by_file on own_workforces (organization_id, file_id) where file_id is not null;
create policy own_workforces_own on own_workforces
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table own_workforce_trainings (
  organization_id   uuid not null,
  id                uuid not null,
  own_workforce_id  uuid not null,
  type              text not null check (char_length(type) <= 255),
  description       text not null check (char_length(description) <= 500),
  hours             numeric not null check (hours >= 0 and hours <= 1000000 and scale(hours) <= 6),
  start_date        date not null,
  end_date          date not null,
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
create index own_workforce_trainings_by_end on own_workforce_trainings (organization_id, end_date, own_workforce_id)
  include (hours);
create index own_workforce_trainings_by_file on own_workforce_trainings (organization_id, file_id) where file_id is
  not null;
create index own_workforce_trainings_by_person on own_workforce_trainings (organization_id, own_workforce_id);
create index own_workforce_trainings_by_start on own_workforce_trainings (organization_id, start_date desc, id desc)
  include (file_id);
create policy own_workforce_trainings_own on own_workforce_trainings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table ownership_shares (
  organization_id        uuid not null,
  child_id               uuid not null,
  start_date             date not null,
  equity_share           numeric(5,4) not null check (equity_share >= 0 and equity_share <= 1),
  operational_control    boolean not null,
  financial_control      boolean not null,
  financial_control_kind text check (financial_control_kind in ('none', 'joint', 'full')),
  primary key (organization_id, child_id, start_date),
  constraint ownership_shares_check check (child_id <> organization_id)
);
alter table ownership_shares enable row level security, force row level security;
create policy ownership_shares_own on ownership_shares
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table password_resets (
  organization_id uuid not null,
  user_id         uuid not null,
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, user_id),
  unique (organization_id, token_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
alter table password_resets enable row level security, force row level security;
create policy password_resets_own on password_resets
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

create table pending_calculations (
  organization_id uuid not null,
  entity_type     text not null,
  record_id       uuid not null,
  revision        integer not null,
  since           timestamptz not null default now(),
  tries           integer not null default 0,
  requested_at    timestamptz not null default now(),
  primary key (organization_id, entity_type, record_id)
);
alter table pending_calculations enable row level security, force row level security;
create index pending_calculations_since on pending_calculations (since);
create policy pending_calculations_own on pending_calculations
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

create table pending_deletions (
  organization_id uuid not null,
  id              uuid not null,
  record_ids      uuid[] not null,
  revisions       integer[] not null,
  since           timestamptz not null default now(),
  tries           integer not null default 0,
  primary key (organization_id, id),
  constraint pending_deletions_check check (cardinality(revisions) = cardinality(record_ids))
);
alter table pending_deletions enable row level security, force row level security;
create index pending_deletions_since on pending_deletions (since);
create policy pending_deletions_own on pending_deletions
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

create table pending_period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  locked          boolean not null,
  since           timestamptz not null default now(),
  tries           integer not null default 0,
  primary key (organization_id, id)
);
alter table pending_period_locks enable row level security, force row level security;
create index pending_period_locks_since on pending_period_locks (since);
create policy pending_period_locks_own on pending_period_locks
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

create table period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  note            text check (char_length(note) <= 1000),
  failed_records  integer not null check (failed_records >= 0),
  locked_by       uuid,
  locked_at       timestamptz not null default now(),
  totals_fixed_at timestamptz,
  primary key (organization_id, id),
  constraint period_locks_check check (end_date >= start_date)
);
alter table period_locks enable row level security, force row level security;
create policy period_locks_own on period_locks
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table projects (
  organization_id     uuid not null,
  id                  uuid not null,
  name                text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  description         text check (char_length(description) <= 2000),
  start_date          date,
  end_date            date,
  due_date            date,
  project_type        text,
  methodology         text,
  responsible_user_id uuid not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  primary key (organization_id, id),
  constraint projects_check check (end_date >= start_date),
  foreign key (organization_id) references organizations(id),
  foreign key (responsible_user_id) references users(id)
);
alter table projects enable row level security, force row level security;
create policy projects_own on projects
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy projects_owner on projects for select to current_user
  using (true);

create table project_invitations (
  organization_id uuid not null,
  project_id      uuid not null,
  invited_id      uuid not null,
  allowed_views   text[] not null check (cardinality(allowed_views) <= 100),
  created_at      timestamptz not null default now(),
  primary key (organization_id, project_id, invited_id),
  constraint project_invitations_check check (invited_id <> organization_id),
  foreign key (invited_id) references organizations(id),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_invitations enable row level security, force row level security;
create index project_invitations_by_invited on project_invitations (invited_id);
create policy project_invitations_own on project_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy project_invitations_owner on project_invitations for select to current_user
  using (true);

create table project_links (
  organization_id uuid not null,
  project_id      uuid not null,
  entity_type     text not null check (entity_type in ('invoices', 'logistics_requests', 'file_readings')),
  entity_id       uuid not null,
  created_at      timestamptz not null default now(),
  file_id         uuid,
  primary key (organization_id, project_id, entity_type, entity_id),
  constraint project_links_file check ((entity_type = 'file_readings') = (file_id is not null)),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_links enable row level security, force row level security;
create index project_links_by_record on project_links (organization_id, entity_type, entity_id);
create policy project_links_own on project_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table project_widgets (
  organization_id uuid not null,
  project_id      uuid not null,
  change          bigint not null,
  categories      jsonb not null check (jsonb_typeof(categories) = 'array'),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_widgets enable row level security, force row level security;
create policy project_widgets_own on project_widgets
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy project_widgets_owner on project_widgets for select to current_user
  using (true);

create domain exchange_rate as numeric check (value > 0 and value < '100000000000000000000'::numeric);

create domain expense_type as text check (value in ('capex', 'opex'));

create domain purchase_frequency as text check (value = 'once');

create domain purchase_status as text check (value in ('active', 'pending', 'in_progress', 'in_review',
  'inactive'));

create domain purchase_type as text check (value in ('spend_based', 'supplier_specific', 'average_data'));

create table suppliers (
  organization_id uuid not null,
  id              uuid not null,
  business_name   text not null check (char_length(business_name) >= 1 and char_length(business_name) <= 255),
  country         text not null check (country ~ '^[A-Z]{2}$'),
  vat             text check (char_length(vat) <= 64),
  code_type       text check (code_type in ('nace', 'cnae', 'sic', 'naics')),
  code            text check (char_length(code) >= 1 and char_length(code) <= 20),
  status          text not null check (status in ('active', 'in_review')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(business_name)) stored,
  vat_key         text generated always as (nullif(upper(regexp_replace(vat, '[^[:alnum:]]', '', 'g')), '')) stored,
  sector_edition  text,
  primary key (organization_id, id),
  constraint suppliers_check check (code is null or code_type is not null),
  constraint suppliers_check1 check (code is not null or status = 'in_review'),
  constraint suppliers_sector_edition check (sector_edition is null or (sector_edition in ('nace_rev2',
    'nace_rev2_1')) and (code_type in ('nace', 'cnae'))),
  foreign key (organization_id) references organizations(id)
);
alter table suppliers enable row level security, force row level security;
create index suppliers_by_name on suppliers (organization_id, lower(business_name), id);
create index suppliers_by_search_text on suppliers (organization_id, search_text collate "C", id);
create index suppliers_by_vat_key on suppliers (organization_id, vat_key collate "C", id) where vat_key is not null;
create policy suppliers_own on suppliers
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table purchases (
  organization_id           uuid not null,
  id                        uuid not null,
  revision                  revision not null default 1,
  product_name              text_255 not null,
  description               text_500,
  sector                    text_255 not null,
  quantity                  amount,
  unit_id                   uuid,
  non_currency_quantity     amount,
  non_currency_unit_id      uuid,
  purchase_date             activity_day not null,
  expense_type              expense_type not null,
  purchase_type             purchase_type not null,
  status                    purchase_status not null,
  recycled                  share,
  frequency                 purchase_frequency not null,
  supplier_id               uuid,
  custom_emission_factor_id uuid,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null default 'pending',
  calculation_error_code    text,
  co2e                      kilograms,
  exchange_rate_to_eur      exchange_rate,
  exchange_rate_date        date,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  custom_factor_revision    revision,
  search_text               text not null generated always as (plain_text((product_name::text || chr(10)) ||
    coalesce(description::text, ''))) stored,
  custom_factor_owner_id    uuid,
  custom_ef_record_id       uuid,
  external_id               text_255,
  calculation_error_detail  text,
  co2e_biomass              kilograms,
  fitness                   integer,
  calculation_version       integer not null default 0,
  sector_edition            text,
  primary key (organization_id, id),
  constraint purchases_amount check ((num_nonnulls(quantity, unit_id) in (0, 2)) and
    (num_nonnulls(non_currency_quantity, non_currency_unit_id) in (0, 2)) and num_nonnulls(quantity,
    non_currency_quantity) = 1),
  constraint purchases_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint purchases_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint purchases_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint purchases_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  constraint purchases_supplier foreign key (organization_id, supplier_id) references suppliers(organization_id, id)
) with (fillfactor = 50);
alter table purchases enable row level security, force row level security;
create index purchases_by_date on purchases (organization_id, purchase_date desc, id desc) include (file_id, status,
  expense_type, supplier_id);
create index purchases_by_external_id on purchases (organization_id, external_id) where external_id is not null;
create index purchases_by_supplier on purchases (organization_id, supplier_id, id) where supplier_id is not null;
create index purchases_failed on purchases (organization_id, purchase_date desc, id desc) include (file_id, status,
  expense_type, supplier_id) where calculation_error_code is not null;
create index purchases_not_active on purchases (organization_id, status, purchase_date desc, id desc) where
  status::text <> 'active';
create index purchases_of_file on purchases (organization_id, file_id, purchase_date desc, id desc) where file_id is
  not null;
create index purchases_of_product on purchases (organization_id, purchase_date, product_name);
create index purchases_of_supplier on purchases (organization_id, supplier_id, purchase_date desc, id desc) where
  supplier_id is not null;
create policy purchases_own on purchases
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on purchases referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.purchase_date', 'r.purchase_date');
create trigger locked_period_on_insert after insert on purchases referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.purchase_date', 'r.purchase_date');
create trigger locked_period_on_update after update on purchases referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.purchase_date', 'r.purchase_date');

create table restatements (
  organization_id uuid not null,
  id              uuid not null,
  period_lock_id  uuid not null,
  start_date      date not null,
  end_date        date not null,
  entity_type     text not null check (entity_type <> ''),
  record_id       uuid not null,
  revision        integer not null check (revision > 0),
  action          text not null check (action in ('created', 'changed', 'deleted')),
  reason          text not null check (char_length(reason) >= 1 and char_length(reason) <= 500),
  restated_by     uuid,
  created_at      timestamptz not null default now(),
  merged_at       timestamptz,
  primary key (organization_id, id),
  constraint restatements_check check (end_date >= start_date)
);
alter table restatements enable row level security, force row level security;
create index restatements_by_lock on restatements (organization_id, period_lock_id, id);
create unique index restatements_by_record on restatements (organization_id, record_id, revision, period_lock_id);
create index restatements_unmerged on restatements (organization_id, end_date) where merged_at is null;
create policy restatements_own on restatements
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table row_counts (
  organization_id uuid not null,
  table_name      text not null,
  slot            integer not null check (slot >= 0 and slot <= 32),
  count           bigint not null,
  primary key (organization_id, table_name, slot)
) with (fillfactor = 70);
alter table row_counts enable row level security, force row level security;
create policy row_counts_own on row_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create function refuse_salary_read_change() returns trigger
language plpgsql as $$
begin
  raise exception 'salary_reads is append-only' using errcode = 'restrict_violation';
end $$;

create table salary_reads (
  organization_id   uuid not null,
  id                uuid not null,
  read_at           timestamptz not null default now(),
  read_by           uuid,
  api_key_id        text,
  action            text not null check (action <> ''),
  people            integer not null check (people > 0),
  own_workforce_ids uuid[] not null check (cardinality(own_workforce_ids) <= 100),
  request_id        text,
  primary key (organization_id, id)
);
comment on table salary_reads is 'append-only: rows are deleted after 2 years';
alter table salary_reads enable row level security, force row level security;
create index salary_reads_read on salary_reads (read_at);
create policy salary_reads_expired on salary_reads for delete to current_user
  using (read_at < (now() - '2 years'::interval));
create policy salary_reads_expired_read on salary_reads for select to current_user
  using (read_at < (now() - '2 years'::interval));
create policy salary_reads_own on salary_reads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger append_only before update or truncate on salary_reads
  for each statement execute function refuse_salary_read_change();

create table sessions (
  user_id      uuid not null,
  id           uuid not null,
  method       text not null check (method in ('password', 'openid_connect')),
  address      text check (char_length(address) >= 1 and char_length(address) <= 64),
  user_agent   text check (char_length(user_agent) >= 1 and char_length(user_agent) <= 255),
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (user_id, id),
  foreign key (user_id) references users(id)
);
alter table sessions enable row level security, force row level security;
create policy sessions_own on sessions
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

create table shipment_counts (
  organization_id uuid not null,
  field           text not null check (field in ('vehicle_type', 'file_id', 'uploaded_by')),
  value           text not null,
  slot            integer not null,
  active          integer not null,
  primary key (organization_id, field, value, slot)
) with (fillfactor = 70);
alter table shipment_counts enable row level security, force row level security;
create policy shipment_counts_own on shipment_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table shipment_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  file_name       text_255,
  row_count       integer not null check (row_count > 0),
  uploaded_at     timestamptz not null default now(),
  primary key (organization_id, file_id)
);
alter table shipment_uploads enable row level security, force row level security;
create index shipment_uploads_by_time on shipment_uploads (organization_id, uploaded_at desc, file_id desc);
create policy shipment_uploads_own on shipment_uploads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table sold_product_periods (
  organization_id uuid not null,
  id              uuid not null,
  product_id      uuid not null,
  start_date      activity_day not null,
  end_date        activity_day not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint sold_product_periods_order check (start_date::date <= end_date::date),
  constraint sold_product_periods_overlap exclude using gist (organization_id with =, product_id with =,
    daterange(start_date::date, end_date::date, '[]') with &&)
);
alter table sold_product_periods enable row level security, force row level security;
create index sold_product_periods_by_day on sold_product_periods (organization_id, end_date, start_date);
create index sold_product_periods_by_product on sold_product_periods (organization_id, product_id, start_date desc,
  id);
create policy sold_product_periods_own on sold_product_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain lifetime_years as numeric check (value > 0 and value <= 200 and scale(value) <= 6);

create domain sold_product_energy_type as text check (value in ('electricity', 'fuel'));

create domain sold_units as numeric check (value > 0 and value <= '999999999999'::bigint::numeric and scale(value)
  <= 6);

create domain use_energy as numeric check (value > 0 and value <= 999999999 and scale(value) <= 9);

create domain uses_per_year as numeric check (value > 0 and value <= 999999999 and scale(value) <= 6);

create table sold_product_sales (
  organization_id           uuid not null,
  id                        uuid not null,
  product_id                uuid not null,
  period_id                 uuid not null,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  country                   country_code not null,
  quantity                  sold_units not null,
  lifetime_years            lifetime_years not null,
  uses_per_year             uses_per_year,
  energy_quantity           use_energy not null,
  energy_unit_id            uuid not null,
  energy_type               sold_product_energy_type not null,
  vehicle_fuel_id           uuid,
  fuel_key                  text_255,
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
  constraint sold_product_sales_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint sold_product_sales_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint sold_product_sales_fuel check (num_nonnulls(vehicle_fuel_id, fuel_key) =
case energy_type
    when 'fuel' then 1
    else 0
end),
  constraint sold_product_sales_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint sold_product_sales_period check (start_date::date <= end_date::date),
  constraint sold_product_sales_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) =
    (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table sold_product_sales enable row level security, force row level security;
create index sold_product_sales_by_date on sold_product_sales (organization_id, start_date desc, id desc) include
  (product_id, file_id, end_date, country, period_id);
create index sold_product_sales_by_file on sold_product_sales (organization_id, file_id) where file_id is not null;
create index sold_product_sales_by_period on sold_product_sales (organization_id, period_id, country, id);
create index sold_product_sales_by_product on sold_product_sales (organization_id, product_id, start_date desc, id
  desc);
create index sold_product_sales_failed on sold_product_sales (organization_id, start_date desc, id desc) include
  (product_id, file_id, end_date, country, period_id) where calculation_error_code is not null;
create policy sold_product_sales_own on sold_product_sales
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on sold_product_sales referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on sold_product_sales referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on sold_product_sales referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');

create table sold_product_totals (
  organization_id uuid not null,
  product_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  failed_records  integer not null,
  primary key (organization_id, product_id)
) with (fillfactor = 70);
alter table sold_product_totals enable row level security, force row level security;
create policy sold_product_totals_own on sold_product_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain stage_kilograms as numeric check (value >= 0 and value <= '999999999999'::bigint::numeric and
  scale(value) <= 12);

create table sold_products (
  organization_id    uuid not null,
  id                 uuid not null,
  product_name       text_255 not null,
  lifetime_years     lifetime_years not null,
  uses_per_year      uses_per_year,
  energy_quantity    use_energy not null,
  energy_unit_id     uuid not null,
  energy_type        sold_product_energy_type not null,
  vehicle_fuel_id    uuid,
  facility_fuel_id   uuid,
  fuel_key           text_255,
  manufacture_co2e   stage_kilograms,
  manufacture_source text_500,
  end_of_life_co2e   stage_kilograms,
  end_of_life_source text_500,
  uploaded_by        uuid,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz,
  name_key           text not null generated always as (plain_text(product_name::text)) stored,
  primary key (organization_id, id),
  constraint sold_products_end_of_life check (num_nonnulls(end_of_life_co2e, end_of_life_source) <> 1),
  constraint sold_products_fuel check (num_nonnulls(vehicle_fuel_id, facility_fuel_id) =
case energy_type
    when 'fuel' then 1
    else 0
end and num_nonnulls(facility_fuel_id, fuel_key) <> 1),
  constraint sold_products_manufacture check (num_nonnulls(manufacture_co2e, manufacture_source) <> 1)
);
alter table sold_products enable row level security, force row level security;
create unique index sold_products_by_name on sold_products (organization_id, name_key);
create index sold_products_by_name_key on sold_products (organization_id, name_key collate "C", id);
create policy sold_products_own on sold_products
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain survey_row_source as text check (value in ('manual', 'form', 'qr', 'file'));

create domain survey_row_status as text check (value in ('pending', 'answered', 'blank'));

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

create domain survey_status as text check (value in ('open', 'closed'));

create table surveys (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
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
create index surveys_by_id on surveys (organization_id, id desc) include (status, project_id, start_date, end_date);
create index surveys_by_search_text on surveys (organization_id, search_text collate "C", id);
create policy surveys_own on surveys
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table survey_rows (
  organization_id    uuid not null,
  id                 uuid not null,
  survey_id          uuid,
  employee_id        uuid,
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
  sent_at            timestamptz,
  times_sent         integer not null default 0 check (times_sent >= 0),
  answered_at        timestamptz,
  commutes_count     integer not null default 0 check (commutes_count >= 0),
  co2e_count         integer not null default 0 check (co2e_count >= 0),
  co2e_sum           kilograms not null default 0,
  co2e               kilograms generated always as (
case
    when co2e_count > 0 then co2e_sum::numeric
    else null::numeric
end) stored,
  created_by         uuid,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz,
  search_text        text not null generated always as (plain_text((((coalesce(email, '') || chr(10)) ||
    coalesce(name::text, '')) || chr(10)) || coalesce(external_id::text, ''))) stored,
  answered_by_job_id uuid,
  primary key (organization_id, id),
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
create index survey_rows_by_file on survey_rows (organization_id, file_id, id) where file_id is not null;
create index survey_rows_by_name on survey_rows (organization_id, lower(coalesce(name, external_id)::text), id);
create index survey_rows_by_period on survey_rows (organization_id, period_start desc, id desc) include (survey_id,
  source, file_id, project_id);
create index survey_rows_by_survey on survey_rows (organization_id, survey_id, id);
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

create table survey_links (
  organization_id uuid not null,
  id              uuid not null,
  survey_id       uuid not null,
  survey_row_id   uuid,
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
create index survey_links_by_survey on survey_links (organization_id, survey_id, id);
create unique index survey_links_of_row on survey_links (organization_id, survey_row_id) where survey_row_id is not
  null;
create policy survey_links_own on survey_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

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

create table totp_secrets (
  user_id       uuid primary key,
  sealed_secret bytea not null check (octet_length(sealed_secret) >= 32 and octet_length(sealed_secret) <= 255),
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  last_step     integer check (last_step >= 0),
  constraint totp_secrets_used check (confirmed_at is null or last_step is not null),
  foreign key (user_id) references users(id)
);
alter table totp_secrets enable row level security, force row level security;
create policy totp_secrets_machinery on totp_secrets for select
  using (is_machinery());
create policy totp_secrets_own on totp_secrets
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

create table totp_recovery_codes (
  user_id   uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash),
  foreign key (user_id) references totp_secrets(user_id) on delete cascade
);
alter table totp_recovery_codes enable row level security, force row level security;
create policy totp_recovery_codes_own on totp_recovery_codes
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);

create domain training_column_type as text check (value in ('text', 'number', 'date', 'boolean', 'option'));

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
create unique index training_columns_by_key on training_columns (organization_id, key);
create policy training_columns_own on training_columns
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table transport_counts (
  organization_id     uuid not null,
  id                  uuid not null,
  transport_direction text not null,
  file_id             uuid not null,
  routes              integer not null,
  primary key (organization_id, id)
);
alter table transport_counts enable row level security, force row level security;
create index transport_counts_by_file on transport_counts (organization_id, file_id, transport_direction);
create policy transport_counts_own on transport_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create function add_transport_count(direction text, file uuid, change integer) returns void
language sql set search_path = activity, pg_temp as $$
  with merged as (
    delete from transport_counts c where c.organization_id = current_organization() and c.id in (
      select k.id from transport_counts k
      where k.organization_id = current_organization() and k.file_id = file and k.transport_direction = direction
      limit 100 for update skip locked)
    returning c.routes)
  insert into transport_counts (organization_id, id, transport_direction, file_id, routes)
  select current_organization(), uuidv7(), direction, file, change + coalesce(sum(routes), 0)::int from merged
$$;

create function count_new_transports() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
begin
  perform add_transport_count(n.transport_direction, n.file_id, n.routes) from (
    select transport_direction, coalesce(file_id, '00000000-0000-0000-0000-000000000000') as file_id,
      count(*)::int as routes
    from new_rows group by 1, 2) n;
  return null;
end
$$;

create function recount_transport() returns trigger
language plpgsql set search_path = activity, pg_temp as $$
declare
  no_file constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform add_transport_count(old.transport_direction, coalesce(old.file_id, no_file), -1);
  perform add_transport_count(new.transport_direction, coalesce(new.file_id, no_file), 1);
  return null;
end
$$;

create table transports (
  organization_id           uuid constraint transports_organization_id_not_null not null,
  id                        uuid constraint transports_id_not_null not null,
  name                      text check (char_length(name) <= 255),
  transport_date            activity_day constraint transports_transport_date_not_null not null,
  quantity_transported      numeric constraint transports_quantity_transported_not_null not null check
    (quantity_transported > 0 and quantity_transported <= 999999999.99999 and scale(quantity_transported) <= 5),
  unit_id                   uuid constraint transports_unit_id_not_null not null,
  supplier                  text check (char_length(supplier) <= 255),
  transport_direction       text constraint transports_transport_direction_not_null not null check
    (transport_direction in ('upstream', 'downstream')),
  transport_frequency       text check (char_length(transport_frequency) <= 255),
  sections                  text constraint transports_sections_not_null not null check (sections is json array),
  legs                      text constraint transports_legs_not_null not null check (legs is json array),
  addresses                 text constraint transports_addresses_not_null not null,
  part_co2e                 text check (part_co2e is json array),
  search_text               text constraint transports_search_text_not_null not null generated always as
    (plain_text((((coalesce(name, '') || chr(10)) || coalesce(supplier, '')) || chr(10)) || addresses)) stored,
  revision                  revision constraint transports_revision_not_null not null default 1,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint transports_calculation_status_not_null not null default
    'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz constraint transports_created_at_not_null not null default now(),
  updated_at                timestamptz,
  calculation_version       integer constraint transports_calculation_version_not_null not null default 0,
  fitness                   integer,
  paid_by                   text check (paid_by in ('organization', 'other')),
  primary key (organization_id, id),
  constraint transports_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint transports_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint transports_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint transports_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table transports enable row level security, force row level security;
create index transports_by_date on transports (organization_id, transport_date desc, id desc) include (file_id,
  transport_direction, uploaded_by);
create index transports_by_external_id on transports (organization_id, external_id) where external_id is not null;
create index transports_by_file on transports (organization_id, file_id) where file_id is not null;
create index transports_by_name on transports (organization_id, name, id);
create index transports_by_quantity on transports (organization_id, quantity_transported, id);
create index transports_failed on transports (organization_id, transport_date desc, id desc) include (file_id,
  transport_direction, uploaded_by) where calculation_error_code is not null;
create policy transports_own on transports
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_new_transports after insert on transports referencing new table as new_rows
  for each statement execute function count_new_transports();
create trigger locked_period_on_delete after delete on transports referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger locked_period_on_insert after insert on transports referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger locked_period_on_update after update on transports referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.transport_date', 'r.transport_date');
create trigger recount_transport after update of file_id, transport_direction on transports
  for each row when (old.file_id is distinct from new.file_id or old.transport_direction <> new.transport_direction)
    execute function recount_transport();

create table user_identities (
  issuer     text not null check (char_length(issuer) >= 1 and char_length(issuer) <= 2048),
  subject    text not null check (char_length(subject) >= 1 and char_length(subject) <= 255),
  user_id    uuid not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, user_id),
  foreign key (user_id) references users(id)
);
alter table user_identities enable row level security, force row level security;
create policy user_identities_owner on user_identities to current_user
  using (true)
  with check (true);

create table vehicle_consumptions (
  organization_id           uuid not null,
  id                        uuid not null,
  vehicle_id                uuid not null,
  quantity                  positive_amount not null,
  unit_id                   uuid not null,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  custom_id                 text check (char_length(custom_id) <= 255),
  co2e_generation           kilograms,
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
  constraint vehicle_consumptions_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint vehicle_consumptions_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint vehicle_consumptions_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint vehicle_consumptions_period check (start_date::date <= end_date::date),
  constraint vehicle_consumptions_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision)
    = (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table vehicle_consumptions enable row level security, force row level security;
create index vehicle_consumptions_by_date on vehicle_consumptions (organization_id, start_date desc, id desc)
  include (vehicle_id, file_id, end_date);
create index vehicle_consumptions_by_external_id on vehicle_consumptions (organization_id, external_id) where
  external_id is not null;
create index vehicle_consumptions_by_file on vehicle_consumptions (organization_id, file_id) where file_id is not
  null;
create index vehicle_consumptions_by_number on vehicle_consumptions (organization_id, custom_id) where custom_id is
  not null;
create index vehicle_consumptions_by_vehicle on vehicle_consumptions (organization_id, vehicle_id, start_date desc,
  id desc);
create index vehicle_consumptions_failed on vehicle_consumptions (organization_id, start_date desc, id desc) include
  (vehicle_id, file_id, end_date) where calculation_error_code is not null;
create policy vehicle_consumptions_own on vehicle_consumptions
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on vehicle_consumptions referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on vehicle_consumptions referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on vehicle_consumptions referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');

create table vehicle_totals (
  organization_id uuid not null,
  vehicle_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  failed_records  integer not null,
  primary key (organization_id, vehicle_id)
) with (fillfactor = 70);
alter table vehicle_totals enable row level security, force row level security;
create policy vehicle_totals_own on vehicle_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain vehicle_market_segment as text check (value in ('mini', 'supermini', 'lower_medium', 'upper_medium',
  'executive', 'luxury', 'sports', 'dual_purpose_4x4', 'mpv'));

create domain vehicle_ownership as text check (value in ('owned', 'rented'));

create domain vehicle_size as text check (value in ('small_car', 'medium', 'large_car', 'average_car'));

create domain vehicle_status as text check (value in ('active', 'archived'));

create domain vehicle_type as text check (value in ('passenger', 'freight'));

create table vehicles (
  organization_id           uuid not null,
  id                        uuid not null,
  name                      text check (char_length(name) <= 255),
  type                      vehicle_type not null,
  ownership                 vehicle_ownership not null,
  license_plate             text not null check (char_length(license_plate) >= 1 and char_length(license_plate) <=
    50),
  plate_key                 text_255 not null,
  unknown_vehicle_id        uuid not null,
  country                   country_code not null,
  vehicle_fuel_id           uuid,
  custom_emission_factor_id uuid,
  registration_year         integer check (registration_year >= 1900 and registration_year <= 2200),
  market_segment            vehicle_market_segment,
  size                      vehicle_size,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  status                    vehicle_status not null default 'active',
  revision                  revision not null default 1,
  uploaded_by               uuid,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  search_text               text not null generated always as (plain_text((((license_plate || chr(10)) ||
    plate_key::text) || chr(10)) || coalesce(name, ''))) stored,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  primary key (organization_id, id),
  constraint vehicles_factor check (num_nonnulls(vehicle_fuel_id, custom_emission_factor_id) > 0),
  constraint vehicles_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) <> 1)
);
alter table vehicles enable row level security, force row level security;
create index vehicles_by_change on vehicles (organization_id, updated_at, id);
create index vehicles_by_file on vehicles (organization_id, file_id) where file_id is not null;
create index vehicles_by_name on vehicles (organization_id, name, id);
create index vehicles_by_plate on vehicles (organization_id, license_plate, id) include (revision, status,
  ownership, unknown_vehicle_id, vehicle_fuel_id, file_id);
create unique index vehicles_by_plate_key on vehicles (organization_id, plate_key);
create index vehicles_by_plate_prefix on vehicles (organization_id, plate_key collate "C", id);
create policy vehicles_own on vehicles
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table waste_water_treatments (
  organization_id           uuid not null,
  id                        uuid not null,
  revision                  revision not null default 1,
  facility_id               uuid not null,
  name                      text_255 not null,
  description               text_500,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  quantity                  positive_amount not null,
  unit_id                   uuid not null,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint waste_water_treatments_status_not_null not null default
    'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  fitness                   integer,
  calculation_version       integer not null default 0,
  primary key (organization_id, id),
  constraint waste_water_treatments_factor check (num_nonnulls(custom_ef_record_id, custom_emission_factor_id) <=
    1),
  constraint waste_water_treatments_failure_reason check ((calculation_status::text = 'failed') =
    (calculation_error_code is not null)),
  constraint waste_water_treatments_fitness check (fitness is null or fitness >= 0 and calculation_status::text <>
    'failed'),
  constraint waste_water_treatments_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is
    null),
  constraint waste_water_treatments_period check (start_date::date <= end_date::date),
  constraint waste_water_treatments_pinned_factor check (num_nonnulls(custom_factor_owner_id,
    custom_factor_revision) = (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table waste_water_treatments enable row level security, force row level security;
create index waste_water_treatments_by_date on waste_water_treatments (organization_id, start_date desc, id desc)
  include (facility_id, file_id);
create index waste_water_treatments_by_external_id on waste_water_treatments (organization_id, external_id) where
  external_id is not null;
create index waste_water_treatments_by_facility on waste_water_treatments (organization_id, facility_id, start_date
  desc, id desc);
create index waste_water_treatments_by_file on waste_water_treatments (organization_id, file_id) where file_id is
  not null;
create index waste_water_treatments_failed on waste_water_treatments (organization_id, start_date desc, id desc)
  include (facility_id, file_id) where calculation_error_code is not null;
create policy waste_water_treatments_own on waste_water_treatments
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on waste_water_treatments referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on waste_water_treatments referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on waste_water_treatments referencing old table as old_rows new
  table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');

create table wastes (
  organization_id           uuid not null,
  id                        uuid not null,
  revision                  revision not null default 1,
  facility_id               uuid not null,
  identification_name       text_255 not null,
  description               text_500,
  destination               text_255,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  base_quantity             positive_amount not null,
  unit_id                   uuid not null,
  total_km_to_waste_center  amount,
  ler_code_id               uuid,
  waste_rd_code_id          uuid,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  custom_factor_owner_id    uuid,
  custom_factor_revision    revision,
  external_id               text_255,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status constraint wastes_status_not_null not null default 'pending',
  calculation_error_code    text,
  calculation_error_detail  text,
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  fitness                   integer,
  calculation_version       integer not null default 0,
  primary key (organization_id, id),
  constraint wastes_factor check (num_nonnulls(ler_code_id, custom_ef_record_id, custom_emission_factor_id) = 1),
  constraint wastes_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint wastes_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint wastes_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint wastes_period check (start_date::date <= end_date::date),
  constraint wastes_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table wastes enable row level security, force row level security;
create index wastes_by_code on wastes (organization_id, waste_rd_code_id, ler_code_id, start_date desc, id desc);
create index wastes_by_date on wastes (organization_id, start_date desc, id desc) include (facility_id, file_id,
  end_date, ler_code_id, waste_rd_code_id, identification_name);
create index wastes_by_external_id on wastes (organization_id, external_id) where external_id is not null;
create index wastes_by_facility on wastes (organization_id, facility_id, start_date desc, id desc);
create index wastes_by_file on wastes (organization_id, file_id) where file_id is not null;
create index wastes_failed on wastes (organization_id, start_date desc, id desc) include (facility_id, file_id,
  end_date, ler_code_id, waste_rd_code_id, identification_name) where calculation_error_code is not null;
create policy wastes_own on wastes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger locked_period_on_delete after delete on wastes referencing old table as old_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_insert after insert on wastes referencing new table as new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');
create trigger locked_period_on_update after update on wastes referencing old table as old_rows new table as
  new_rows
  for each statement execute function refuse_locked_period('r.start_date', 'r.end_date');

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
  job_category        text_255,
  working_hours_ratio share not null check (scale(working_hours_ratio::numeric) <= 6),
  period              daterange not null generated always as (daterange(start_date::date, end_date::date, '[]'))
    stored,
  primary key (organization_id, id),
  constraint workforce_contracts_period unique (organization_id, id, period without overlaps),
  constraint workforce_contracts_order check (end_date::date >= start_date::date),
  constraint workforce_contracts_reason check (end_date_reason is null or end_date is not null),
  constraint workforce_contracts_overlap exclude using gist (organization_id with =, own_workforce_id with =, period
    with &&),
  constraint workforce_contracts_person foreign key (organization_id, own_workforce_id) references
    own_workforces(organization_id, id) on delete cascade
);
alter table workforce_contracts enable row level security, force row level security;
create index workforce_contracts_by_person on workforce_contracts (organization_id, own_workforce_id, start_date);
create policy workforce_contracts_own on workforce_contracts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table workforce_remunerations (
  organization_id uuid not null,
  id              uuid not null,
  contract_id     uuid not null,
  amount          amount not null,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  start_date      workforce_day not null,
  end_date        workforce_day,
  period          daterange not null generated always as (daterange(start_date::date, end_date::date, '[]')) stored,
  primary key (organization_id, id),
  constraint workforce_remunerations_order check (end_date::date >= start_date::date),
  constraint workforce_remunerations_overlap exclude using gist (organization_id with =, contract_id with =, period
    with &&),
  constraint workforce_remunerations_contract foreign key (organization_id, contract_id) references
    workforce_contracts(organization_id, id) on delete cascade,
  constraint workforce_remunerations_within foreign key (organization_id, contract_id, period period) references
    workforce_contracts(organization_id, id, period period) deferrable initially deferred
);
alter table workforce_remunerations enable row level security, force row level security;
create index workforce_remunerations_by_contract on workforce_remunerations (organization_id, contract_id,
  start_date);
create policy workforce_remunerations_own on workforce_remunerations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create policy users_change on users for update
  using (exists ( select from members m where m.user_id = users.id and m.organization_id = current_organization()));

create policy users_read on users for select
  using (exists ( select from members m where m.user_id = users.id and (m.organization_id = any
    (visible_organizations()))));

alter table api_keys
  add constraint api_keys_role_check check (role in ('admin', 'editor', 'viewer', 'human_resources', 'auditor')) not
    valid;

alter table invoices
  add constraint invoices_retained check (retained_quantity is null or type::text = 'recharge' and
    retained_quantity::numeric <= base_quantity::numeric) not valid;

alter table invoices
  add constraint invoices_split check (quantity::numeric = ((base_quantity::numeric -
    coalesce(retained_quantity::numeric, 0)) * percentage::numeric)) not valid;

alter table member_invitations
  add constraint member_invitations_role_check check (role in ('admin', 'editor', 'viewer', 'human_resources',
    'auditor')) not valid;

alter table members
  add constraint members_role_check check (role in ('admin', 'editor', 'viewer', 'human_resources', 'auditor')) not
    valid;

alter table purchases
  add constraint purchases_sector_edition check (sector_edition in ('nace_rev2', 'nace_rev2_1')) not valid;

create view all_logistics_requests with (security_invoker = true) as
 select null::timestamptz as deleted_at,
    r.organization_id,
    r.id,
    r.origin,
    r.destination,
    r.distance_km,
    r.load,
    r.load_unit,
    r.load_factor,
    r.toc,
    r.category,
    r.origin_country,
    r.year,
    r.cleaning,
    r.movement_id,
    r.client,
    r.shipment_date,
    r.movement_stretch,
    r.movement_stage,
    r.vehicle_license_plate,
    r.trailer_license_plate,
    r.subcontractor,
    r.tkm,
    r.hub_id,
    r.package_key,
    r.toc_id,
    r.vehicle_type,
    r.mode,
    r.load_kg,
    r.effective_load_kg,
    r.kilometres,
    r.great_circle_km,
    r.journey,
    r.tonne_kilometres,
    r.hub_category,
    r.package_id,
    r.dedup_key,
    r.failure_code,
    r.failure_detail,
    r.operation_co2e,
    r.energy_provision_co2e,
    r.hub_co2e,
    r.revision,
    r.custom_ef_record_id,
    r.custom_emission_factor_id,
    r.custom_factor_owner_id,
    r.custom_factor_revision,
    r.external_id,
    r.file_id,
    r.file_name,
    r.file_url,
    r.uploaded_by,
    r.calculation_status,
    r.calculation_error_code,
    r.calculation_error_detail,
    r.co2e,
    r.co2e_biomass,
    r.created_at,
    r.updated_at,
    r.calculation_version,
    r.fitness,
    r.search_text,
    r.paid_by,
    r.run_key,
    r.run,
    r.is_allocated
   from logistics_requests r
union all
 select deleted_logistics_requests.deleted_at,
    deleted_logistics_requests.organization_id,
    deleted_logistics_requests.id,
    deleted_logistics_requests.origin,
    deleted_logistics_requests.destination,
    deleted_logistics_requests.distance_km,
    deleted_logistics_requests.load,
    deleted_logistics_requests.load_unit,
    deleted_logistics_requests.load_factor,
    deleted_logistics_requests.toc,
    deleted_logistics_requests.category,
    deleted_logistics_requests.origin_country,
    deleted_logistics_requests.year,
    deleted_logistics_requests.cleaning,
    deleted_logistics_requests.movement_id,
    deleted_logistics_requests.client,
    deleted_logistics_requests.shipment_date,
    deleted_logistics_requests.movement_stretch,
    deleted_logistics_requests.movement_stage,
    deleted_logistics_requests.vehicle_license_plate,
    deleted_logistics_requests.trailer_license_plate,
    deleted_logistics_requests.subcontractor,
    deleted_logistics_requests.tkm,
    deleted_logistics_requests.hub_id,
    deleted_logistics_requests.package_key,
    deleted_logistics_requests.toc_id,
    deleted_logistics_requests.vehicle_type,
    deleted_logistics_requests.mode,
    deleted_logistics_requests.load_kg,
    deleted_logistics_requests.effective_load_kg,
    deleted_logistics_requests.kilometres,
    deleted_logistics_requests.great_circle_km,
    deleted_logistics_requests.journey,
    deleted_logistics_requests.tonne_kilometres,
    deleted_logistics_requests.hub_category,
    deleted_logistics_requests.package_id,
    deleted_logistics_requests.dedup_key,
    deleted_logistics_requests.failure_code,
    deleted_logistics_requests.failure_detail,
    deleted_logistics_requests.operation_co2e,
    deleted_logistics_requests.energy_provision_co2e,
    deleted_logistics_requests.hub_co2e,
    deleted_logistics_requests.revision,
    deleted_logistics_requests.custom_ef_record_id,
    deleted_logistics_requests.custom_emission_factor_id,
    deleted_logistics_requests.custom_factor_owner_id,
    deleted_logistics_requests.custom_factor_revision,
    deleted_logistics_requests.external_id,
    deleted_logistics_requests.file_id,
    deleted_logistics_requests.file_name,
    deleted_logistics_requests.file_url,
    deleted_logistics_requests.uploaded_by,
    deleted_logistics_requests.calculation_status,
    deleted_logistics_requests.calculation_error_code,
    deleted_logistics_requests.calculation_error_detail,
    deleted_logistics_requests.co2e,
    deleted_logistics_requests.co2e_biomass,
    deleted_logistics_requests.created_at,
    deleted_logistics_requests.updated_at,
    deleted_logistics_requests.calculation_version,
    deleted_logistics_requests.fitness,
    deleted_logistics_requests.search_text,
    deleted_logistics_requests.paid_by,
    deleted_logistics_requests.run_key,
    deleted_logistics_requests.run,
    deleted_logistics_requests.is_allocated
   from deleted_logistics_requests;

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

create domain waste_status as text check (value in ('loading', 'active', 'error'));

create domain waste_water_treatment_status as text check (value in ('loading', 'active', 'error'));

create type shipment_change as (vehicle_type text, file_id uuid, uploaded_by uuid, file_name text, active integer,
  stored integer);

create type survey_commute_change as (survey_row_id uuid, commutes integer, with_co2e integer, co2e numeric);

create type survey_row_change as (survey_id uuid, status text, count integer);

create function active_keys(of_organization uuid) returns integer
language sql stable set search_path = activity, pg_temp as $$
  select count(*)::int from api_keys k
  where k.organization_id = of_organization and k.enabled and (k.expires_at is null or k.expires_at > now())
$$;

create procedure add_fitness(in target text)
language plpgsql as $$
begin
  execute format('alter table %I add column fitness int,
    add constraint %I check (fitness is null or (fitness >= 0 and calculation_status <> ''failed''))',
    target, target || '_fitness');
end
$$;

create procedure add_record_columns(in target text, in period text, in owner text default null::text, in covered
  text[] default '{}'::text[])
language plpgsql as $$
declare
  included text := array_to_string(array_remove(array[owner, 'file_id'] || covered, null), ', ');
begin
  execute format('alter table %I
    add column if not exists revision revision not null default 1,
    add column if not exists custom_ef_record_id uuid,
    add column if not exists custom_emission_factor_id uuid,
    add column if not exists custom_factor_owner_id uuid,
    add column if not exists custom_factor_revision revision,
    add column if not exists external_id text_255,
    add column if not exists file_id uuid,
    add column if not exists file_name text_255,
    add column if not exists file_url web_address,
    add column if not exists uploaded_by uuid,
    add column if not exists calculation_status calculation_status not null default ''pending'',
    add column if not exists calculation_error_code text,
    add column if not exists calculation_error_detail text,
    add column if not exists co2e kilograms,
    add column if not exists co2e_biomass kilograms,
    add column if not exists created_at timestamptz not null default now(),
    add column if not exists updated_at timestamptz', target);
  -- Owner and revision of the custom factor at the time of recording: this revision prices the record.
  execute format('alter table %I add constraint %I check (
    num_nonnulls(custom_factor_owner_id, custom_factor_revision) = 2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))',
    target, target || '_pinned_factor');
  execute format('alter table %I add constraint %I check (calculation_status <> ''failed'' or co2e is null)',
    target, target || '_no_result_of_failure');
  execute format('alter table %I add constraint %I check ((calculation_status = ''failed'') = (calculation_error_code is not null))',
    target, target || '_failure_reason');
  -- Until the first analyze, Postgres would expect 200 organizations, and scan one of them instead of the primary key.
  perform pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', target, 'attname', e.name,
    'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct)
  from (values ('organization_id', 1::real), ('id', -1::real)) as e (name, n_distinct)
  where (select reltuples from pg_class where oid = target::regclass) = -1;
  -- Space on the page for the second version of a row, which comes with its result and needs no new index entries.
  execute format('alter table %I set (fillfactor = 50)', target);
  -- The functions run once for each statement, not for each row.
  execute format('alter table %I enable row level security', target);
  execute format('alter table %I force row level security', target);
  execute format('drop policy if exists %I on %I', target || '_own', target);
  execute format('create policy %I on %I using (organization_id = any ((select visible_organizations())::uuid[]))
    with check (organization_id = (select current_organization()))', target || '_own', target);
  -- Serves the list: order, filter hash and far pages are read from it alone.
  execute format('create index if not exists %I on %I (organization_id, %I desc, id desc) include (%s)',
    target || '_by_date', target, period, included);
  -- Serves the list of failed records; successful results never write to it.
  execute format('create index if not exists %I on %I (organization_id, %I desc, id desc) include (%s)
    where calculation_error_code is not null', target || '_failed', target, period, included);
  if owner is not null then
    -- Serves the list of one owner, and its deletion with its records.
    execute format('create index if not exists %I on %I (organization_id, %I, %I desc, id desc)',
      target || '_by_' || replace(owner, '_id', ''), target, owner, period);
  end if;
end
$$;

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = activity set default_statistics_target to '10' as $$
declare
  grown regclass;
  analyzed int := 0;
begin
  for grown in
    select c.oid from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_relation_size(c.oid) / current_setting('block_size')::int > greatest(pages_min, 2 * c.relpages)
      and not coalesce(c.reloptions @> array['autovacuum_enabled=false'], false)
    order by pg_relation_size(c.oid) desc limit tables_max
  loop
    -- An analyze or a vacuum of another session holds the lock.
    execute format('analyze (skip_locked) %s', grown);
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;

create function change_password_hash(person uuid, former text, renewed text) returns boolean
language sql security definer set search_path = activity, pg_temp as $$
  update users set password_hash = renewed, password_changed_at = now()
  where id = person and password_hash is not distinct from former returning true
$$;

create function common_role(one text, other text) returns text
language sql immutable parallel safe
return case when ((one = other) or (other = 'admin')) then one when (one = 'admin') then other when (array[one,
  other] <@ array['viewer', 'auditor', 'editor']) then 'viewer' else null::text end;

create procedure complete_record_table(in target text, in period text, in owner text default null::text, in covered
  text[] default '{}'::text[])
language plpgsql as $$
begin
  call add_record_columns(target, period, owner, covered);
  execute format('alter table %I add column calculation_version int not null default 0', target);
end
$$;

create procedure count_rows(in target text)
language plpgsql as $$
begin
  execute format('create trigger count_inserted_rows after insert on %I referencing new table as changed_rows
    for each statement execute function add_to_row_counts()', target);
  execute format('create trigger count_deleted_rows after delete on %I referencing old table as changed_rows
    for each statement execute function add_to_row_counts()', target);
end
$$;

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

create function emission_days(target text, out first_day text, out last_day text) returns record
language sql stable set search_path = activity, pg_temp as $$
  select d.first_day, d.last_day from emission_days d where d.kind = target
$$;

create function group_ancestors() returns table(id uuid, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive up as (
    select o.parent_id as id, 1 as depth from organizations o
    where o.id = current_organization() and o.accepted and o.parent_id is not null
    union all
    select o.parent_id, up.depth + 1 from up join organizations o on o.id = up.id
    where o.accepted and o.parent_id is not null and up.depth < 50)
  select up.id, up.depth from up
$$;

create function group_tree() returns table(id uuid, parent_id uuid, name text)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive root as (
    select coalesce((select a.id from group_ancestors() a order by a.depth desc limit 1), current_organization()) as id),
  tree as (
    select o.id, null::uuid as parent_id, o.name, 0 as depth from organizations o join root using (id)
    union all
    select o.id, o.parent_id, o.name, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.id, tree.parent_id, tree.name from tree order by tree.depth, tree.name, tree.id limit 10000
$$;

create function group_active_keys() returns integer
language sql stable security definer set search_path = activity, pg_temp as $$
  select coalesce(sum(active_keys(g.id)), 0)::int from group_tree() g
$$;

create function group_children() returns table(id uuid, parent_id uuid, name text, country text, managed boolean,
  manageable boolean, created_at timestamptz, updated_at timestamptz, archived_at timestamptz, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive down as (
    select o.id, o.managed as manageable, 1 as depth from organizations o
    where o.parent_id = current_organization() and o.accepted
    union all
    select o.id, down.manageable and o.managed, down.depth + 1
    from down join organizations o on o.parent_id = down.id
    where o.accepted and down.depth < 50)
  select o.id, o.parent_id, o.name, o.country, o.managed, down.manageable, o.created_at, o.updated_at, o.archived_at,
    down.depth
  from down join organizations o using (id) order by down.depth, o.name, o.id
$$;

create function group_descendants() returns table(id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive down as (
    select o.id, 1 as depth from organizations o where o.parent_id = current_organization() and o.accepted
    union all
    select o.id, down.depth + 1 from down join organizations o on o.parent_id = down.id
    where o.accepted and down.depth < 50)
  select down.id from down order by down.depth, down.id limit 200
$$;

create function group_lineage() returns table(id uuid, name text, depth integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  select o.id, o.name, a.depth from group_ancestors() a join organizations o using (id)
$$;

create procedure guard_locked_periods(in target text, in first_day text, in last_day text)
language plpgsql as $$
declare
  call text := format('for each statement execute function refuse_locked_period(%L, %L)', first_day, last_day);
begin
  insert into emission_days values (target, first_day, last_day);
  execute format('create trigger locked_period_on_insert after insert on %I referencing new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_update after update on %I
    referencing old table as old_rows new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_delete after delete on %I referencing old table as old_rows %s', target, call);
end
$$;

create function identities_of(address text) returns table(issuer text, subject text, linked_at timestamptz)
language sql stable security definer set search_path = activity, pg_temp as $$
  select i.issuer, i.subject, i.created_at from user_identities i join users u on u.id = i.user_id
  where u.email = address
  order by i.issuer
$$;

create function is_member_elsewhere(person uuid) returns boolean
language sql stable security definer set search_path = activity, pg_temp as $$
  select exists (
    select from members m
    where m.user_id = person and m.removed_at is null and m.organization_id <> current_organization()
      and m.organization_id not in (select c.id from group_children() c where c.manageable))
$$;

create procedure keep_deleted_records(in target text)
language plpgsql as $$
declare
  kept text := 'deleted_' || target;
begin
  execute format('create table %I (deleted_at timestamptz not null, like %I, primary key (organization_id, id))', kept, target);
  execute format('comment on table %I is %L', kept, 'append-only');
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('create policy %I on %I using (organization_id = any ((select visible_organizations())::uuid[]))
    with check (organization_id = (select current_organization()))', kept || '_own', kept);
end
$$;

create function link_identity(of_issuer text, of_subject text, address text) returns void
language sql security definer set search_path = activity, pg_temp as $$
  insert into user_identities (issuer, subject, user_id)
  select of_issuer, of_subject, u.id from users u where u.email = address
  on conflict do nothing
$$;

create function organization_of_key(hash bytea) returns table(organization_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  select k.organization_id from api_keys k where k.key_hash = hash
$$;

create function organizations_after(after uuid, at_most integer) returns table(organization_id uuid)
language sql stable security definer set search_path = activity as $$
  select o.id from organizations o where o.id > after order by o.id limit at_most
$$;

create function own_credential() returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;

create function own_groups() returns table(organization_id uuid, group_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive up as (
    select o.id as organization_id, o.id, case when o.accepted then o.parent_id end as parent_id, 0 as depth
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
    union all
    select up.organization_id, o.id, case when o.accepted then o.parent_id end, up.depth + 1
    from up join organizations o on o.id = up.parent_id where up.depth < 50)
  select up.organization_id, up.id from up where up.parent_id is null
$$;

create function own_group_uses() returns table(id uuid, organizations integer, api_keys integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  with recursive tree as (
    select g.group_id, g.group_id as id, 0 as depth from (select distinct group_id from own_groups()) g
    union all
    select tree.group_id, o.id, tree.depth + 1 from tree join organizations o on o.parent_id = tree.id
    where o.accepted and tree.depth < 50)
  select tree.group_id, count(*)::int - 1, sum(active_keys(tree.id))::int from tree group by tree.group_id
$$;

create function own_memberships() returns table(id uuid, name text, role text, archived boolean)
language sql stable security definer set search_path = activity, pg_temp as $$
  select o.id, o.name, m.role, o.archived_at is not null
  from members m join organizations o on o.id = m.organization_id
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.enabled and m.removed_at is null
$$;

create function own_organizations(most integer) returns table(organization_id uuid)
language sql stable security definer set search_path = activity, pg_temp as $$
  select m.organization_id from members m
  where m.user_id = nullif(current_setting('app.user', true), '')::uuid and m.removed_at is null
  order by m.organization_id limit most
$$;

create function own_person() returns table(user_id uuid, email text, first_name text, last_name text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.first_name, u.last_name from users u
  where u.id = nullif(current_setting('app.user', true), '')::uuid
$$;

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = activity as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

create function records_in_period(target text, state text, first_day date, last_day date) returns integer
language plpgsql stable set search_path = activity as $$
declare
  days record := emission_days(target);
  found int;
begin
  execute format(
    'select count(*) from %I r where r.organization_id = current_organization() and %s <= $4 and %s >= $3
       and (r.calculation_status::text = $2 or $2 = ''pending'' and exists (
         select from pending_calculations p
         where p.organization_id = current_organization() and p.entity_type = $1 and p.record_id = r.id))',
    target, days.first_day, days.last_day) into found using target, state, first_day, last_day;
  return found;
end
$$;

create function renew_password_hash(person uuid, former text, renewed text) returns void
language sql security definer set search_path = activity, pg_temp as $$
  update users set password_hash = renewed where id = person and password_hash = former
$$;

create function shared_projects() returns table(organization_id uuid, id uuid, name text, description text,
  start_date date, end_date date, due_date date, project_type text, methodology text, responsible_user_id uuid,
  email text, first_name text, last_name text, created_at timestamptz, updated_at timestamptz, owner_name text,
  allowed_views text[], number_of_widgets integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  select p.organization_id, p.id, p.name, p.description, p.start_date, p.end_date, p.due_date, p.project_type,
    p.methodology, p.responsible_user_id, u.email, u.first_name, u.last_name, p.created_at, p.updated_at, o.name,
    i.allowed_views,
    (select count(*)::int from project_widgets w, jsonb_array_elements(w.categories) as widget (categories)
     where w.organization_id = p.organization_id and w.project_id = p.id
       and widget.categories <@ to_jsonb(i.allowed_views))
  from group_ancestors() a
  join project_invitations i on i.organization_id = a.id and i.invited_id = current_organization()
  join projects p on p.organization_id = i.organization_id and p.id = i.project_id
  join organizations o on o.id = a.id
  join users u on u.id = p.responsible_user_id
$$;

create function unlink_identity(of_issuer text, of_subject text, address text) returns uuid
language sql security definer set search_path = activity, pg_temp as $$
  delete from user_identities i using users u
  where u.id = i.user_id and u.email = address and i.issuer = of_issuer and i.subject = of_subject
  returning i.user_id
$$;

create function unlocked_records(target text, ids uuid[]) returns setof uuid
language plpgsql stable set search_path = activity, pg_temp as $$
declare
  days record := emission_days(target);
begin
  return query execute format(
    'select r.id from %I r where r.organization_id = current_organization() and r.id = any ($1) and not exists (
       select from period_locks l
       where l.organization_id = r.organization_id and l.start_date <= %s and l.end_date >= %s)',
    target, days.last_day, days.first_day) using ids;
end
$$;

create function user_by_address(address text) returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u where u.email = address
$$;

create function user_by_email(address text) returns table(id uuid, email text, password_hash text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email, u.password_hash from users u where u.email = lower(address)
$$;

create function user_by_identity(of_issuer text, of_subject text) returns table(id uuid, email text)
language sql stable security definer set search_path = activity, pg_temp as $$
  select u.id, u.email from user_identities i join users u on u.id = i.user_id
  where i.issuer = of_issuer and i.subject = of_subject
$$;

create function waiting_records(target text, first_day date, last_day date) returns integer
language plpgsql stable as $$
declare
  days record := emission_days(target);
  found int;
begin
  execute format(
    'select count(*) from %I r where r.organization_id = any (visible_organizations())
       and r.calculation_status = ''pending'' and %s <= $2 and %s >= $1', target, days.first_day, days.last_day)
  into found using first_day, last_day;
  return found;
end
$$;

grant usage on schema activity to emissions_activity;
revoke execute on function active_keys(uuid) from public;
revoke execute on function change_password_hash(uuid,text,text) from public;
revoke execute on function group_active_keys() from public;
revoke execute on function group_ancestors() from public;
revoke execute on function group_children() from public;
revoke execute on function group_descendants() from public;
revoke execute on function group_lineage() from public;
revoke execute on function group_tree() from public;
revoke execute on function identities_of(text) from public;
revoke execute on function is_member_elsewhere(uuid) from public;
revoke execute on function link_identity(text,text,text) from public;
revoke execute on function organization_of_key(bytea) from public;
revoke execute on function organizations_after(uuid,integer) from public;
revoke execute on function own_credential() from public;
revoke execute on function own_group_uses() from public;
revoke execute on function own_groups() from public;
revoke execute on function own_memberships() from public;
revoke execute on function own_organizations(integer) from public;
revoke execute on function own_person() from public;
revoke execute on function renew_password_hash(uuid,text,text) from public;
revoke execute on function shared_projects() from public;
revoke execute on function unlink_identity(text,text,text) from public;
revoke execute on function user_by_address(text) from public;
revoke execute on function user_by_email(text) from public;
revoke execute on function user_by_identity(text,text) from public;
grant select on all_logistics_requests, migrations, survey_row_details to emissions_activity;
grant select, insert on audit_blocks, audit_log, deleted_logistics_requests, deleted_transports, deletions,
  emission_days, salary_reads to emissions_activity;
grant select, insert, update, delete on accepted_recalculations, api_keys, audit_heads, audit_queue,
  business_travels, certificate_matches, certificates, commuting_periods, dead_letters, deferred_events,
  deleted_invoice_shares, employee_totals, employees, external_deletions, facilities, facility_totals,
  group_invitations, hotel_stays, idempotency_keys, inbox, ingest_job_items, ingest_jobs, invoices, leases,
  logistic_hub_totals, logistic_hubs, logistics_packages, logistics_recharges, logistics_requests,
  member_invitations, members, neighbours, organizations, outbox, outbox_consumers, outbox_stream,
  own_workforce_trainings, own_workforces, ownership_shares, password_resets, pending_calculations,
  pending_deletions, pending_period_locks, period_locks, project_invitations, project_links, project_widgets,
  projects, purchases, restatements, row_counts, sessions, shipment_counts, shipment_uploads, sold_product_periods,
  sold_product_sales, sold_product_totals, sold_products, suppliers, survey_links, survey_row_counts, survey_rows,
  surveys, totp_recovery_codes, totp_secrets, training_columns, transport_counts, transports, user_identities,
  users, vehicle_consumptions, vehicle_totals, vehicles, waste_water_treatments, wastes, workforce_contracts,
  workforce_remunerations to emissions_activity;
grant execute on function active_keys(uuid), add_hub_emissions(logistic_hub_totals[]), add_to_row_counts(),
  add_transport_count(text,uuid,integer), analyze_grown_tables(integer,integer),
  change_password_hash(uuid,text,text), common_role(text,text), count_hub_emissions(), count_new_transports(),
  count_shipments(), count_survey_commutes(), count_survey_rows(), count_used_mwh(), current_organization(),
  delete_expired_salary_reads(integer), emission_days(text), free_slot(uuid), group_active_keys(),
  group_ancestors(), group_children(), group_descendants(), group_lineage(), group_tree(), identities_of(text),
  is_machinery(), is_member_elsewhere(uuid), link_identity(text,text,text), organization_of_key(bytea),
  organizations_after(uuid,integer), own_credential(), own_group_uses(), own_groups(), own_memberships(),
  own_organizations(integer), own_person(), period_lock_key(uuid), plain_text(text), queue_audit_rows(),
  raise_row_estimates(integer), records_in_period(text,text,date,date), recount_transport(), refuse_audit_change(),
  refuse_block_change(), refuse_locked_period(), refuse_salary_read_change(), release_certificates(),
  release_rows_of_employees(), release_survey_rows(uuid[]), rename_survey_rows(),
  renew_password_hash(uuid,text,text), shared_projects(), unlink_deleted_records(), unlink_identity(text,text,text),
  unlocked_records(text,uuid[]), user_by_address(text), user_by_email(text), user_by_identity(text,text),
  visible_organizations(), waiting_records(text,date,date) to emissions_activity;
grant usage on sequence audit_queue_id_seq to emissions_activity;
