-- The parts of a record add up to it: CO2e in co2e_kg, and this beside it.
alter table calculations add column biogenic_co2_kg kilograms;

-- False for what is told beside the totals, such as electricity by location.
alter table impacts add column counted boolean not null default true;

-- How the parts of a record came about that has more than one; the record itself stands in calculations.
create table calculation_parts (
  organization_id      uuid not null,
  record_id            uuid not null,
  revision             int not null,
  -- 0 for the main part. Names may collide in a record that failed for just that.
  position             smallint not null check (position between 0 and 10),
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
  primary key (organization_id, record_id, revision, position),
  check ((status = 'calculated') = (co2e_kg is not null)),
  check ((status = 'calculated') = (error_code is null)),
  foreign key (organization_id, record_id, revision) references calculations,
  foreign key (organization_id, resolution_id) references resolutions
);
comment on table calculation_parts is 'append-only: goes with its calculation';
alter table calculation_parts enable row level security, force row level security;
create policy calculation_parts_own on calculation_parts
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
create trigger append_only before update or delete or truncate on calculation_parts
  for each statement execute function refuse_change();
