-- Shares of an organization in an organization directly below it. An entry applies until the next one. A day before the
-- first entry is outside the boundary; without any entry all days are inside, as a whole.
create table ownership_shares (
  organization_id     uuid not null,
  child_id            uuid not null check (child_id <> organization_id),
  start_date          date not null,
  -- Economic interest.
  equity_share        numeric(5, 4) not null check (equity_share between 0 and 1),
  operational_control boolean not null,
  financial_control   boolean not null,
  primary key (organization_id, child_id, start_date)
);
alter table ownership_shares enable row level security, force row level security;
create policy ownership_shares_own on ownership_shares
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Records of the visible organizations that wait for a result and have emissions in a period.
create function waiting_records(target text, first_day date, last_day date) returns int
language plpgsql stable as $$
declare
  days record := emission_days(target);
  found int;
begin
  execute format(
    'select count(*) from %I r where r.organization_id = any (visible_organizations())
       and r.calculation_status = ''pending'' and %s <= $2 and %s >= $1', target, days.first_day, days.last_day)
  into found using first_day, last_day;
  return found;
end
$$;
