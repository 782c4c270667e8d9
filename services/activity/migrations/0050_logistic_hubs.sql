create domain hub_type as text check (value in ('owned', 'subcontracted'));
create domain hub_status as text check (value in ('active', 'archived'));
create domain hub_category as text check (value in ('transshipment_ambient', 'transshipment_mixed',
  'storage_transhipment_ambient', 'storage_transhipment_mixed', 'warehouse_ambient', 'warehouse_mixed',
  'liquid_bulk_terminals_ambient', 'liquid_bulk_terminals_mixed', 'maritime_container_terminals_ambient',
  'maritime_container_terminals_temperature_controlled'));

create table logistic_hubs (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  address         text_500,
  -- Of the place that the address names.
  country         country_code,
  type            hub_type not null,
  category        hub_category,
  status          hub_status not null default 'active',
  supercharger    boolean not null default false,
  facility_id     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name)) stored,
  primary key (organization_id, id),
  constraint logistic_hubs_facility check (type = 'owned' or facility_id is null),
  -- An owned hub outlives its facility: it then has no emissions.
  foreign key (organization_id, facility_id) references facilities (organization_id, id)
    on delete set null (facility_id)
);
alter table logistic_hubs enable row level security, force row level security;
create policy logistic_hubs_own on logistic_hubs
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One hub for each name. Serves the listing, too.
create unique index logistic_hubs_name on logistic_hubs (organization_id, lower(name));
-- Serves the deletion of a facility.
create index logistic_hubs_by_facility on logistic_hubs (organization_id, facility_id) where facility_id is not null;

-- The sums of the hub parts of logistics requests, so that reading a hub does not depend on their number. No row means zero.
create table logistic_hub_totals (
  organization_id uuid not null,
  hub_id          uuid not null,
  co2e            kilograms not null,
  primary key (organization_id, hub_id)
) with (fillfactor = 70);
alter table logistic_hub_totals enable row level security, force row level security;
create policy logistic_hub_totals_own on logistic_hub_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Adds the differences of a statement to the sums, in the transaction that changes the requests: creations, repeats,
-- results, recalculations and deletions alike. Sorted by hub, so that two writers do not block each other.
create function add_hub_emissions(changes logistic_hub_totals[]) returns void
language sql set search_path from current as $$
  insert into logistic_hub_totals as t (organization_id, hub_id, co2e)
  select c.organization_id, c.hub_id, sum(c.co2e) from unnest(changes) c
  group by c.organization_id, c.hub_id having sum(c.co2e) <> 0 order by c.organization_id, c.hub_id
  on conflict (organization_id, hub_id) do update set co2e = t.co2e + excluded.co2e
$$;
create function count_hub_emissions() returns trigger language plpgsql set search_path from current as $$
declare
  changes logistic_hub_totals[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (organization_id, hub_id, hub_co2e)::logistic_hub_totals from new_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row (organization_id, hub_id, -hub_co2e)::logistic_hub_totals from old_rows
      where hub_id is not null and hub_co2e is not null);
  end if;
  if cardinality(changes) > 0 then
    perform add_hub_emissions(changes);
  end if;
  return null;
end
$$;
create trigger hub_emissions_on_insert after insert on logistics_requests
  referencing new table as new_rows for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_update after update on logistics_requests
  referencing old table as old_rows new table as new_rows for each statement execute function count_hub_emissions();
create trigger hub_emissions_on_delete after delete on logistics_requests
  referencing old table as old_rows for each statement execute function count_hub_emissions();
