-- The days of the emissions of each kind of record, as expressions of the columns of a row r. The same for all
-- organizations.
create table emission_days (
  -- The table of the kind.
  kind      text primary key check (kind <> ''),
  first_day text not null check (first_day <> ''),
  last_day  text not null check (last_day <> '')
);
comment on table emission_days is 'append-only: migrations insert the kinds';

insert into emission_days
select c.relname, days.first_day, days.last_day
from pg_trigger t
join pg_class c on c.oid = t.tgrelid and c.relnamespace = current_schema()::regnamespace
cross join lateral emission_days(c.relname) days
where t.tgname = 'locked_period_on_insert';

create or replace function emission_days(target text, out first_day text, out last_day text)
language sql stable set search_path from current as $$
  select d.first_day, d.last_day from emission_days d where d.kind = target
$$;

create or replace procedure guard_locked_periods(target text, first_day text, last_day text) language plpgsql as $$
declare
  call text := format('for each statement execute function refuse_locked_period(%L, %L)', first_day, last_day);
begin
  insert into emission_days values (target, first_day, last_day);
  execute format('create trigger locked_period_on_insert after insert on %I referencing new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_update after update on %I
    referencing old table as old_rows new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_delete after delete on %I referencing old table as old_rows %s', target, call);
end
$$;
