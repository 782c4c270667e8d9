-- Functions of triggers find their tables whatever the caller's path is.
select set_config('search_path', current_schema() || ', pg_temp', true);

create table transports (
  organization_id      uuid not null,
  id                   uuid not null,
  name                 text check (char_length(name) <= 255),
  transport_date       activity_day not null,
  quantity_transported numeric not null
    check (quantity_transported > 0 and quantity_transported <= 999999999.99999 and scale(quantity_transported) <= 5),
  unit_id              uuid not null,
  supplier             text check (char_length(supplier) <= 255),
  transport_direction  text not null check (transport_direction in ('upstream', 'downstream')),
  transport_frequency  text check (char_length(transport_frequency) <= 255),
  -- The sections as they were sent, as JSON. A route is read and written as a whole.
  sections             text not null check (sections is json array),
  -- Distance, factor and failure of each section, as JSON. Stored, because places may change and the calculation is
  -- repeated without asking for them.
  legs                 text not null check (legs is json array),
  -- Places of all sections, for the search.
  addresses            text not null,
  -- Kilograms of CO2e of each part of the calculation, as JSON.
  part_co2e            text check (part_co2e is json array),
  search_text          text not null generated always as (plain_text(
    coalesce(name, '') || chr(10) || coalesce(supplier, '') || chr(10) || addresses)) stored,
  primary key (organization_id, id)
);
call complete_record_table('transports', 'transport_date', null, '{transport_direction, uploaded_by}');
call add_fitness('transports');
call guard_locked_periods('transports', 'r.transport_date', 'r.transport_date');
call keep_deleted_records('transports');
-- Serve the orders of the list by name and by quantity.
create index transports_by_name on transports (organization_id, name, id);
create index transports_by_quantity on transports (organization_id, quantity_transported, id);
-- Serves the count of the records that name a file, before the file is deleted.
create index transports_by_file on transports (organization_id, file_id) where file_id is not null;

-- Numbers of routes that were ever stored, deleted ones included. Their sums answer the counts of routes. Each
-- transaction adds a row and merges the rows that no other transaction holds, so writers never wait for each other.
create table transport_counts (
  organization_id     uuid not null,
  id                  uuid not null,
  transport_direction text not null,
  -- The all-zero id stands for routes without a file.
  file_id             uuid not null,
  routes              int not null,
  primary key (organization_id, id)
);
-- Serves the merge.
create index transport_counts_by_file on transport_counts (organization_id, file_id, transport_direction);
alter table transport_counts enable row level security, force row level security;
create policy transport_counts_own on transport_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Merges at most 100 rows of each direction and file.
create function add_transport_count(direction text, file uuid, change int) returns void
language sql set search_path from current as $$
  with merged as (
    delete from transport_counts c where c.organization_id = current_organization() and c.id in (
      select k.id from transport_counts k
      where k.organization_id = current_organization() and k.file_id = file and k.transport_direction = direction
      limit 100 for update skip locked)
    returning c.routes)
  insert into transport_counts (organization_id, id, transport_direction, file_id, routes)
  select current_organization(), uuidv7(), direction, file, change + coalesce(sum(routes), 0)::int from merged
$$;

create function count_new_transports() returns trigger language plpgsql set search_path from current as $$
begin
  perform add_transport_count(n.transport_direction, n.file_id, n.routes) from (
    select transport_direction, coalesce(file_id, '00000000-0000-0000-0000-000000000000') as file_id,
      count(*)::int as routes
    from new_rows group by 1, 2) n;
  return null;
end
$$;
create trigger count_new_transports after insert on transports referencing new table as new_rows
  for each statement execute function count_new_transports();

create function recount_transport() returns trigger language plpgsql set search_path from current as $$
declare
  no_file constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform add_transport_count(old.transport_direction, coalesce(old.file_id, no_file), -1);
  perform add_transport_count(new.transport_direction, coalesce(new.file_id, no_file), 1);
  return null;
end
$$;
create trigger recount_transport after update of file_id, transport_direction on transports for each row
  when (old.file_id is distinct from new.file_id or old.transport_direction <> new.transport_direction)
  execute function recount_transport();

-- Serves the versions of a route.
create index audit_log_of_transports on audit_log (organization_id, entity_id, id)
  where action in ('CreateTransportRoute', 'CreateTransportRoutes', 'UpdateTransportRoute');
