-- migrate: baseline, compatible

-- Addresses from which a person has signed in. They have a budget of failures of their own, so that guesses from elsewhere
-- do not use it up. Both columns are HMACs: the table names nobody. Only the functions below use it.
create table known_sign_ins (
  account bytea not null check (octet_length(account) = 32),
  address bytea not null check (octet_length(address) = 32),
  at      timestamptz not null default now(),
  primary key (account, address)
);
alter table known_sign_ins enable row level security, force row level security;
-- Serves the sweep, which deletes the oldest rows.
create index known_sign_ins_by_age on known_sign_ins (at);
create policy known_sign_ins_own on known_sign_ins
  using (is_machinery());

-- Requests that are at work, for limits of requests at once. Unlogged: gateways renew their rows every few seconds.
create unlogged table open_requests (
  organization_id uuid not null,
  subject         text not null,
  -- The name of the limit.
  name            text not null,
  id              uuid not null,
  gateway_id      uuid not null,
  -- Microseconds since 1970. The row of a killed gateway is void from then on.
  expires_us      bigint not null,
  primary key (organization_id, subject, name, id)
);
alter table open_requests enable row level security, force row level security;
create policy open_requests_own on open_requests
  using (is_machinery());

-- Limits of requests, shared by all gateways. Only the functions below use the tables. They see all organizations in their
-- transaction, because one call serves the requests of many.
-- Limits of an organization in place of the usual ones. The all-zero id is for addresses without credentials.
create table rate_limit_overrides (
  organization_id uuid not null,
  -- The name in the header RateLimit-Policy.
  policy          text not null,
  -- In each window of the policy.
  requests        integer not null check (requests >= 1 and requests <= 1000000),
  -- A bucket is full again within 1,000 windows.
  burst           integer not null,
  changed_at      timestamptz not null default now(),
  primary key (organization_id, policy),
  constraint rate_limit_overrides_check check (burst >= 1 and burst <= 1000000 and burst <= (requests * 1000))
);
alter table rate_limit_overrides enable row level security, force row level security;
create policy rate_limit_overrides_own on rate_limit_overrides
  using (is_machinery() or organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Token buckets. A full bucket needs no row. Unlogged: a commit does not wait for the disk, and after a crash of Postgres
-- all buckets are full. Half of each page is free, so that an update stays in its page.
create unlogged table token_buckets (
  organization_id uuid not null,
  -- An API key, a user or an address.
  subject         text not null,
  bucket          text not null,
  -- The limits of the last request.
  requests        integer not null,
  window_us       bigint not null,
  burst           integer not null,
  -- Missing tokens times window_us. It falls by `requests` in a microsecond, so integers are exact.
  deficit         bigint not null,
  -- Microseconds since 1970, when the deficit was true.
  at_us           bigint not null,
  -- Tokens that the last statement took.
  taken           integer not null,
  primary key (organization_id, subject, bucket)
) with (fillfactor = 50);
alter table token_buckets enable row level security, force row level security;
create policy token_buckets_own on token_buckets
  using (is_machinery());

create function close_request(organization uuid, caller text, limit_name text, request uuid) returns void
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  delete from open_requests
  where organization_id = organization and subject = caller and name = limit_name and id = request;
end $$;

-- The deficit after a time. Every bucket is full after a day, so longer times count as one and cannot overflow.
create function deficit_after(deficit bigint, elapsed_us bigint, requests integer) returns bigint
language sql immutable
return greatest((0)::bigint, (deficit - (least(greatest(elapsed_us, (0)::bigint), '86400000000'::bigint) *
  requests)));

-- Microseconds since 1970; a test gives its own clock.
create function now_us(clock_us bigint) returns bigint
language sql
return coalesce(clock_us, ((extract(epoch from clock_timestamp()) * (1000000)::numeric))::bigint);

-- Deletes up to `rows_max` buckets that have been full for a minute, and as many expired open requests. Returns the
-- number of buckets. Rows that a gateway is using are skipped.
create function delete_expired_limits(rows_max integer, clock_us bigint) returns integer
language plpgsql as $$
declare deleted int;
begin
  perform set_config('app.machinery', 'on', true);
  delete from open_requests where ctid = any(array(
    select ctid from open_requests where expires_us <= now_us(clock_us) limit rows_max for update skip locked));
  delete from token_buckets where ctid = any(array(
    select ctid from token_buckets where at_us + deficit / requests < now_us(clock_us) - 60000000
    limit rows_max for update skip locked));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- An address is known for this long after the last sign-in from it.
create function known_sign_in_lifetime() returns interval
language sql immutable
return '90 days'::interval;

-- Deletes up to `rows_max` addresses that are no longer known. Rows that a gateway is using are skipped.
create function delete_old_sign_ins(rows_max integer) returns integer
language plpgsql as $$
declare deleted int;
begin
  perform set_config('app.machinery', 'on', true);
  delete from known_sign_ins where ctid = any(array(
    select ctid from known_sign_ins where at <= now() - known_sign_in_lifetime()
    order by at limit rows_max for update skip locked));
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create function is_known_sign_in(of_account bytea, from_address bytea) returns boolean
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  return exists (
    select from known_sign_ins
    where account = of_account and address = from_address and at > now() - known_sign_in_lifetime());
end $$;

-- Adds an open request, unless the caller has `open_max` of them. The lock makes two gateways count one after the other.
create function open_request(organization uuid, caller text, limit_name text, request uuid, gateway uuid, open_max
  integer, lease_us bigint, clock_us bigint) returns boolean
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  perform pg_advisory_xact_lock(hashtextextended(organization || '/' || caller || '/' || limit_name, 0));
  delete from open_requests
  where organization_id = organization and subject = caller and name = limit_name and expires_us <= now_us(clock_us);
  if (select count(*) from open_requests
      where organization_id = organization and subject = caller and name = limit_name) >= open_max then
    return false;
  end if;
  insert into open_requests values (organization, caller, limit_name, request, gateway, now_us(clock_us) + lease_us);
  return true;
end $$;

-- Keeps the latest 20 addresses of an account.
create function remember_sign_in(of_account bytea, from_address bytea) returns void
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  insert into known_sign_ins values (of_account, from_address)
  on conflict (account, address) do update set at = now();
  delete from known_sign_ins where account = of_account and address in (
    select address from known_sign_ins where account = of_account order by at desc, address offset 20);
end $$;

-- Renews the rows of a gateway, and adds those that a crash of Postgres removed.
create function renew_open_requests(organizations uuid[], callers text[], limit_names text[], requests uuid[],
  gateway uuid, lease_us bigint, clock_us bigint) returns void
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  insert into open_requests
  select organization, caller, limit_name, request, gateway, now_us(clock_us) + lease_us
  from unnest(organizations, callers, limit_names, requests) as a (organization, caller, limit_name, request)
  order by organization, caller, limit_name, request
  on conflict (organization_id, subject, name, id) do update set expires_us = excluded.expires_us;
end $$;

-- Takes as many of the wanted tokens of each bucket as there are. A bucket may be named once. Rows are locked in the
-- order of their keys, so that two gateways never wait for each other.
create function take_tokens(organizations uuid[], subjects text[], buckets text[], policies text[], wanted
  integer[], usual_requests integer[], windows_us bigint[], usual_bursts integer[], clock_us bigint) returns setof
  token_buckets
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.machinery', 'on', true);
  return query
    insert into token_buckets as b (organization_id, subject, bucket, requests, window_us, burst, deficit, at_us, taken)
    select a.organization_id, a.subject, a.bucket, l.requests, a.window_us, l.burst,
      least(a.wanted, l.burst) * a.window_us, now_us(clock_us), least(a.wanted, l.burst)
    from unnest(organizations, subjects, buckets, policies, wanted, usual_requests, windows_us, usual_bursts)
      as a (organization_id, subject, bucket, policy, wanted, requests, window_us, burst)
    left join rate_limit_overrides o on o.organization_id = a.organization_id and o.policy = a.policy
    -- Operators gave keys more before there were limits of groups. A key of the top organization reaches its limit alone.
    left join rate_limit_overrides k
      on k.organization_id = a.organization_id and k.policy = 'account' and a.policy = 'group'
    cross join lateral (
      select coalesce(o.requests, greatest(k.requests, a.requests)), coalesce(o.burst, greatest(k.burst, a.burst))
    ) as l (requests, burst)
    order by a.organization_id, a.subject, a.bucket
    on conflict (organization_id, subject, bucket) do update
    set (requests, window_us, burst, deficit, at_us, taken) = (
      select excluded.requests, excluded.window_us, excluded.burst,
        before.deficit + possible.taken * excluded.window_us, greatest(b.at_us, excluded.at_us), possible.taken
      from deficit_after(b.deficit, excluded.at_us - b.at_us, excluded.requests) as before (deficit)
      cross join lateral (
        select least(excluded.taken, greatest(0,
          excluded.burst - (before.deficit + excluded.window_us - 1) / excluded.window_us)::int)
      ) as possible (taken))
    returning b.*;
end $$;
