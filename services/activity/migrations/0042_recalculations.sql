-- Version of the result of the present revision: 0 for the first one. A later recalculation has a higher number.
alter table purchases add column calculation_version int not null default 0;
alter table wastes add column calculation_version int not null default 0;
alter table invoices add column calculation_version int not null default 0;
alter table waste_water_treatments add column calculation_version int not null default 0;
alter table hotel_stays add column calculation_version int not null default 0;

alter procedure complete_record_table(text, text, text, text[]) rename to add_record_columns;
create procedure complete_record_table(target text, period text, owner text default null, covered text[] default '{}')
language plpgsql as $$
begin
  call add_record_columns(target, period, owner, covered);
  execute format('alter table %I add column calculation_version int not null default 0', target);
end
$$;

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
