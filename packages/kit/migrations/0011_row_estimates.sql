-- migrate: compatible
-- Raises the planner's row estimates of tables with an organization to at least `rows_min`, and returns the number of
-- changed tables. An analyze of a table that has just lost its rows stores that it has none. A plan of that time expects
-- one row for an organization, takes any index that begins with it, and reads all its rows for each key. Only the owner
-- of a table may set its statistics, so the function has the owner's rights.
create function raise_row_estimates(rows_min int) returns int
language sql volatile security definer set search_path from current as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    -- -1 stands for a table that was never analyzed. Its estimates are sufficient.
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;
