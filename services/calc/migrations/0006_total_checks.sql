-- When the totals of an organization were last compared with its impacts.
create table total_checks (
  organization_id uuid primary key,
  checked_at      timestamptz not null,
  -- Rows of the daily and monthly totals that differed.
  differences     int not null
);
alter table total_checks enable row level security, force row level security;
create policy total_checks_own on total_checks using (organization_id = current_organization() or is_machinery());

-- The next organizations with records, for the comparison of all organizations. Nothing but ids leaves this function.
create policy current_records_owner on current_records for select to current_user using (true);
create function organizations_with_records(after uuid, at_most int) returns table (organization_id uuid)
language sql stable security definer set search_path from current as $$
  with recursive next as (
    (select c.organization_id from current_records c where c.organization_id > after order by c.organization_id limit 1)
    union all
    select (
      select c.organization_id from current_records c where c.organization_id > next.organization_id
      order by c.organization_id limit 1)
    from next where next.organization_id is not null)
  select next.organization_id from next where next.organization_id is not null limit at_most
$$;
revoke execute on function organizations_with_records(uuid, int) from public;
