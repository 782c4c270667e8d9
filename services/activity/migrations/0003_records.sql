-- migrate: baseline, compatible
-- Records of activities, what all kinds of them have in common, and the jobs that change many of them.

-- Recalculations that were accepted and whose totals calc has not changed yet.
create table accepted_recalculations (
  organization_id uuid not null,
  id              uuid not null,
  -- Days of the emissions of changed records.
  changed_days    datemultirange not null,
  accepted_by     uuid,
  accepted_at     timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table accepted_recalculations enable row level security, force row level security;
create policy accepted_recalculations_own on accepted_recalculations
  using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));

-- Writers of records hold it shared until they commit, a new lock of a period holds it exclusively. So a lock sees all
-- records before it, and writers after it see the lock.
create function period_lock_key(org uuid) returns bigint
language sql immutable parallel safe
return hashtextextended(('period locks of ' || (org)::text), (0)::bigint);

-- Arguments: the first and the last day of the emissions of a row r, as expressions of its columns. An update counts
-- only with a new revision: results and descriptions do not change what was recorded. SQLSTATE EM409 is a refusal
-- with the code of the hint. With a reason in the setting app.restatement_reason the change is recorded instead of
-- refused. The revision of a deletion is the one that calc gets.
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

create domain activity_day as date check (value >= '1970-01-01'::date);

create domain calculation_status as text check (value in ('pending', 'calculated', 'failed'));

-- More than nothing. As for other amounts no precision is declared, because it would round what was sent.
create domain positive_amount as numeric check (value > 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 30);

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
  -- One direction: `distance_km`, or the length of the journey.
  kilometres                positive_amount not null,
  -- The message Journey as JSON: both places as they were understood, and how the distance was measured. Stored, because
  -- places may change and the calculation is repeated without asking for them.
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
-- Serves the count of the records that name a file, before the file is deleted.
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

-- The row of the certificate is locked from the first match of a transaction to its end.
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

-- The rules of the columns are domains: Postgres keeps a domain's rule ready, while it reads the rule of a column
-- anew for each statement, which for a table as wide as this one costs as much as the insert itself.
-- No precision is declared, because it would round what was sent. The bounds also refuse NaN and infinity.
create domain amount as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and scale(value) <=
  30);

-- A registry counts watt-hours. More decimals come from units that are no powers of ten of it.
create domain certificate_mwh as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 12);

-- Energy attribute certificates.
create table certificates (
  organization_id       uuid not null,
  id                    uuid not null,
  type                  text not null check (type in ('guarantee_of_origin', 'rec', 'rego', 'i_rec', 'ppa',
    'other')),
  technology            text not null check (technology in ('solar', 'wind', 'hydro', 'marine', 'geothermal',
    'biomass', 'biogas', 'nuclear', 'natural_gas', 'coal', 'oil', 'waste', 'other')),
  mwh                   certificate_mwh not null check (mwh::numeric > 0),
  -- The sum of its matches, kept by a trigger.
  mwh_used              certificate_mwh not null default 0,
  country               country_code not null,
  production_start_date activity_day not null,
  production_end_date   activity_day not null,
  -- Kilograms of CO2e per MWh.
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
  -- No MWh is used twice.
  constraint certificates_not_overused check (mwh_used::numeric <= mwh::numeric),
  constraint certificates_of_one_year check (extract(year from production_start_date::date) = extract(year from
    production_end_date::date)),
  constraint certificates_period check (production_start_date::date <= production_end_date::date),
  constraint certificates_stated_rate check (coalesce(emission_rate::numeric, 0) > 0 or (technology not in
    ('natural_gas', 'coal', 'oil', 'waste', 'other')))
);
alter table certificates enable row level security, force row level security;
-- Serves the list.
create index certificates_by_date on certificates (organization_id, production_start_date desc, id desc) include
  (type, technology, country, file_id);
