-- Functions of triggers find their tables whatever the caller's path is.
select set_config('search_path', current_schema() || ', pg_temp', true);

create type survey_commute_change as (survey_row_id uuid, commutes int, with_co2e int, co2e numeric);

-- Survey rows show the number and the emissions of their commuting periods. Creations, results, recalculations, changes
-- and deletions count here alike, in the transaction that makes them.
create function count_survey_commutes() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
  changes survey_commute_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (survey_row_id, 1, (co2e is not null)::int, coalesce(co2e, 0))::survey_commute_change
      from new_rows where survey_row_id is not null);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select row (survey_row_id, -1, -(co2e is not null)::int, -coalesce(co2e, 0))::survey_commute_change
      from old_rows where survey_row_id is not null);
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;
  changes := array(
    select row (survey_row_id, sum(commutes), sum(with_co2e), sum(co2e))::survey_commute_change from unnest(changes)
    group by survey_row_id having sum(commutes) <> 0 or sum(with_co2e) <> 0 or sum(co2e) <> 0);
  -- In the order of the key, so that two writers do not block each other.
  perform from survey_rows r
  where r.organization_id = org and r.id in (select c.survey_row_id from unnest(changes) c)
  order by r.id for no key update;
  update survey_rows r set commutes_count = r.commutes_count + c.commutes, co2e_count = r.co2e_count + c.with_co2e,
    co2e_sum = r.co2e_sum + c.co2e
  from unnest(changes) c where r.organization_id = org and r.id = c.survey_row_id;
  return null;
end
$$;
create trigger count_inserted_survey_commutes after insert on commuting_periods
  referencing new table as new_rows for each statement execute function count_survey_commutes();
create trigger count_updated_survey_commutes after update on commuting_periods
  referencing old table as old_rows new table as new_rows for each statement execute function count_survey_commutes();
create trigger count_deleted_survey_commutes after delete on commuting_periods
  referencing old table as old_rows for each statement execute function count_survey_commutes();

-- Rows of deleted and erased employees: those with commuting periods stay without the person, because totals need the
-- periods, and the others are deleted. Deletions of employees have deleted or released the periods before.
create function release_survey_rows(employees uuid[]) returns void
language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
begin
  perform from survey_rows r where r.organization_id = org and r.employee_id = any (employees)
  order by r.id for update;
  delete from survey_rows r
  where r.organization_id = org and r.employee_id = any (employees) and r.commutes_count = 0;
  delete from survey_links l using survey_rows r
  where r.organization_id = org and r.employee_id = any (employees)
    and l.organization_id = org and l.survey_row_id = r.id;
  update survey_rows r set employee_id = null, email = null, name = null, external_id = null
  where r.organization_id = org and r.employee_id = any (employees);
end
$$;
create function release_rows_of_employees() returns trigger language plpgsql set search_path from current as $$
begin
  perform release_survey_rows(array(select id from old_rows));
  return null;
end
$$;
create trigger release_survey_rows after delete on employees
  referencing old table as old_rows for each statement execute function release_rows_of_employees();

-- Rows have copies of the name, the address and the id of their employee, which the list searches.
create function rename_survey_rows() returns trigger language plpgsql set search_path from current as $$
begin
  update survey_rows r set email = new.email, name = new.name, external_id = new.external_id
  where r.organization_id = new.organization_id and r.employee_id = new.id;
  return null;
end
$$;
create trigger rename_survey_rows after update of email, name, external_id on employees for each row
  when ((old.email, old.name, old.external_id) is distinct from (new.email, new.name, new.external_id))
  execute function rename_survey_rows();
