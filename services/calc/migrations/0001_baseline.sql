-- migrate: baseline, compatible

-- A sum of recorded amounts. NaN would pass most comparisons and spoil every sum.
create domain amount_total as numeric not null check (value <> 'NaN'::numeric and abs(value) <
  '1000000000000000000000000000000000000000000000000000000000000'::numeric and scale(value) <= 12);

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

-- The ordinary role may not change history because of its rights, and nobody may by mistake.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A mass in a result. NaN would pass most comparisons and spoil every sum, infinity likewise.
create domain kilograms as numeric check (value <> 'NaN'::numeric and abs(value) <
  '1000000000000000000000000000000'::numeric and scale(value) <= 12);

-- How the parts of a record came about that has more than one; the record itself stands in calculations.
-- One function writes calculations and their parts in one transaction, so there are no foreign keys. They were two
-- thirds of the time of storing parts.
create table calculation_parts (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             integer not null,
  -- 0 for the main part. Names may collide in a record that failed for just that.
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
  -- Null when no factor was asked for.
  resolution_id        uuid,
  -- A period is split where a factor changes, so that a part can have several entries, each with its own days.
  start_date           date,
  end_date             date,
  -- The share of the recorded quantity. Null for the whole.
  quantity             numeric check (quantity <> 'NaN'::numeric),
  allocation           text,
  -- emissions.factors.v1.Fitness
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
  -- Null when no factor was asked for.
  resolution_id        uuid,
  -- emissions.activity.v1.RecordInput, as it came
  input                bytea not null,
  -- The time of the statement: a transaction that waited for a lock begins long before it stores.
  calculated_at        timestamptz not null default clock_timestamp(),
  -- The parts of a record add up to it: CO2e in co2e_kg, and this beside it.
  biogenic_co2_kg      kilograms,
  fitness              bytea,
  -- 0 for the first calculation of a revision, else the number of the recalculation that made it.
  version              integer not null default 0 check (version >= 0),
  primary key (organization_id, record_id, revision, version),
  constraint calculations_failure check (status = 'calculated' or co2e_kg is null),
  constraint calculations_number check ((co2e_kg is null) = (error_code is not null))
);
comment on table calculations is 'append-only: a later revision supersedes, nothing is changed or removed';
alter table calculations enable row level security, force row level security;
-- The organization is asked for once for each statement, and not for each of thousands of rows that it stores.
create policy calculations_own on calculations
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on calculations
  for each statement execute function refuse_change();

-- The revision in force. A deleted record keeps its row, so that an older revision that comes late does nothing.
create table current_records (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        integer not null check (revision > 0),
  -- Whether the impacts of the revision are in the totals.
  state           text not null check (state in ('counted', 'left_out', 'deleted')),
  -- What the coverage of a total counts. Null in rows of earlier versions until the verification of totals fills them.
  outcome         text check (outcome in ('calculated', 'without_factor', 'failed', 'excluded')),
  start_date      date,
  end_date        date,
  -- Texts of FitnessMark, sorted, with commas.
  marks           text,
  -- The version whose impacts are in the totals.
  version         integer not null default 0,
  primary key (organization_id, record_id)
) with (fillfactor = 80);
alter table current_records enable row level security, force row level security;
create policy current_records_own on current_records
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- The next organizations with records, for the comparison of all organizations. Nothing but ids leaves this function.
create policy current_records_owner on current_records for select to current_user
  using (true);

-- A sum of results, so with room for many of the largest.
create domain kilograms_total as numeric not null check (value <> 'NaN'::numeric and abs(value) <
  '10000000000000000000000000000000000000000'::numeric and scale(value) <= 12);

-- Exact sums of the impacts of counted records. A gas is the sum over the impacts that know it.
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

