-- What the planner goes by until a table is analyzed for the first time. Left alone it takes an organization for a two
-- hundredth of a table, so that any index that begins with the organization seems as good as the key; plans made then are
-- kept while thousands of rows come, and each of them reads all rows of the organization.
select pg_restore_attribute_stats(
  'schemaname', current_schema()::text, 'relname', c.relname::text, 'attname', e.column_name, 'inherited', false,
  'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct)
from (values
  ('wastes', 'organization_id', 1::real), ('wastes', 'id', -1::real),
  ('purchases', 'organization_id', 1::real), ('purchases', 'id', -1::real),
  ('pending_calculations', 'organization_id', 1::real), ('pending_calculations', 'record_id', -1::real),
  ('ingest_job_items', 'organization_id', 1::real), ('ingest_job_items', 'entity_id', -1::real)
) as e (table_name, column_name, n_distinct)
join pg_class c on c.relname = e.table_name and c.relnamespace = current_schema()::regnamespace
-- Never analyzed.
where c.reltuples = -1;