create policy certificates_own on certificates
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The use of certificates by electricity invoices.
create table certificate_matches (
  organization_id uuid not null,
  -- Later matches have higher ids.
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
-- Serves the certificates of an invoice, and its deletion.
create index certificate_matches_by_invoice on certificate_matches (organization_id, invoice_id);
create policy certificate_matches_own on certificate_matches
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger count_used_mwh after insert or delete or update on certificate_matches
  for each row execute function count_used_mwh();

-- Shares of invoices whose part was deleted while other parts exist, so that the shares of an invoice always add up to 1.
create table deleted_invoice_shares (
  organization_id   uuid not null,
  source_invoice_id uuid not null,
  -- Of the part; ids are in the order in which the shares were sent.
  id                uuid not null,
  facility_id       uuid not null,
  -- At the time of the deletion.
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

-- What one request deleted, when it deleted many: the audit log names this row.
create table deletions (
  organization_id uuid not null,
  id              uuid not null,
  resource        text not null,
  -- Of a deletion by filters: what the caller had seen, and asked for.
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

-- The days of the emissions of each kind of record, as expressions of the columns of a row r. The same for all
-- organizations.
create table emission_days (
  -- The table of the kind.
  kind      text primary key check (kind <> ''),
  first_day text not null check (first_day <> ''),
  last_day  text not null check (last_day <> '')
);
comment on table emission_days is 'append-only: migrations insert the kinds';

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

create domain ingest_item_status as text check (value in ('pending', 'succeeded', 'failed'));

-- One record of a bulk request. The job is no foreign key: both are written by one function in one transaction, and
-- the check would be the dearest part of inserting thousands.
create table ingest_job_items (
  organization_id uuid not null,
  job_id          uuid not null,
  index           integer not null check (index >= 0),
  status          ingest_item_status not null default 'pending',
  -- The record; of a deletion also while it is still there.
  entity_id       uuid,
  -- The item ends with the result of this revision of its record, or of a later one; null where it waits for none.
  revision        revision,
  external_id     text_255,
  code            text,
  detail          text,
  primary key (organization_id, job_id, index)
) with (fillfactor = 50);
alter table ingest_job_items enable row level security, force row level security;
-- Serves the results, which find the items that wait, or waited, for them.
create index ingest_job_items_awaiting on ingest_job_items (entity_id) where revision is not null;
create policy ingest_job_items_own on ingest_job_items
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The proto lists the kinds: jobs are about any of them.
create domain ingest_entity_type as text;

create domain ingest_operation as text check (value in ('create', 'delete', 'recalculate'));

create domain ingest_job_status as text check (value in ('queued', 'processing', 'completed',
  'completed_with_errors'));

-- One bulk request, and how far it is.
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
  -- How often a worker has failed at what is left of it.
  tries              integer not null default 0,
  created_at         timestamptz not null default now(),
  started_at         timestamptz,
  finished_at        timestamptz,
  restatement_reason text check (char_length(restatement_reason) >= 1 and char_length(restatement_reason) <= 500),
  -- Several calls add the items. Until then the job has fewer items than its total.
  in_pieces          boolean not null default false,
  -- When the last items were added or ended. Jobs that wait for long are handled by sweeps.
  progressed_at      timestamptz,
  file_id            uuid,
  -- A deletion of the records of another job, and in that job the latest such deletion.
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
-- Serves the listing: a caller sees the jobs of the same user.
create index ingest_jobs_by_user on ingest_jobs (organization_id, created_by, id desc);
create index ingest_jobs_finished on ingest_jobs (finished_at) where finished_at is not null;
-- Serves the workers, which look for what is not finished.
create index ingest_jobs_open on ingest_jobs (organization_id, id) where finished_at is null;
-- The workers see that there is a job, never its records.
create policy ingest_jobs_machinery on ingest_jobs for select
  using (is_machinery());
create policy ingest_jobs_own on ingest_jobs
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- A deleted invoice gives its MWh back, whatever deletes it. Not a foreign key: it would run a statement for each of
-- thousands of invoices. Writers of a match have locked its invoice.
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

-- A deleted record leaves its projects, whatever deletes it. The first query keeps deletions without links cheap.
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

create domain invoice_type as text check (value in ('heat', 'electricity', 'water', 'recharge', 'process'));

-- An amount times a share has the decimals of both.
create domain shared_amount as numeric check (value >= 0 and value <= '99999999999999999999'::numeric and
  scale(value) <= 60);

-- Only a status that a client has set is stored; any other follows from the state of the calculation.
create domain held_status as text check (value in ('uploaded', 'review', 'inactive'));

create domain calorific_basis as text check (value in ('gross', 'net'));

-- One row for each facility that has a share of the invoice.
create table invoices (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
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
  -- What the library calls fuel and supplier: so no other service is asked when the invoice is announced again.
  fuel_category             text_255,
  fuel_key                  text_255,
  supplier_id               uuid,
  supplier_key              text_255,
  custom_ef_record_id       uuid,
  custom_emission_factor_id uuid,
  -- Owner and revision of the custom record or group as it was when the invoice was recorded, or last calculated anew.
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
  -- While an invoice is calculated again, these are still the former ones.
  co2e                      kilograms,
  co2e_biomass              kilograms,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  search_text               text not null generated always as (plain_text((coalesce(invoice_id::text, '') ||
    chr(10)) || coalesce(cups::text, ''))) stored,
  -- Whom the share of a facility belongs to, as it was sent.
  company_name              text_255,
  external_id               text_255,
  fitness                   integer,
  calorific_basis           calorific_basis,
  calculation_version       integer not null default 0,
  -- The reading of a document that the invoice was made from. Readings belong to the imports service.
  invofox_id                uuid,
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
  constraint invoices_split check (quantity::numeric = (base_quantity::numeric * percentage::numeric)),
  constraint invoices_supplier check (num_nonnulls(supplier_id, supplier_key) in (0, 2)),
  foreign key (organization_id, facility_id) references facilities(organization_id, id)
) with (fillfactor = 50);
alter table invoices enable row level security, force row level security;
-- Serves the listing.
create index invoices_by_date on invoices (organization_id, start_date desc, id desc) include (facility_id, file_id,
  type, held_status);
create index invoices_by_external_id on invoices (organization_id, external_id) where external_id is not null;
-- Serves the listing of one facility, and its deletion with its invoices.
create index invoices_by_facility on invoices (organization_id, facility_id, start_date desc, id desc);
create index invoices_by_file on invoices (organization_id, file_id) where file_id is not null;
-- Serve the search for records with the number of a document.
create index invoices_by_number on invoices (organization_id, invoice_id) where invoice_id is not null;
-- Serves the shares of an invoice.
create index invoices_by_source on invoices (organization_id, source_invoice_id);
create index invoices_failed on invoices (organization_id, start_date desc, id desc) include (facility_id, file_id,
  type, held_status) where calculation_error_code is not null;
-- Serve the search for the same activity. Lists of owners have indexes for the other kinds.
create index invoices_of_meter on invoices (organization_id, cups, start_date) where cups is not null;
create index invoices_without_meter on invoices (organization_id, facility_id, start_date) where cups is null;
-- The organizations are asked for once for each statement, and not for each of thousands of rows.
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

-- The records, of every type, that wait for their result. What waits too long is announced again.
create table pending_calculations (
  organization_id uuid not null,
  entity_type     text not null,
  record_id       uuid not null,
  revision        integer not null,
  -- When it was last announced.
  since           timestamptz not null default now(),
  -- How often it was announced again.
  tries           integer not null default 0,
  -- When the result was asked for. `since` is set anew with each announcement.
  requested_at    timestamptz not null default now(),
  primary key (organization_id, entity_type, record_id)
);
alter table pending_calculations enable row level security, force row level security;
-- Serves the sweep, which looks for the longest waiting of all organizations.
create index pending_calculations_since on pending_calculations (since);
-- The sweep sees only that something waits, never the record itself.
create policy pending_calculations_own on pending_calculations
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

-- Announced deletions that calc has not confirmed, one row for each event. They are announced again until then.
create table pending_deletions (
  organization_id uuid not null,
  id              uuid not null,
  record_ids      uuid[] not null,
  revisions       integer[] not null,
  -- Time of the last announcement.
  since           timestamptz not null default now(),
  -- Repeated announcements.
  tries           integer not null default 0,
  primary key (organization_id, id),
  constraint pending_deletions_check check (cardinality(revisions) = cardinality(record_ids))
);
alter table pending_deletions enable row level security, force row level security;
-- Serves the sweep, which searches for the oldest of all organizations.
create index pending_deletions_since on pending_deletions (since);
create policy pending_deletions_own on pending_deletions
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

-- New and removed locks until calc has confirmed them.
create table pending_period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  -- False for a removed lock.
  locked          boolean not null,
  -- Time of the last announcement.
  since           timestamptz not null default now(),
  -- Repeated announcements.
  tries           integer not null default 0,
  primary key (organization_id, id)
);
alter table pending_period_locks enable row level security, force row level security;
-- Serves the sweep, which searches for the oldest of all organizations.
create index pending_period_locks_since on pending_period_locks (since);
create policy pending_period_locks_own on pending_period_locks
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

-- Reported periods. Triggers refuse every write that would change their totals.
create table period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  note            text check (char_length(note) <= 1000),
  -- Records of the period whose calculation had failed at that time.
  failed_records  integer not null check (failed_records >= 0),
  locked_by       uuid,
  locked_at       timestamptz not null default now(),
  -- From then on calc keeps the totals of the period as they are.
  totals_fixed_at timestamptz,
  primary key (organization_id, id),
  constraint period_locks_check check (end_date >= start_date)
);
alter table period_locks enable row level security, force row level security;
create policy period_locks_own on period_locks
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain expense_type as text check (value in ('capex', 'opex'));

create domain purchase_type as text check (value in ('spend_based', 'supplier_specific', 'average_data'));

create domain purchase_status as text check (value in ('active', 'pending', 'in_progress', 'in_review',
  'inactive'));

create domain purchase_frequency as text check (value = 'once');

create domain exchange_rate as numeric check (value > 0 and value < '100000000000000000000'::numeric);

-- Organization and person are no foreign keys: each insert would lock their rows, which all inserts share. The first
-- is the one that the transaction runs for, the second the one who is signed in.
-- The free part of a page takes the second version of a row, which comes with its result. It needs no new index entries.
create table purchases (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
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
  -- Version of the result of the present revision: 0 for the first one. A later recalculation has a higher number.
  calculation_version       integer not null default 0,
  -- Stored purchases were read by NACE Rev. 2 and keep their numbers. A default that is dropped again writes no row.
  sector_edition            text,
  primary key (organization_id, id),
  -- Exactly one amount, and that one whole.
  constraint purchases_amount check ((num_nonnulls(quantity, unit_id) in (0, 2)) and
    (num_nonnulls(non_currency_quantity, non_currency_unit_id) in (0, 2)) and num_nonnulls(quantity,
    non_currency_quantity) = 1),
  constraint purchases_failure_reason check ((calculation_status::text = 'failed') = (calculation_error_code is not
    null)),
  constraint purchases_fitness check (fitness is null or fitness >= 0 and calculation_status::text <> 'failed'),
  constraint purchases_no_result_of_failure check (calculation_status::text <> 'failed' or co2e is null),
  constraint purchases_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id))),
  -- The organization is part of the reference, so a supplier of another one cannot be named.
  constraint purchases_supplier foreign key (organization_id, supplier_id) references suppliers(organization_id, id)
) with (fillfactor = 50);
alter table purchases enable row level security, force row level security;
-- Serves the listing: order, filter hash and pages far behind are read from it alone, also with the filters that
-- stand in it. What a result changes does not, for then each result would write to every index.
create index purchases_by_date on purchases (organization_id, purchase_date desc, id desc) include (file_id, status,
  expense_type, supplier_id);
