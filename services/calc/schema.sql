-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema calc;
set search_path = calc;
-- A function may name what comes later.
set check_function_bodies = off;

create domain amount_total as numeric not null check (value <> 'NaN'::numeric and abs(value) <
  '1000000000000000000000000000000000000000000000000000000000000'::numeric and scale(value) <= 12);

create function current_organization() returns uuid
language sql stable parallel safe
return (current_setting('app.organization'))::uuid;

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

create table amount_months (
  organization_id uuid not null,
  month           date not null check (extract(day from month) = 1),
  category        text not null check (category <> ''),
  facility_id     uuid not null,
  amount          amount_total,
  primary key (organization_id, category, month, facility_id)
) with (fillfactor = 70);
alter table amount_months enable row level security, force row level security;
create policy amount_months_own on amount_months
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

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
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create domain kilograms as numeric check (value <> 'NaN'::numeric and abs(value) <
  '1000000000000000000000000000000'::numeric and scale(value) <= 12);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table calculation_parts (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             integer not null,
  "position"           smallint not null,
  part                 text not null,
  status               text not null check (status in ('calculated', 'failed', 'left_out')),
  error_code           text check (error_code <> ''),
  error_detail         text,
  co2e_kg              kilograms,
  method               text,
  gwp_set              text,
  formula              text,
  formula_with_numbers text,
  resolution_id        uuid,
  start_date           date,
  end_date             date,
  quantity             numeric check (quantity <> 'NaN'::numeric),
  allocation           text,
  fitness              bytea,
  piece                smallint not null default 0 check (piece >= 0),
  version              integer not null default 0,
  primary key (organization_id, record_id, revision, version, piece, "position"),
  constraint calculation_parts_check check ((status = 'calculated') = (co2e_kg is not null)),
  constraint calculation_parts_check1 check ((status = 'calculated') = (error_code is null))
);
comment on table calculation_parts is 'append-only: goes with its calculation';
alter table calculation_parts enable row level security, force row level security;
create policy calculation_parts_own on calculation_parts
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on calculation_parts
  for each statement execute function refuse_change();

create table calculations (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             integer not null check (revision > 0),
  id                   uuid not null,
  entity_type          text not null check (entity_type <> ''),
  status               text not null check (status in ('calculated', 'failed')),
  error_code           text check (error_code <> ''),
  error_detail         text,
  co2e_kg              kilograms,
  method               text,
  gwp_set              text,
  formula              text,
  formula_with_numbers text,
  factor_id            uuid,
  factor_revision      integer,
  resolution_id        uuid,
  input                bytea not null,
  calculated_at        timestamptz not null default clock_timestamp(),
  biogenic_co2_kg      kilograms,
  fitness              bytea,
  version              integer not null default 0 check (version >= 0),
  primary key (organization_id, record_id, revision, version),
  constraint calculations_failure check (status = 'calculated' or co2e_kg is null),
  constraint calculations_number check ((co2e_kg is null) = (error_code is not null))
);
comment on table calculations is 'append-only: a later revision supersedes, nothing is changed or removed';
alter table calculations enable row level security, force row level security;
create policy calculations_own on calculations
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on calculations
  for each statement execute function refuse_change();

create table current_records (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        integer not null check (revision > 0),
  state           text not null check (state in ('counted', 'left_out', 'deleted')),
  outcome         text check (outcome in ('calculated', 'without_factor', 'failed', 'excluded')),
  start_date      date,
  end_date        date,
  marks           text,
  version         integer not null default 0,
  primary key (organization_id, record_id)
) with (fillfactor = 80);
alter table current_records enable row level security, force row level security;
create policy current_records_own on current_records
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy current_records_owner on current_records for select to current_user
  using (true);

create domain kilograms_total as numeric not null check (value <> 'NaN'::numeric and abs(value) <
  '10000000000000000000000000000000000000000'::numeric and scale(value) <= 12);

create table daily_totals (
  organization_id uuid not null,
  day             date not null,
  scope           smallint not null check (scope >= 1 and scope <= 3),
  category        text not null check (category <> ''),
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  primary key (organization_id, day, scope, category)
) with (fillfactor = 70);
alter table daily_totals enable row level security, force row level security;
create policy daily_totals_own on daily_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

