-- Functions of triggers find their tables whatever the caller's path is.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Active logistics requests by the values that clients filter by (ADR 0052). The empty text stands for no value. The
-- number of a value is the sum over all slots, and that of one slot can be negative.
create table shipment_counts (
  organization_id uuid not null,
  field           text not null check (field in ('vehicle_type', 'file_id', 'uploaded_by')),
  value           text not null,
  slot            int not null,
  active          int not null,
  primary key (organization_id, field, value, slot)
) with (fillfactor = 70);
alter table shipment_counts enable row level security, force row level security;
create policy shipment_counts_own on shipment_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Files with logistics requests, until the file is deleted.
create table shipment_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  file_name       text_255,
  -- Requests stored with the file; deletions do not change it.
  row_count       int not null check (row_count > 0),
  uploaded_at     timestamptz not null default now(),
  primary key (organization_id, file_id)
);
-- Serves the list of uploads, the newest first.
create index shipment_uploads_by_time on shipment_uploads (organization_id, uploaded_at desc, file_id desc);
alter table shipment_uploads enable row level security, force row level security;
create policy shipment_uploads_own on shipment_uploads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create type shipment_change as (
  vehicle_type text,
  file_id      uuid,
  uploaded_by  uuid,
  file_name    text,
  -- Difference of the number of active requests, and of all requests.
  active       int,
  stored       int
);

-- Row-level security permits only writes for the current organization. Plans are cached for statements of any size, so
-- none joins the rows before and after.
create function count_shipments() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
  own_slot int;
  changes shipment_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(is_active), count(*))::shipment_change
        from (select *, (calculation_status = 'calculated')::int as is_active from new_rows) r
        group by vehicle_type, file_id, uploaded_by);
    when 'DELETE' then
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, null, -count(*), 0)::shipment_change
        from old_rows where calculation_status = 'calculated'
        group by vehicle_type, file_id, uploaded_by);
    else
      changes := array(
        select row (vehicle_type, file_id, uploaded_by, max(file_name), sum(side * is_active), sum(side))::shipment_change
        from (
          select vehicle_type, file_id, uploaded_by, file_name, 1 as side, (calculation_status = 'calculated')::int as is_active
          from new_rows
          union all
          select vehicle_type, file_id, uploaded_by, null, -1, (calculation_status = 'calculated')::int from old_rows) r
        group by vehicle_type, file_id, uploaded_by having sum(side * is_active) <> 0 or sum(side) <> 0);
  end case;
  if cardinality(changes) = 0 then
    return null;
  end if;
  own_slot := free_slot(org);
  -- In the order of the key, so that two writers of the shared slot do not block each other.
  insert into shipment_counts as s (organization_id, field, value, slot, active)
  select org, v.field, v.value, own_slot, sum(c.active)
  from unnest(changes) c
  cross join lateral (values
    ('vehicle_type', coalesce(c.vehicle_type, '')),
    ('file_id', coalesce(c.file_id::text, '')),
    ('uploaded_by', coalesce(c.uploaded_by::text, ''))) v (field, value)
  group by v.field, v.value having sum(c.active) <> 0 order by v.field, v.value
  on conflict on constraint shipment_counts_pkey do update set active = s.active + excluded.active;
  insert into shipment_uploads as u (organization_id, file_id, file_name, row_count)
  select org, file_id, max(file_name), sum(stored) from unnest(changes) where file_id is not null
  group by file_id having sum(stored) > 0 order by file_id
  on conflict on constraint shipment_uploads_pkey do update
    set row_count = u.row_count + excluded.row_count, file_name = coalesce(excluded.file_name, u.file_name);
  return null;
end
$$;
create trigger count_inserted_shipments after insert on logistics_requests
  referencing new table as new_rows for each statement execute function count_shipments();
create trigger count_updated_shipments after update on logistics_requests
  referencing old table as old_rows new table as new_rows for each statement execute function count_shipments();
create trigger count_deleted_shipments after delete on logistics_requests
  referencing old table as old_rows for each statement execute function count_shipments();

-- The text of the search. The table of deleted requests copies it.
alter table logistics_requests add column search_text text not null generated always as (plain_text(
  coalesce(movement_id, '') || chr(10) || coalesce(client, '') || chr(10) || coalesce(origin, '') || chr(10) ||
  coalesce(destination, '') || chr(10) || coalesce(vehicle_license_plate, '') || chr(10) ||
  coalesce(trailer_license_plate, ''))) stored;
alter table deleted_logistics_requests add column search_text text not null;

-- Serve the list of one vehicle type, and of one file; the latter also the count of its requests.
create index logistics_requests_by_vehicle_type on logistics_requests
  (organization_id, vehicle_type, shipment_date desc, id desc);
drop index logistics_requests_by_file;
create index logistics_requests_by_file on logistics_requests (organization_id, file_id, shipment_date desc, id desc)
  where file_id is not null;

-- Serves the list of deleted requests.
create index deleted_logistics_requests_by_date on deleted_logistics_requests
  (organization_id, shipment_date desc, id desc) include (file_id, vehicle_type, uploaded_by);

-- The list of requests with and without deletion. A migration that adds a column to both tables makes the view again.
create view all_logistics_requests with (security_invoker) as
  select null::timestamptz as deleted_at, r.* from logistics_requests r
  union all
  select d.* from deleted_logistics_requests d;
