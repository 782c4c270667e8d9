-- Makes the table of the deleted records of a kind. Call it after the other procedures of the kind. A later column of the
-- kind is added to both tables, so that they have the same columns in the same order.
create procedure keep_deleted_records(target text) language plpgsql as $$
declare
  kept text := 'deleted_' || target;
begin
  execute format('create table %I (deleted_at timestamptz not null, like %I, primary key (organization_id, id))', kept, target);
  execute format('comment on table %I is %L', kept, 'append-only');
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('create policy %I on %I using (organization_id = any ((select visible_organizations())::uuid[]))
    with check (organization_id = (select current_organization()))', kept || '_own', kept);
end
$$;
