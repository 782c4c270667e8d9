-- Locked periods of activity. Totals of their days do not change, and changes of records are kept apart.
create table locked_periods (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null check (end_date >= start_date),
  -- Set when the period is unlocked. The row stays, so that a late event about the lock has no effect.
  released_at     timestamptz,
  primary key (organization_id, id)
);
alter table locked_periods enable row level security, force row level security;
create policy locked_periods_own on locked_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Writers of totals hold it shared, a change of the locks holds it exclusively. So each writer knows all locks. Advisory
-- locks are common to all schemas of the database, so the key is not that of activity.
create function totals_lock_key(org uuid) returns bigint language sql immutable parallel safe
return hashtextextended('totals of ' || org::text, 0);

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
-- Serves sums by days, and the sum of one lock.
create index restated_changes_by_day on restated_changes (organization_id, day, series_id);
create index restated_changes_by_lock on restated_changes (organization_id, period_lock_id);
alter table restated_changes enable row level security, force row level security;
create policy restated_changes_own on restated_changes
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create trigger append_only before update or delete or truncate on restated_changes
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
create index held_records_by_lock on held_records (organization_id, period_lock_id);
alter table held_records enable row level security, force row level security;
create policy held_records_own on held_records
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
