-- 0 for the first calculation of a revision, else the number of the recalculation that made it.
alter table calculations add column version int not null default 0 check (version >= 0);
alter table calculation_parts add column version int not null default 0;
alter table impacts add column version int not null default 0;
alter table calculation_parts drop constraint calculation_parts_organization_id_record_id_revision_fkey;
alter table calculations drop constraint calculations_pkey;
alter table calculations add primary key (organization_id, record_id, revision, version);
alter table calculation_parts drop constraint calculation_parts_pkey;
alter table calculation_parts add primary key (organization_id, record_id, revision, version, piece, position);
-- Existing rows had the same reference without the version.
alter table calculation_parts add foreign key (organization_id, record_id, revision, version) references calculations not valid;
alter table impacts drop constraint impacts_pkey;
alter table impacts add primary key (organization_id, record_id, revision, version, part, start_date);

-- The version whose impacts are in the totals.
alter table current_records add column version int not null default 0;

-- Runs that calculate records again. Their results count only after acceptance.
create table recalculations (
  organization_id uuid not null,
  id              uuid not null,
  -- Version of its calculations. Null in a preview, which is rolled back.
  number          int check (number > 0),
  state           text not null
    check (state in ('preview', 'calculating', 'ready', 'accepting', 'accepted', 'discarded', 'failed')),
  -- Why the run failed.
  error_code      text check (error_code <> ''),
  gwp_set         text not null check (gwp_set <> ''),
  -- Which records. An empty list or null is no condition.
  entity_types    text[] not null,
  start_date      date,
  end_date        date,
  factor_ids      uuid[] not null,
  sources         text[] not null,
  years           int[] not null,
  marks           text[] not null,
  -- The last record that the present step has finished.
  last_record     uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Failed attempts of the present step.
  tries           int not null default 0,
  records         int not null default 0,
  changed_records int not null default 0,
  -- Changes that were not applied, because their record has changed since.
  superseded_records int not null default 0,
  -- False after the changes of a run without effect were deleted.
  changes_kept    boolean not null default true,
  -- Days of the emissions of changed records, from the end of the calculation on.
  changed_days    datemultirange,
  created_by      uuid,
  created_at      timestamptz not null default clock_timestamp(),
  ready_at        timestamptz,
  -- When the totals changed.
  applied_at      timestamptz,
  finished_at     timestamptz,
  primary key (organization_id, id),
  check ((state = 'preview') = (number is null))
);
create unique index recalculations_number on recalculations (organization_id, number);
create unique index recalculations_one_active on recalculations (organization_id)
  where state in ('calculating', 'ready', 'accepting');
create index recalculations_by_time on recalculations (organization_id, created_at desc, id desc);
alter table recalculations enable row level security, force row level security;
create policy recalculations_own on recalculations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy recalculations_machinery on recalculations for select using (is_machinery());

-- Records whose new calculation differs from the one before.
create table recalculation_changes (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  record_id        uuid not null,
  revision         int not null,
  -- The version that the new one replaces.
  replaced_version int not null,
  entity_type      text not null check (entity_type <> ''),
  -- Whether the impacts of the record are in the totals.
  counted          boolean not null,
  -- Kilograms. Null without a result.
  co2e_before      kilograms,
  co2e_after       kilograms,
  difference       numeric not null generated always as (abs(coalesce(co2e_after, 0) - coalesce(co2e_before, 0))) stored,
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
create index recalculation_changes_by_difference
  on recalculation_changes (organization_id, recalculation_id, difference desc, record_id);
alter table recalculation_changes enable row level security, force row level security;
create policy recalculation_changes_own on recalculation_changes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Emissions of all records of a run, changed or not, before and after it.
create table recalculation_sums (
  organization_id  uuid not null,
  recalculation_id uuid not null,
  -- The first day of the month.
  month            date not null,
  scope            smallint not null check (scope between 1 and 3),
  category         text not null check (category <> ''),
  before_kg        kilograms_total,
  after_kg         kilograms_total,
  primary key (organization_id, recalculation_id, month, scope, category)
) with (fillfactor = 70);
alter table recalculation_sums enable row level security, force row level security;
create policy recalculation_sums_own on recalculation_sums
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
