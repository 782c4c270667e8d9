-- A mass in a result. NaN would pass most comparisons and spoil every sum, infinity likewise.
create domain kilograms as numeric
  check (value <> 'NaN' and abs(value) < 1e30 and scale(value) <= 12);

-- A sum of results, so with room for many of the largest.
create domain kilograms_total as numeric not null
  check (value <> 'NaN' and abs(value) < 1e40 and scale(value) <= 12);

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
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

create table calculations (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             int not null check (revision > 0),
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
  factor_revision      int,
  -- Null when no factor was asked for.
  resolution_id        uuid,
  -- emissions.activity.v1.RecordInput, as it came
  input                bytea not null,
  calculated_at        timestamptz not null default now(),
  primary key (organization_id, record_id, revision),
  check ((status = 'calculated') = (co2e_kg is not null)),
  check ((status = 'failed') = (error_code is not null)),
  foreign key (organization_id, resolution_id) references resolutions
);
comment on table calculations is 'append-only: a later revision supersedes, nothing is changed or removed';
alter table calculations enable row level security, force row level security;
create policy calculations_own on calculations
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

create table impacts (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        int not null,
  part            text not null check (part <> ''),
  scope           smallint not null check (scope between 1 and 3),
  category        text not null check (category <> ''),
  start_date      date not null,
  end_date        date not null check (end_date >= start_date),
  co2e_kg         kilograms not null,
  -- Null where the factor gives no split by gas.
  co2_kg          kilograms,
  ch4_kg          kilograms,
  n2o_kg          kilograms,
  biogenic_co2_kg kilograms,
  primary key (organization_id, record_id, revision, part),
  foreign key (organization_id, record_id, revision) references calculations
);
comment on table impacts is 'append-only: what a calculation added to the totals, so that it can be taken away again';
alter table impacts enable row level security, force row level security;
create policy impacts_own on impacts
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- The revision in force. A deleted record keeps its row, so that an older revision that comes late does nothing.
create table current_records (
  organization_id uuid not null,
  record_id       uuid not null,
  revision        int not null check (revision > 0),
  -- Whether the impacts of the revision are in the totals.
  state           text not null check (state in ('counted', 'left_out', 'deleted')),
  primary key (organization_id, record_id)
) with (fillfactor = 80);
alter table current_records enable row level security, force row level security;
create policy current_records_own on current_records
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- Exact sums of the impacts of counted records. A gas is the sum over the impacts that know it.
create table daily_totals (
  organization_id uuid not null,
  day             date not null,
  scope           smallint not null check (scope between 1 and 3),
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
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- The same by month, written together with the days, so that two years are some dozens of rows and not thousands.
create table monthly_totals (
  organization_id uuid not null,
  -- The first day of the month.
  month           date not null check (extract(day from month) = 1),
  scope           smallint not null check (scope between 1 and 3),
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
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());

-- The ordinary role may not change history because of its rights, and nobody may by mistake.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on resolutions
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on calculations
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on impacts
  for each statement execute function refuse_change();
