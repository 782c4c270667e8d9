-- Methane of fossil and of other origin has different warming potentials.
alter table emission_series add column methane_origin text not null default 'general';

-- What the coverage of a total counts. Null in rows of earlier versions until the verification of totals fills them.
alter table current_records
  add column outcome text check (outcome in ('calculated', 'without_factor', 'failed', 'excluded')),
  add column start_date date,
  add column end_date date,
  -- Texts of FitnessMark, sorted, with commas.
  add column marks text;

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
  using (organization_id = any (visible_organizations())) with check (organization_id = (select current_organization()));