-- Dashboards of projects. The owner of a project is known to activity, and so are the organizations that it invites.
create table dashboards (
  organization_id uuid not null,
  id              uuid not null,
  project_id      uuid not null,
  revision        integer not null default 1 check (revision > 0),
  -- JSON: lists of places by breakpoint.
  layouts         text not null,
  -- Of the layouts and of the configs of all widgets.
  bytes           integer not null check (bytes >= 0 and bytes <= 524288),
  created_at      timestamptz not null default clock_timestamp(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table dashboards enable row level security, force row level security;
-- A project has one dashboard.
create unique index dashboards_by_project on dashboards (organization_id, project_id);
create policy dashboards_own on dashboards
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table dashboard_widgets (
  organization_id uuid not null,
  dashboard_id    uuid not null,
  id              text not null check (char_length(id) >= 1 and char_length(id) <= 255),
  -- From 0, in the order of the last change.
  "position"      integer not null check ("position" >= 0 and "position" <= 99),
  name            text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  type            text not null check (type <> ''),
  tab_id          text check (char_length(tab_id) <= 255),
  -- JSON as it was sent. The type json would do as well, but the driver parses it with doubles.
  config          text not null check (octet_length(config) <= 16384),
  -- Categories of its metrics. An invited organization sees the widget if its invitation allows all of them.
  categories      text[] not null,
  -- The last change of the widget or of its places.
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

-- A request that looked a project up before its deletion must not create a dashboard after it.
create table deleted_projects (
  organization_id uuid not null,
  id              uuid not null,
  primary key (organization_id, id)
);
alter table deleted_projects enable row level security, force row level security;
create policy deleted_projects_own on deleted_projects
  using (organization_id = (select current_organization()));

-- Totals in more detail than by scope and category. A series is all that impacts have in common: part, factor, source,
-- method and marks. Its id is the first half of the SHA-256 of its attributes.
create table emission_series (
  organization_id uuid not null,
  id              uuid not null,
  scope           smallint not null check (scope >= 1 and scope <= 3),
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
  factor_revision integer,
  factor_name     text not null,
  source          text not null,
  region          text not null,
  year            integer,
  -- Methane of fossil and of other origin has different warming potentials.
  methane_origin  text not null default 'general',
  -- Totals by facility. Null for records without a facility, and for series of earlier versions.
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

-- Records that were restated under a lock. record_counts has them as they were reported, until no lock holds them.
create table held_records (
  organization_id uuid not null,
  record_id       uuid not null,
  period_lock_id  uuid not null,
  -- As in current_records, before the first restatement. Null for a record that was in no coverage.
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

-- Changes before this instant are not known one by one.
create table history_start (
  begun_at timestamptz not null
);

-- One function writes calculations, their impacts and the answers of factors, in one transaction, and nothing is ever
-- removed. Looking each of them up again was a fifth of what storing thousands of records costs Postgres, so there
-- are no foreign keys.
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
  -- Null where the factor gives no split by gas.
  co2_kg          kilograms,
  ch4_kg          kilograms,
  n2o_kg          kilograms,
  biogenic_co2_kg kilograms,
  -- False for what is told beside the totals, such as electricity by location.
  counted         boolean not null default true,
  ghg_category    text not null check (ghg_category <> ''),
  -- Numbers of emissions.factors.v1.FitnessMark
  marks           smallint[] not null default '{}'::smallint[],
  -- Null in rows from before the columns: only co2e_kg is known.
  co2e_ar4_kg     kilograms,
  co2e_ar5_kg     kilograms,
  co2e_ar6_kg     kilograms,
  -- Null in rows of earlier versions: their series follows from the calculation (src/total_impact/earlier-series.ts).
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

-- Locked periods of activity. Totals of their days do not change, and changes of records are kept apart.
create table locked_periods (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  -- Set when the period is unlocked. The row stays, so that a late event about the lock has no effect.
  released_at     timestamptz,
  primary key (organization_id, id),
  constraint locked_periods_check check (end_date >= start_date)
);
alter table locked_periods enable row level security, force row level security;
create policy locked_periods_own on locked_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The same by month, written together with the days, so that two years are some dozens of rows and not thousands.
create table monthly_totals (
  organization_id uuid not null,
  -- The first day of the month.
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

-- Records whose new calculation differs from the one before.
create table recalculation_changes (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  record_id        uuid not null,
  revision         integer not null,
  -- The version that the new one replaces.
  replaced_version integer not null,
  entity_type      text not null check (entity_type <> ''),
  -- Whether the impacts of the record are in the totals.
  counted          boolean not null,
  -- Kilograms. Null without a result.
  co2e_before      kilograms,
  co2e_after       kilograms,
  difference       numeric not null generated always as (abs(coalesce(co2e_after::numeric, 0) -
    coalesce(co2e_before::numeric, 0))) stored,
  -- Numbers of RecalculationReason.
  reasons          smallint[] not null,
  -- New fields of current_records.
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

-- Emissions of all records of a run, changed or not, before and after it.
create table recalculation_sums (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  -- The first day of the month.
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

-- Runs that calculate records again. Their results count only after acceptance.
create table recalculations (
  organization_id    uuid not null,
  id                 uuid not null,
  -- Version of its calculations. Null in a preview, which is rolled back.
  number             integer check (number > 0),
  state              text not null check (state in ('preview', 'calculating', 'ready', 'accepting', 'accepted',
    'discarded', 'failed')),
  -- Why the run failed.
  error_code         text check (error_code <> ''),
  gwp_set            text not null check (gwp_set <> ''),
  -- Which records. An empty list or null is no condition.
  entity_types       text[] not null,
  start_date         date,
  end_date           date,
  factor_ids         uuid[] not null,
  sources            text[] not null,
  years              integer[] not null,
  marks              text[] not null,
  -- The last record that the present step has finished.
  last_record        uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  -- Failed attempts of the present step.
  tries              integer not null default 0,
  records            integer not null default 0,
  changed_records    integer not null default 0,
  -- Changes that were not applied, because their record has changed since.
  superseded_records integer not null default 0,
  -- False after the changes of a run without effect were deleted.
  changes_kept       boolean not null default true,
  -- Days of the emissions of changed records, from the end of the calculation on.
  changed_days       datemultirange,
  created_by         uuid,
  created_at         timestamptz not null default clock_timestamp(),
  ready_at           timestamptz,
  -- When the totals changed.
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

-- Records by the first and by the last day of their period. Records within a range are those that start up to its last
-- day, without those that end before its first day.
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

-- What factors answered: the factor, the conversions, the rate, the candidates. Thousands of records share one answer,
-- so it is kept once, under the first half of its SHA-256.
create table resolutions (
  organization_id uuid not null,
  id              uuid not null,
  -- emissions.factors.v1.Resolution
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

-- Changes of the totals of series on locked days, as in series_changes. Their sum is what is kept apart; it is zero after
-- the period is unlocked.
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
-- Serves sums by days, and the sum of one lock.
create index restated_changes_by_day on restated_changes (organization_id, day, series_id);
create index restated_changes_by_lock on restated_changes (organization_id, period_lock_id);
create policy restated_changes_own on restated_changes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on restated_changes
  for each statement execute function refuse_change();

-- Every change of the totals of series, so that a question can ask for the totals as they were known at an instant.
create table series_changes (
  organization_id uuid not null,
  -- When the change was stored; its transaction commits shortly after.
  changed_at      timestamptz not null default clock_timestamp(),
  day             date not null,
  series_id       uuid not null,
  -- The differences that were added to the row of series_steps.
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
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

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
  using (organization_id = any (visible_organizations()))
  with check (organization_id = (select current_organization()));

-- When the totals of an organization were last compared with its impacts.
create table total_checks (
  organization_id uuid primary key,
  checked_at      timestamptz not null,
  -- Rows of the daily and monthly totals that differed.
  differences     integer not null
);
alter table total_checks enable row level security, force row level security;
create policy total_checks_own on total_checks
  using (organization_id = current_organization() or is_machinery());

-- A record has a main part, 40 additional parts and a part for each of its 50 certificates.
alter table calculation_parts
  add constraint calculation_parts_position_check check ("position" >= 0 and "position" <= 90) not valid;

-- Orders the changes of the widgets of a project, also of a dashboard that replaces a deleted one. A number is taken while
-- the row of the dashboard is locked.
create sequence dashboard_changes as bigint;

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
revoke execute on function organizations_with_records(uuid,integer) from public;

-- Writers of totals hold it shared, a change of the locks holds it exclusively. So each writer knows all locks. Advisory
-- locks are common to all schemas of the database, so the key is not that of activity.
create function totals_lock_key(org uuid) returns bigint
language sql immutable parallel safe
return hashtextextended(('totals of ' || (org)::text), (0)::bigint);

insert into history_start values (now());
