-- The service calls it after the first load of the catalogue. Until the first analyze, the selection of factors would read
-- all rows of a category. Only the owner of a table may analyze it.
create procedure analyze_catalogue() language plpgsql security definer set search_path from current as $$
declare
  loaded regclass;
begin
  for loaded in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' order by c.relname
  loop
    execute format('analyze %s', loaded);
  end loop;
end
$$;
