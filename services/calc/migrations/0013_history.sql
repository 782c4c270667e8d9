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
create index series_changes_by_time on series_changes (organization_id, changed_at);
alter table series_changes enable row level security, force row level security;
create policy series_changes_own on series_changes
  using (organization_id = any (visible_organizations())) with check (organization_id = (select current_organization()));
create trigger append_only before update or delete or truncate on series_changes
  for each statement execute function refuse_change();

-- Changes before this instant are not known one by one.
create table history_start (begun_at timestamptz not null);
insert into history_start values (now());

-- The time of the statement: a transaction that waited for a lock begins long before it stores.
alter table calculations alter column calculated_at set default clock_timestamp();