-- Serve the search for records with the client's own id.
create index purchases_by_external_id on purchases (organization_id, external_id) where external_id is not null;
-- Serves pricing a supplier's purchases again, in order of id, and the check that none is left when it is deleted.
create index purchases_by_supplier on purchases (organization_id, supplier_id, id) where supplier_id is not null;
create index purchases_failed on purchases (organization_id, purchase_date desc, id desc) include (file_id, status,
  expense_type, supplier_id) where calculation_error_code is not null;
create index purchases_not_active on purchases (organization_id, status, purchase_date desc, id desc) where
  status::text <> 'active';
create index purchases_of_file on purchases (organization_id, file_id, purchase_date desc, id desc) where file_id is
  not null;
create index purchases_of_product on purchases (organization_id, purchase_date, product_name);
-- Serve the listing by what few of many purchases have, in the order of the list.
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

-- Changes of records within locked periods, made with a reason. calc keeps their amounts apart from the totals.
create table restatements (
  organization_id uuid not null,
  id              uuid not null,
  period_lock_id  uuid not null,
  -- The days of the lock, which does not exist any more after the period is unlocked.
  start_date      date not null,
  end_date        date not null,
  entity_type     text not null check (entity_type <> ''),
  record_id       uuid not null,
  -- After the change.
  revision        integer not null check (revision > 0),
  action          text not null check (action in ('created', 'changed', 'deleted')),
  reason          text not null check (char_length(reason) >= 1 and char_length(reason) <= 500),
  restated_by     uuid,
  created_at      timestamptz not null default now(),
  -- When the amounts became part of the totals.
  merged_at       timestamptz,
  primary key (organization_id, id),
  constraint restatements_check check (end_date >= start_date)
);
alter table restatements enable row level security, force row level security;
create index restatements_by_lock on restatements (organization_id, period_lock_id, id);
-- Serve the filters of the list. The first one also prevents a second row of one change.
create unique index restatements_by_record on restatements (organization_id, record_id, revision, period_lock_id);
-- Serves the check of a new lock.
create index restatements_unmerged on restatements (organization_id, end_date) where merged_at is null;
create policy restatements_own on restatements
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Numbers of rows, which grow too large to be counted by each read. Concurrent transactions of an organization add to
-- rows of their own, so that none waits for another one. The sum over the slots is exact.
create table row_counts (
  organization_id uuid not null,
  table_name      text not null,
  slot            integer not null check (slot >= 0 and slot <= 32),
  -- Of one slot it is negative if transactions with other slots inserted the rows.
  count           bigint not null,
  primary key (organization_id, table_name, slot)
) with (fillfactor = 70);
alter table row_counts enable row level security, force row level security;
create policy row_counts_own on row_counts
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
  -- Periods of one product have no day in common, also under concurrent requests.
  constraint sold_product_periods_overlap exclude using gist (organization_id with =, product_id with =,
    daterange(start_date::date, end_date::date, '[]') with &&)
);
alter table sold_product_periods enable row level security, force row level security;
-- Serves the search for periods of any product that have a day in common with a range.
create index sold_product_periods_by_day on sold_product_periods (organization_id, end_date, start_date);
-- Serves the periods of a product, the latest first.
create index sold_product_periods_by_product on sold_product_periods (organization_id, product_id, start_date desc,
  id);
