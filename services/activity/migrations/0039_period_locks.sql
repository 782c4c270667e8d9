-- Reported periods. Triggers refuse every write that would change their totals.
create table period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null check (end_date >= start_date),
  note            text check (char_length(note) <= 1000),
  -- Records of the period whose calculation had failed at that time.
  failed_records  int not null check (failed_records >= 0),
  locked_by       uuid,
  locked_at       timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table period_locks enable row level security, force row level security;
create policy period_locks_own on period_locks
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Writers of records hold it shared until they commit, a new lock of a period holds it exclusively. So a lock sees all
-- records before it, and writers after it see the lock.
create function period_lock_key(org uuid) returns bigint language sql immutable parallel safe
return hashtextextended('period locks of ' || org::text, 0);

-- Arguments: the first and the last day of the emissions of a row r, as expressions of its columns. An update counts only
-- with a new revision: results and descriptions do not change what was recorded. SQLSTATE EM409 is a refusal with the code
-- of the hint.
create function refuse_locked_period() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
  locked record;
begin
  perform pg_advisory_xact_lock_shared(period_lock_key(org));
  if not exists (select from period_locks l where l.organization_id = org) then
    return null;
  end if;
  execute format(
    'select l.start_date, l.end_date from (%s) r
     join period_locks l on l.organization_id = r.organization_id and l.start_date <= %s and l.end_date >= %s limit 1',
    case tg_op
      when 'INSERT' then 'select * from new_rows'
      when 'DELETE' then 'select * from old_rows'
      else 'select o.* from old_rows o join new_rows n using (organization_id, id) where o.revision <> n.revision
        union all
        select n.* from old_rows o join new_rows n using (organization_id, id) where o.revision <> n.revision'
    end, tg_argv[1], tg_argv[0]) into locked;
  if locked.start_date is not null then
    raise exception 'The period from % to % is locked.', locked.start_date, locked.end_date
      using errcode = 'EM409', hint = 'PERIOD_LOCKED';
  end if;
  return null;
end
$$;

-- For the table of every kind of record.
create procedure guard_locked_periods(target text, first_day text, last_day text) language plpgsql as $$
declare
  call text := format('for each statement execute function refuse_locked_period(%L, %L)', first_day, last_day);
begin
  execute format('create trigger locked_period_on_insert after insert on %I referencing new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_update after update on %I
    referencing old table as old_rows new table as new_rows %s', target, call);
  execute format('create trigger locked_period_on_delete after delete on %I referencing old table as old_rows %s', target, call);
end
$$;
call guard_locked_periods('purchases', 'r.purchase_date', 'r.purchase_date');
call guard_locked_periods('wastes', 'r.start_date', 'r.end_date');
call guard_locked_periods('invoices', 'r.start_date', 'r.end_date');
call guard_locked_periods('waste_water_treatments', 'r.start_date', 'r.end_date');
call guard_locked_periods('hotel_stays', 'r.check_in_date', 'r.check_out_date - 1');

-- The days of the emissions of a kind of record, as its triggers have them. Other statements read them here.
create function emission_days(target text, out first_day text, out last_day text)
language sql stable set search_path from current as $$
  select a[1], a[2] from (
    select string_to_array(encode(t.tgargs, 'escape'), '\000') as a
    from pg_trigger t where t.tgrelid = target::regclass and t.tgname = 'locked_period_on_insert') args
$$;

-- The records among some that no lock covers.
create function unlocked_records(target text, ids uuid[]) returns setof uuid
language plpgsql stable set search_path from current as $$
declare
  days record := emission_days(target);
begin
  return query execute format(
    'select r.id from %I r where r.organization_id = current_organization() and r.id = any ($1) and not exists (
       select from period_locks l
       where l.organization_id = r.organization_id and l.start_date <= %s and l.end_date >= %s)',
    target, days.last_day, days.first_day) using ids;
end
$$;

-- How many records of the organization have a state of calculation and emissions in a period.
create function records_in_period(target text, state text, first_day date, last_day date) returns int
language plpgsql stable set search_path from current as $$
declare
  days record := emission_days(target);
  found int;
begin
  execute format(
    'select count(*) from %I r where r.organization_id = current_organization() and r.calculation_status::text = $1
       and %s <= $3 and %s >= $2', target, days.first_day, days.last_day) into found using state, first_day, last_day;
  return found;
end
$$;
