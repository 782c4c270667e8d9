-- migrate: compatible
-- The organization is compared with a constant in the subquery, too. Compared with the outer row alone, Postgres
-- may read the waiting records of all organizations into a hash table first.
create or replace function records_in_period(target text, state text, first_day date, last_day date) returns int
language plpgsql stable set search_path from current as $$
declare
  days record := emission_days(target);
  found int;
begin
  execute format(
    'select count(*) from %I r where r.organization_id = current_organization() and %s <= $4 and %s >= $3
       and (r.calculation_status::text = $2 or $2 = ''pending'' and exists (
         select from pending_calculations p
         where p.organization_id = current_organization() and p.entity_type = $1 and p.record_id = r.id))',
    target, days.first_day, days.last_day) into found using target, state, first_day, last_day;
  return found;
end
$$;