create table dashboards (
  organization_id uuid not null,
  id              uuid not null,
  project_id      uuid not null,
  revision        integer not null default 1 check (revision > 0),
  layouts         text not null,
  bytes           integer not null check (bytes >= 0 and bytes <= 524288),
  created_at      timestamptz not null default clock_timestamp(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table dashboards enable row level security, force row level security;
create unique index dashboards_by_project on dashboards (organization_id, project_id);
create policy dashboards_own on dashboards
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table dashboard_widgets (
  organization_id uuid not null,
  dashboard_id    uuid not null,
  id              text not null check (char_length(id) >= 1 and char_length(id) <= 255),
  "position"      integer not null check ("position" >= 0 and "position" <= 99),
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  type            text not null check (type <> ''),
  tab_id          text check (char_length(tab_id) <= 255),
  config          text not null check (octet_length(config) <= 16384),
  categories      text[] not null,
  updated_at      timestamptz,
  primary key (organization_id, dashboard_id, id),
  foreign key (organization_id, dashboard_id) references dashboards(organization_id, id) on delete cascade
);
alter table dashboard_widgets enable row level security, force row level security;
create policy dashboard_widgets_own on dashboard_widgets
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table dashboard_comments (
  organization_id uuid not null,
  dashboard_id    uuid not null,
  widget_id       text not null,
  id              uuid not null,
  text            text not null check (char_length(text) >= 1 and char_length(text) <= 2000),
  created_by      uuid not null,
  created_at      timestamptz not null default clock_timestamp(),
  primary key (organization_id, dashboard_id, widget_id, id),
  foreign key (organization_id, dashboard_id, widget_id) references dashboard_widgets(organization_id, dashboard_id,
    id) on delete cascade
);
alter table dashboard_comments enable row level security, force row level security;
create policy dashboard_comments_own on dashboard_comments
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

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

create table deleted_projects (
  organization_id uuid not null,
  id              uuid not null,
  primary key (organization_id, id)
);
alter table deleted_projects enable row level security, force row level security;
create policy deleted_projects_own on deleted_projects
  using (organization_id = (select current_organization()));

create table emission_series (
  organization_id uuid not null,
  id              uuid not null,
  scope           smallint not null check (scope >= 1 and scope <= 3),
  category        text not null check (category <> ''),
  ghg_category    text not null,
  part            text not null check (part <> ''),
  counted         boolean not null,
  gas             text check (gas in ('hfc', 'pfc', 'sf6', 'nf3')),
  gwp_set         text,
  by_gas          boolean not null,
  biogenic_stated boolean not null,
  method          text,
  marks           text[] not null,
  factor_id       uuid,
  factor_revision integer,
  factor_name     text not null,
  source          text not null,
  region          text not null,
  year            integer,
  methane_origin  text not null default 'general',
  facility_id     uuid,
  primary key (organization_id, id)
);
comment on table emission_series is 'append-only';
alter table emission_series enable row level security, force row level security;
create policy emission_series_own on emission_series
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on emission_series
  for each statement execute function refuse_change();

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

create table held_records (
  organization_id uuid not null,
  record_id       uuid not null,
  period_lock_id  uuid not null,
  outcome         text,
  start_date      date,
  end_date        date,
  marks           text,
  primary key (organization_id, record_id, period_lock_id)
);
alter table held_records enable row level security, force row level security;
create index held_records_by_lock on held_records (organization_id, period_lock_id);
create policy held_records_own on held_records
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table history_start (
  begun_at timestamptz not null
);

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

create table impacts (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        integer not null,
  part            text not null check (part <> ''),
  scope           smallint not null check (scope >= 1 and scope <= 3),
  category        text not null check (category <> ''),
  start_date      date not null,
  end_date        date not null,
  co2e_kg         kilograms not null,
  co2_kg          kilograms,
  ch4_kg          kilograms,
  n2o_kg          kilograms,
  biogenic_co2_kg kilograms,
  counted         boolean not null default true,
  ghg_category    text not null check (ghg_category <> ''),
  marks           smallint[] not null default '{}'::smallint[],
  co2e_ar4_kg     kilograms,
  co2e_ar5_kg     kilograms,
  co2e_ar6_kg     kilograms,
  series_id       uuid,
  version         integer not null default 0,
  primary key (organization_id, record_id, revision, version, part, start_date),
  constraint impacts_check check (end_date >= start_date)
);
comment on table impacts is
  'append-only: what a calculation added to the totals, so that it can be taken away again';
alter table impacts enable row level security, force row level security;
create policy impacts_own on impacts
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on impacts
  for each statement execute function refuse_change();

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

create table leases (
  name       text primary key,
  holder     uuid not null,
  fence      bigint not null,
  expires_at timestamptz not null
);

create table locked_periods (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  released_at     timestamptz,
  primary key (organization_id, id),
  constraint locked_periods_check check (end_date >= start_date)
);
alter table locked_periods enable row level security, force row level security;
create policy locked_periods_own on locked_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table migrations (
  name       text primary key,
  digest     text not null,
  applied_at timestamptz not null default now(),
  compatible boolean not null default false
);

create table monthly_totals (
  organization_id uuid not null,
  month           date not null check (extract(day from month) = 1),
  scope           smallint not null check (scope >= 1 and scope <= 3),
  category        text not null check (category <> ''),
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  primary key (organization_id, month, scope, category)
) with (fillfactor = 70);
alter table monthly_totals enable row level security, force row level security;
create policy monthly_totals_own on monthly_totals
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

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

create table recalculation_changes (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  record_id        uuid not null,
  revision         integer not null,
  replaced_version integer not null,
  entity_type      text not null check (entity_type <> ''),
  counted          boolean not null,
  co2e_before      kilograms,
  co2e_after       kilograms,
  difference       numeric not null generated always as (abs(coalesce(co2e_after::numeric, 0) -
    coalesce(co2e_before::numeric, 0))) stored,
  reasons          smallint[] not null,
  outcome          text,
  start_date       date,
  end_date         date,
  marks            text,
  superseded       boolean not null default false,
  primary key (organization_id, recalculation_id, record_id)
);
alter table recalculation_changes enable row level security, force row level security;
create index recalculation_changes_by_difference on recalculation_changes (organization_id, recalculation_id,
  difference desc, record_id);
create policy recalculation_changes_own on recalculation_changes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table recalculation_sums (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  month            date not null,
  scope            smallint not null check (scope >= 1 and scope <= 3),
  category         text not null check (category <> ''),
  before_kg        kilograms_total,
  after_kg         kilograms_total,
  primary key (organization_id, recalculation_id, month, scope, category)
) with (fillfactor = 70);
alter table recalculation_sums enable row level security, force row level security;
create policy recalculation_sums_own on recalculation_sums
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table recalculations (
  organization_id    uuid not null,
  id                 uuid not null,
  number             integer check (number > 0),
  state              text not null check (state in ('preview', 'calculating', 'ready', 'accepting', 'accepted',
    'discarded', 'failed')),
  error_code         text check (error_code <> ''),
  gwp_set            text not null check (gwp_set <> ''),
  entity_types       text[] not null,
  start_date         date,
  end_date           date,
  factor_ids         uuid[] not null,
  sources            text[] not null,
  years              integer[] not null,
  marks              text[] not null,
  last_record        uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  tries              integer not null default 0,
  records            integer not null default 0,
  changed_records    integer not null default 0,
  superseded_records integer not null default 0,
  changes_kept       boolean not null default true,
  changed_days       datemultirange,
  created_by         uuid,
  created_at         timestamptz not null default clock_timestamp(),
  ready_at           timestamptz,
  applied_at         timestamptz,
  finished_at        timestamptz,
  primary key (organization_id, id),
  constraint recalculations_check check ((state = 'preview') = (number is null))
);
alter table recalculations enable row level security, force row level security;
create index recalculations_by_time on recalculations (organization_id, created_at desc, id desc);
create unique index recalculations_number on recalculations (organization_id, number);
create unique index recalculations_one_active on recalculations (organization_id) where state in ('calculating',
  'ready', 'accepting');
create policy recalculations_machinery on recalculations for select
  using (is_machinery());
create policy recalculations_own on recalculations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table record_counts (
  organization_id uuid not null,
  day             date not null,
  outcome         text not null,
  marks           text not null,
  starting        bigint not null,
  ending          bigint not null,
  primary key (organization_id, day, outcome, marks)
) with (fillfactor = 70);
alter table record_counts enable row level security, force row level security;
create policy record_counts_own on record_counts
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

create table resolutions (
  organization_id uuid not null,
  id              uuid not null,
  resolution      bytea not null,
  primary key (organization_id, id)
);
comment on table resolutions is 'append-only';
alter table resolutions enable row level security, force row level security;
create policy resolutions_own on resolutions
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());
create trigger append_only before delete or update or truncate on resolutions
  for each statement execute function refuse_change();

create table restated_changes (
  organization_id uuid not null,
  period_lock_id  uuid not null,
  changed_at      timestamptz not null default clock_timestamp(),
  day             date not null,
  series_id       uuid not null,
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  co2e_ar4_kg     kilograms_total,
  co2e_ar5_kg     kilograms_total,
  co2e_ar6_kg     kilograms_total
);
comment on table restated_changes is 'append-only';
alter table restated_changes enable row level security, force row level security;
create index restated_changes_by_day on restated_changes (organization_id, day, series_id);
create index restated_changes_by_lock on restated_changes (organization_id, period_lock_id);
create policy restated_changes_own on restated_changes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on restated_changes
  for each statement execute function refuse_change();

create table series_changes (
  organization_id uuid not null,
  changed_at      timestamptz not null default clock_timestamp(),
  day             date not null,
  series_id       uuid not null,
  co2e_kg         kilograms_total,
  co2_kg          kilograms_total,
  ch4_kg          kilograms_total,
  n2o_kg          kilograms_total,
  biogenic_co2_kg kilograms_total,
  co2e_ar4_kg     kilograms_total,
  co2e_ar5_kg     kilograms_total,
  co2e_ar6_kg     kilograms_total
);
comment on table series_changes is 'append-only';
alter table series_changes enable row level security, force row level security;
create index series_changes_by_time on series_changes (organization_id, changed_at);
create policy series_changes_own on series_changes
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on series_changes
  for each statement execute function refuse_change();

create table series_months (
  organization_id uuid not null,
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
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

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
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

create table total_checks (
  organization_id uuid primary key,
  checked_at      timestamptz not null,
  differences     integer not null
);
alter table total_checks enable row level security, force row level security;
create policy total_checks_own on total_checks
  using (organization_id = current_organization() or is_machinery());

alter table calculation_parts
  add constraint calculation_parts_position_check check ("position" >= 0 and "position" <= 90) not valid;

create sequence dashboard_changes as bigint;

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = calc set default_statistics_target to '10' as $$
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

create function organizations_with_records(after uuid, at_most integer) returns table(organization_id uuid)
language sql stable security definer set search_path = calc as $$
  with recursive next as (
    (select c.organization_id from current_records c where c.organization_id > after order by c.organization_id limit 1)
    union all
    select (
      select c.organization_id from current_records c where c.organization_id > next.organization_id
      order by c.organization_id limit 1)
    from next where next.organization_id is not null)
  select next.organization_id from next where next.organization_id is not null limit at_most
$$;

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = calc as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

create function totals_lock_key(org uuid) returns bigint
language sql immutable parallel safe
return hashtextextended(('totals of ' || (org)::text), (0)::bigint);

grant usage on schema calc to emissions_calc;
revoke execute on function organizations_with_records(uuid,integer) from public;
grant select on migrations to emissions_calc;
grant select, insert on audit_log, calculation_parts, calculations, emission_series, impacts, resolutions,
  restated_changes, series_changes to emissions_calc;
grant select, insert, update, delete on amount_months, amount_steps, current_records, daily_totals,
  dashboard_comments, dashboard_widgets, dashboards, dead_letters, deferred_events, deleted_projects,
  external_deletions, held_records, history_start, idempotency_keys, inbox, leases, locked_periods, monthly_totals,
  neighbours, outbox, outbox_consumers, outbox_stream, recalculation_changes, recalculation_sums, recalculations,
  record_counts, series_months, series_steps, total_checks to emissions_calc;
grant execute on function analyze_grown_tables(integer,integer), current_organization(), is_machinery(),
  organizations_with_records(uuid,integer), raise_row_estimates(integer), refuse_audit_change(), refuse_change(),
  totals_lock_key(uuid), visible_organizations() to emissions_calc;
grant usage on sequence dashboard_changes to emissions_calc;
