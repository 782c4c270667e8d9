-- Until the first analyze, Postgres would expect few people in each organization, and read all of them for each id of a batch.
select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', s.relname, 'attname', s.attname,
  'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', s.n_distinct)
from (values
  ('own_workforces', 'organization_id', 1::real), ('own_workforces', 'id', -1::real),
  ('own_workforces', 'external_employee_id', -1::real),
  ('workforce_contracts', 'organization_id', 1::real), ('workforce_contracts', 'id', -1::real),
  ('workforce_contracts', 'own_workforce_id', -1::real),
  ('workforce_remunerations', 'organization_id', 1::real), ('workforce_remunerations', 'id', -1::real),
  ('workforce_remunerations', 'contract_id', -1::real)) as s (relname, attname, n_distinct);
