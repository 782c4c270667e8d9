-- What the table of every kind of record has besides its own columns: origin, factor, state and result of the calculation,
-- row-level security, and the indexes of its list. `period` is the day that sorts the list, `owner` the column of the
-- owner, and `covered` are further columns by which the list is filtered and that no result changes.
create procedure complete_record_table(target text, period text, owner text default null, covered text[] default '{}')
language plpgsql as $$
declare
  included text := array_to_string(array_remove(array[owner, 'file_id'] || covered, null), ', ');
begin
  execute format('alter table %I
    add column if not exists revision revision not null default 1,
    add column if not exists custom_ef_record_id uuid,
    add column if not exists custom_emission_factor_id uuid,
    add column if not exists custom_factor_owner_id uuid,
    add column if not exists custom_factor_revision revision,
    add column if not exists external_id text_255,
    add column if not exists file_id uuid,
    add column if not exists file_name text_255,
    add column if not exists file_url web_address,
    add column if not exists uploaded_by uuid,
    add column if not exists calculation_status calculation_status not null default ''pending'',
    add column if not exists calculation_error_code text,
    add column if not exists calculation_error_detail text,
    add column if not exists co2e kilograms,
    add column if not exists co2e_biomass kilograms,
    add column if not exists created_at timestamptz not null default now(),
    add column if not exists updated_at timestamptz', target);
  -- Owner and revision of the custom factor at the time of recording: this revision prices the record.
  execute format('alter table %I add constraint %I check (
    num_nonnulls(custom_factor_owner_id, custom_factor_revision) = 2 * num_nonnulls(custom_ef_record_id, custom_emission_factor_id))',
    target, target || '_pinned_factor');
  execute format('alter table %I add constraint %I check (calculation_status <> ''failed'' or co2e is null)',
    target, target || '_no_result_of_failure');
  execute format('alter table %I add constraint %I check ((calculation_status = ''failed'') = (calculation_error_code is not null))',
    target, target || '_failure_reason');
  -- Until the first analyze, Postgres would expect 200 organizations, and scan one of them instead of the primary key.
  perform pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', target, 'attname', e.name,
    'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct)
  from (values ('organization_id', 1::real), ('id', -1::real)) as e (name, n_distinct)
  where (select reltuples from pg_class where oid = target::regclass) = -1;
  -- Space on the page for the second version of a row, which comes with its result and needs no new index entries.
  execute format('alter table %I set (fillfactor = 50)', target);
  -- The functions run once for each statement, not for each row.
  execute format('alter table %I enable row level security', target);
  execute format('alter table %I force row level security', target);
  execute format('drop policy if exists %I on %I', target || '_own', target);
  execute format('create policy %I on %I using (organization_id = any ((select visible_organizations())::uuid[]))
    with check (organization_id = (select current_organization()))', target || '_own', target);
  -- Serves the list: order, filter hash and far pages are read from it alone.
  execute format('create index if not exists %I on %I (organization_id, %I desc, id desc) include (%s)',
    target || '_by_date', target, period, included);
  -- Serves the list of failed records; successful results never write to it.
  execute format('create index if not exists %I on %I (organization_id, %I desc, id desc) include (%s)
    where calculation_error_code is not null', target || '_failed', target, period, included);
  if owner is not null then
    -- Serves the list of one owner, and its deletion with its records.
    execute format('create index if not exists %I on %I (organization_id, %I, %I desc, id desc)',
      target || '_by_' || replace(owner, '_id', ''), target, owner, period);
  end if;
end
$$;

-- The status of a waste water treatment follows from the state of its calculation, as for all kinds.
alter table waste_water_treatments drop constraint waste_water_treatments_result;
alter table waste_water_treatments drop constraint waste_water_treatments_custom_factor;
alter table waste_water_treatments rename column error_code to calculation_error_code;
alter table waste_water_treatments rename column error_detail to calculation_error_detail;
alter table waste_water_treatments rename column status to calculation_status;
alter table waste_water_treatments alter column calculation_status drop default,
  alter column calculation_status type calculation_status using
    case calculation_status::text when 'loading' then 'pending' when 'active' then 'calculated' else 'failed' end,
  alter column calculation_status set default 'pending';
-- Not an update: row-level security hides all rows from the role of migrations.
alter table waste_water_treatments alter column calculation_error_code type text using
  case when calculation_status = 'failed' then coalesce(calculation_error_code, 'CALCULATION_FAILED') end;
drop index waste_water_treatments_by_date;
call complete_record_table('waste_water_treatments', 'start_date', 'facility_id');

-- The proto lists the kinds: jobs are about any of them.
alter domain ingest_entity_type drop constraint ingest_entity_type_check;
