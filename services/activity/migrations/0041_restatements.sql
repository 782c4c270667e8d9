-- Changes of records within locked periods, made with a reason. calc keeps their amounts apart from the totals.
create table restatements (
  organization_id uuid not null,
  id              uuid not null,
  period_lock_id  uuid not null,
  -- The days of the lock, which does not exist any more after the period is unlocked.
  start_date      date not null,
  end_date        date not null check (end_date >= start_date),
  entity_type     text not null check (entity_type <> ''),
  record_id       uuid not null,
  -- After the change.
  revision        int not null check (revision > 0),
  action          text not null check (action in ('created', 'changed', 'deleted')),
  reason          text not null check (char_length(reason) between 1 and 500),
  restated_by     uuid,
  created_at      timestamptz not null default now(),
  -- When the amounts became part of the totals.
  merged_at       timestamptz,
  primary key (organization_id, id)
);
-- Serve the filters of the list. The first one also prevents a second row of one change.
create unique index restatements_by_record on restatements (organization_id, record_id, revision, period_lock_id);
create index restatements_by_lock on restatements (organization_id, period_lock_id, id);
-- Serves the check of a new lock.
create index restatements_unmerged on restatements (organization_id, end_date) where merged_at is null;
alter table restatements enable row level security, force row level security;
create policy restatements_own on restatements
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

alter table ingest_jobs add column restatement_reason text check (char_length(restatement_reason) between 1 and 500);

-- From then on calc keeps the totals of the period as they are.
alter table period_locks add column totals_fixed_at timestamptz;

-- New and removed locks until calc has confirmed them.
create table pending_period_locks (
  organization_id uuid not null,
  id              uuid not null,
  start_date      date not null,
  end_date        date not null,
  -- False for a removed lock.
  locked          boolean not null,
  -- Time of the last announcement.
  since           timestamptz not null default now(),
  -- Repeated announcements.
  tries           int not null default 0,
  primary key (organization_id, id)
);
-- Serves the sweep, which searches for the oldest of all organizations.
create index pending_period_locks_since on pending_period_locks (since);
alter table pending_period_locks enable row level security, force row level security;
create policy pending_period_locks_own on pending_period_locks
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());

-- calc does not know the earlier locks. Policies apply to the owner, too.
alter table period_locks no force row level security;
alter table pending_period_locks no force row level security;
insert into pending_period_locks (organization_id, id, start_date, end_date, locked, since)
select organization_id, id, start_date, end_date, true, '-infinity' from period_locks;
alter table pending_period_locks force row level security;
alter table period_locks force row level security;

-- As before, and with a reason in the setting app.restatement_reason the change is recorded instead of refused. The
-- revision of a deletion is the one that calc gets.
create or replace function refuse_locked_period() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
  reason text := nullif(current_setting('app.restatement_reason', true), '');
  restated_by uuid := nullif(current_setting('app.restated_by', true), '')::uuid;
  touched text;
  locked record;
begin
  perform pg_advisory_xact_lock_shared(period_lock_key(org));
  if not exists (select from period_locks l where l.organization_id = org) then
    return null;
  end if;
  touched := format(
    case tg_op
      when 'INSERT' then 'select r.organization_id, r.id, r.revision, %1$s as first_day, %2$s as last_day from new_rows r'
      when 'DELETE' then
        'select r.organization_id, r.id, r.revision + 1 as revision, %1$s as first_day, %2$s as last_day from old_rows r'
      else
        'select r.organization_id, r.id, n.revision, %1$s as first_day, %2$s as last_day
         from old_rows r join new_rows n using (organization_id, id) where r.revision <> n.revision
         union all
         select r.organization_id, r.id, r.revision, %1$s, %2$s
         from new_rows r join old_rows o using (organization_id, id) where r.revision <> o.revision'
    end, tg_argv[0], tg_argv[1]);
  execute format(
    'select l.start_date, l.end_date from (%s) r
     join period_locks l on l.organization_id = r.organization_id
       and l.start_date <= r.last_day and l.end_date >= r.first_day
     where $1 is null or l.totals_fixed_at is null limit 1', touched) into locked using reason;
  if locked.start_date is not null and reason is null then
    raise exception 'The period from % to % is locked.', locked.start_date, locked.end_date
      using errcode = 'EM409', hint = 'PERIOD_LOCKED';
  elsif locked.start_date is not null then
    raise exception 'The lock from % to % has not reached the totals yet. Repeat the request.', locked.start_date,
      locked.end_date using errcode = 'EM409', hint = 'PERIOD_LOCKED';
  end if;
  if reason is not null then
    execute format(
      'insert into restatements (organization_id, id, period_lock_id, start_date, end_date, entity_type, record_id,
         revision, action, reason, restated_by)
       select distinct on (r.id, l.id) r.organization_id, uuidv7(), l.id, l.start_date, l.end_date, %L, r.id, r.revision,
         %L, $1, $2
       from (%s) r
       join period_locks l on l.organization_id = r.organization_id
         and l.start_date <= r.last_day and l.end_date >= r.first_day
       on conflict do nothing',
      tg_table_name, case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'changed' end, touched)
    using reason, restated_by;
  end if;
  return null;
end
$$;

-- A failed record that is calculated again keeps its status until the result. It waits like the others.
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
         where p.organization_id = r.organization_id and p.entity_type = $1 and p.record_id = r.id))',
    target, days.first_day, days.last_day) into found using target, state, first_day, last_day;
  return found;
end
$$;