create policy sold_product_periods_own on sold_product_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create domain sold_product_energy_type as text check (value in ('electricity', 'fuel'));

-- Bounds keep the energy of all units of a sale in 60 digits, the limit of a number in a message.
create domain sold_units as numeric check (value > 0 and value <= '999999999999'::bigint::numeric and scale(value)
  <= 6);

create domain use_energy as numeric check (value > 0 and value <= 999999999 and scale(value) <= 9);

create domain uses_per_year as numeric check (value > 0 and value <= 999999999 and scale(value) <= 6);

create domain lifetime_years as numeric check (value > 0 and value <= 200 and scale(value) <= 6);

create table sold_product_sales (
  organization_id           uuid not null,
  id                        uuid not null,
  product_id                uuid not null,
  period_id                 uuid not null,
  -- The days of the period.
  start_date                activity_day not null,
  end_date                  activity_day not null,
  country                   country_code not null,
  quantity                  sold_units not null,
  -- The use of one unit, copied from the product when the sale was last calculated.
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
-- Serves the count of the records that name a file, before the file is deleted.
create index sold_product_sales_by_file on sold_product_sales (organization_id, file_id) where file_id is not null;
-- Serves the sums of a period by country, and its deletion with its sales.
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

-- The emissions of all sales of a product, as vehicle_totals for vehicles.
create table sold_product_totals (
  organization_id uuid not null,
  product_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  -- Sales whose latest calculation has failed.
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
  -- Null: the energy is that of a year, and not of one use.
  uses_per_year      uses_per_year,
  energy_quantity    use_energy not null,
  energy_unit_id     uuid not null,
  energy_type        sold_product_energy_type not null,
  vehicle_fuel_id    uuid,
  facility_fuel_id   uuid,
  -- Key of the facility fuel in the library.
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
-- One product for each name. Serves the list and the look-up by name, too.
create unique index sold_products_by_name on sold_products (organization_id, name_key);
create index sold_products_by_name_key on sold_products (organization_id, name_key collate "C", id);
create policy sold_products_own on sold_products
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table vehicle_consumptions (
  organization_id           uuid not null,
  id                        uuid not null,
  vehicle_id                uuid not null,
  quantity                  positive_amount not null,
  unit_id                   uuid not null,
  start_date                activity_day not null,
  end_date                  activity_day not null,
  custom_id                 text check (char_length(custom_id) <= 255),
  -- The part of co2e that arises before the energy is used. A result writes it.
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
-- Serves the count of the records that name a file, before the file is deleted.
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

create table waste_water_treatments (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
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
  -- Owner and revision of the custom record or group as it was when the treatment was recorded, or last changed in
  -- what decides about its emissions: it is priced by that one, whatever becomes of the factor.
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
  -- As for wastes, the facility is no foreign key: every write locks the facility that it names.
  constraint waste_water_treatments_period check (start_date::date <= end_date::date),
  constraint waste_water_treatments_pinned_factor check (num_nonnulls(custom_factor_owner_id,
    custom_factor_revision) = (2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table waste_water_treatments enable row level security, force row level security;
-- Serves the listing.
create index waste_water_treatments_by_date on waste_water_treatments (organization_id, start_date desc, id desc)
  include (facility_id, file_id);
create index waste_water_treatments_by_external_id on waste_water_treatments (organization_id, external_id) where
  external_id is not null;
-- Serves the listing of one facility, and its deletion with its treatments.
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
  -- One more at each change that the calculation must know of.
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
  -- Owner and revision of the custom record or group as it was when the waste was recorded, or last changed in what
  -- decides about its emissions: it is priced by that one, whatever becomes of the factor.
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
  -- The facility is no foreign key: every write locks the facilities that it names, and a deletion takes the wastes
  -- with it, while the check would cost as much as all else about inserting thousands.
  constraint wastes_period check (start_date::date <= end_date::date),
  constraint wastes_pinned_factor check (num_nonnulls(custom_factor_owner_id, custom_factor_revision) = (2 *
    num_nonnulls(custom_ef_record_id, custom_emission_factor_id)))
) with (fillfactor = 50);
alter table wastes enable row level security, force row level security;
-- Serves the listing by a rare R/D code, LER code, or both, and their numbers. There are so few R/D codes that the LER
-- code alone is looked for behind each of them.
create index wastes_by_code on wastes (organization_id, waste_rd_code_id, ler_code_id, start_date desc, id desc);
-- Serves the listing: order, filter hash and pages far behind are read from it alone, also with the filters that
-- stand in it and that no result changes.
create index wastes_by_date on wastes (organization_id, start_date desc, id desc) include (facility_id, file_id,
  end_date, ler_code_id, waste_rd_code_id, identification_name);
create index wastes_by_external_id on wastes (organization_id, external_id) where external_id is not null;
-- Serves the listing of one facility, its sums, and its deletion with its wastes.
create index wastes_by_facility on wastes (organization_id, facility_id, start_date desc, id desc);
-- Serves the count of the records that name a file, before the file is deleted. Purchases have such an index.
create index wastes_by_file on wastes (organization_id, file_id) where file_id is not null;
-- Serve the listing of what failed, few among many, and its number. A success finds no reason and leaves none, so it
-- writes to neither.
create index wastes_failed on wastes (organization_id, start_date desc, id desc) include (facility_id, file_id,
  end_date, ler_code_id, waste_rd_code_id, identification_name) where calculation_error_code is not null;
-- The organization is asked for once for each statement, and not for each of thousands of rows that it stores.
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

-- What the calculation of the shown emissions marks, as bits: bit n stands for the mark with the number n of FitnessMark.
-- Null without a result, and for results of earlier versions. It has no index, because results change it (ADR 0026).
-- Later kinds of record call it after complete_record_table.
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

-- What both roles may do: null if they have no right in common. An admin may do everything.
create function common_role(one text, other text) returns text
language sql immutable parallel safe
return case when ((one = other) or (other = 'admin')) then one when (one = 'admin') then other when (('viewer' in
  (one, other)) and ('editor' in (one, other))) then 'viewer' else null::text end;

-- What the table of every kind of record has besides its own columns: origin, factor, state and result of the calculation,
-- row-level security, and the indexes of its list. `period` is the day that sorts the list, `owner` the column of the
-- owner, and `covered` are further columns by which the list is filtered and that no result changes.
create procedure complete_record_table(in target text, in period text, in owner text default null::text, in covered
  text[] default '{}'::text[])
language plpgsql as $$
begin
  call add_record_columns(target, period, owner, covered);
  execute format('alter table %I add column calculation_version int not null default 0', target);
end
$$;

-- Maintains the number of rows of a new table for each organization.
create procedure count_rows(in target text)
language plpgsql as $$
begin
  execute format('create trigger count_inserted_rows after insert on %I referencing new table as changed_rows
    for each statement execute function add_to_row_counts()', target);
  execute format('create trigger count_deleted_rows after delete on %I referencing old table as changed_rows
    for each statement execute function add_to_row_counts()', target);
end
$$;

-- The days of the emissions of a kind of record, as its triggers have them. Other statements read them here.
create function emission_days(target text, out first_day text, out last_day text) returns record
language sql stable set search_path = activity, pg_temp as $$
  select d.first_day, d.last_day from emission_days d where d.kind = target
$$;

-- Active keys of the whole group of the transaction's organization.
create function group_active_keys() returns integer
language sql stable security definer set search_path = activity, pg_temp as $$
  select coalesce(sum(active_keys(g.id)), 0)::int from group_tree() g
$$;
revoke execute on function group_active_keys() from public;

-- For the table of every kind of record.
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

-- Makes the table of the deleted records of a kind. Call it after the other procedures of the kind. A later column of the
-- kind is added to both tables, so that they have the same columns in the same order.
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

-- Not valid: the stored rows need no check, which would read all of them under an exclusive lock.
alter table purchases
  add constraint purchases_sector_edition check (sector_edition in ('nace_rev2', 'nace_rev2_1')) not valid;

-- How many records of the organization have a state of calculation and emissions in a period. A failed record that is
-- calculated again keeps its status until the result. It waits like the others.
-- The organization is compared with a constant in the subquery, too. Compared with the outer row alone, Postgres
-- may read the waiting records of all organizations into a hash table first.
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

create type shipment_change as (vehicle_type text, file_id uuid, uploaded_by uuid, file_name text, active integer,
  stored integer);

create type survey_commute_change as (survey_row_id uuid, commutes integer, with_co2e integer, co2e numeric);

create type survey_row_change as (survey_id uuid, status text, count integer);

-- The records among some that no lock covers.
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

-- Records of the visible organizations that wait for a result and have emissions in a period.
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

create domain waste_status as text check (value in ('loading', 'active', 'error'));

create domain waste_water_treatment_status as text check (value in ('loading', 'active', 'error'));
