-- As for wastes: what the planner goes by until these tables are analyzed for the first time.
select pg_restore_attribute_stats(
  'schemaname', current_schema()::text, 'relname', c.relname::text, 'attname', e.column_name, 'inherited', false,
  'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct)
from (values
  ('invoices', 'organization_id', 1::real), ('invoices', 'id', -1::real),
  ('waste_water_treatments', 'organization_id', 1::real), ('waste_water_treatments', 'id', -1::real)
) as e (table_name, column_name, n_distinct)
join pg_class c on c.relname = e.table_name and c.relnamespace = current_schema()::regnamespace
-- Never analyzed.
where c.reltuples = -1;

-- The organizations are asked for once for each statement, and not for each of thousands of rows.
alter policy invoices_own on invoices using (organization_id = any ((select visible_organizations())::uuid[]));
alter policy waste_water_treatments_own on waste_water_treatments
  using (organization_id = any ((select visible_organizations())::uuid[]));
