select set_config('search_path', current_schema() || ', pg_temp', true);

-- Readings are rows of another service, so their link names the file that a project counts.
alter table project_links
  drop constraint project_links_entity_type_check,
  add constraint project_links_entity_type_check
    check (entity_type in ('invoices', 'logistics_requests', 'file_readings')),
  add column file_id uuid,
  add constraint project_links_file check ((entity_type = 'file_readings') = (file_id is not null));

-- Links of records that were deleted before. Policies apply to the owner, too.
alter table project_links no force row level security;
alter table invoices no force row level security;
alter table logistics_requests no force row level security;
delete from project_links l
where l.entity_type = 'invoices'
    and not exists (select from invoices r where r.organization_id = l.organization_id and r.id = l.entity_id)
  or l.entity_type = 'logistics_requests'
    and not exists (select from logistics_requests r where r.organization_id = l.organization_id and r.id = l.entity_id);
alter table logistics_requests force row level security;
alter table invoices force row level security;
alter table project_links force row level security;

-- A deleted record leaves its projects, whatever deletes it. The first query keeps deletions without links cheap.
create function unlink_deleted_records() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (
    select from project_links l
    where l.organization_id = current_organization() and l.entity_type = tg_table_name::text)
  then
    delete from project_links l
    where l.organization_id = current_organization() and l.entity_type = tg_table_name::text
      and l.entity_id = any (array(select r.id from old_rows r order by r.id));
  end if;
  return null;
end $$;
create trigger unlink_deleted_records after delete on invoices
  referencing old table as old_rows for each statement execute function unlink_deleted_records();
create trigger unlink_deleted_records after delete on logistics_requests
  referencing old table as old_rows for each statement execute function unlink_deleted_records();
