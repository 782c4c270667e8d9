-- Packages of shipments. Their weights and totals are those of their legs, the logistics requests with the package.
create table logistics_packages (
  organization_id   uuid not null,
  id                uuid not null,
  package_key       text_255 not null,
  -- Of the first leg that has one.
  movement_id       text_255,
  client_billing_id text check (char_length(client_billing_id) <= 255),
  -- A package without a shipment is a shipment of its own.
  shipment_id       text not null generated always as (coalesce(movement_id, package_key)) stored,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz,
  primary key (organization_id, id)
);
alter table logistics_packages enable row level security, force row level security;
create policy logistics_packages_own on logistics_packages
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One package for each key, also under concurrent requests. Serves the look-up by key, too.
create unique index logistics_packages_by_key on logistics_packages (organization_id, package_key);
-- Serve the list of a shipment and of a client.
create index logistics_packages_by_shipment on logistics_packages (organization_id, shipment_id, id);
create index logistics_packages_by_client on logistics_packages (organization_id, client_billing_id, id)
  where client_billing_id is not null;
-- Serves the weight of a package whose legs are all deleted.
create index deleted_logistics_requests_by_package on deleted_logistics_requests (organization_id, package_id, id)
  where package_id is not null;

-- Numbers of rows, which grow too large to be counted by each read. Concurrent transactions of an organization add to
-- rows of their own, so that none waits for another one. The sum over the slots is exact.
create table row_counts (
  organization_id uuid not null,
  table_name      text not null,
  slot            int not null check (slot between 0 and 32),
  -- Of one slot it is negative if transactions with other slots inserted the rows.
  count           bigint not null,
  primary key (organization_id, table_name, slot)
) with (fillfactor = 70);
alter table row_counts enable row level security, force row level security;
create policy row_counts_own on row_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Concurrent transactions of one organization use different slots for counts, so that none waits for the commit of
-- another. Each takes the first free slot, so that few slots are in use. The last slot is shared when all others are taken.
create function free_slot(org uuid) returns int language plpgsql as $$
declare
  slots_max constant int := 32;
  org_key constant bigint := hashtextextended('slots of ' || org::text, 0);
  slot int := 0;
begin
  while slot < slots_max and not pg_try_advisory_xact_lock(org_key # slot::bigint) loop
    slot := slot + 1;
  end loop;
  return slot;
end
$$;

create function add_to_row_counts() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_counts as c (organization_id, table_name, slot, count)
  select r.organization_id, tg_table_name, free_slot(r.organization_id),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed_rows r group by r.organization_id
  on conflict (organization_id, table_name, slot) do update set count = c.count + excluded.count;
  return null;
end
$$;

-- Maintains the number of rows of a new table for each organization.
create procedure count_rows(target text) language plpgsql as $$
begin
  execute format('create trigger count_inserted_rows after insert on %I referencing new table as changed_rows
    for each statement execute function add_to_row_counts()', target);
  execute format('create trigger count_deleted_rows after delete on %I referencing old table as changed_rows
    for each statement execute function add_to_row_counts()', target);
end
$$;
call count_rows('logistics_packages');
call count_rows('logistics_requests');
-- Serves the time of the latest change. Results do not set it.
create index logistics_requests_by_change on logistics_requests (organization_id, updated_at)
  where updated_at is not null;
