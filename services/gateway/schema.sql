-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema gateway;
set search_path = gateway;
-- A function may name what comes later.
set check_function_bodies = off;

create function current_organization() returns uuid
language sql stable parallel safe
return (current_setting('app.organization'))::uuid;

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

create table audit_log (
  organization_id uuid not null,
  id              uuid not null,
  at              timestamptz not null default now(),
  actor_kind      text not null,
  actor_id        text,
  api_key_id      text,
  action          text not null,
  entity_id       text,
  request_id      text,
  changes         jsonb check (jsonb_typeof(changes) = 'object'),
  address         text check (char_length(address) >= 1 and char_length(address) <= 64),
  entity_kind     text check (entity_kind <> ''),
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();

create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

create table dead_letters (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  type            text not null,
  payload         bytea not null,
  cause           text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table dead_letters enable row level security, force row level security;
create policy dead_letters_own on dead_letters
  using (organization_id = current_organization() or is_machinery());

create table deferred_events (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  lane            text not null check (lane in ('single', 'bulk')),
  type            text not null,
  payload         bytea not null,
  packed          boolean not null,
  traceparent     text not null,
  failures        smallint not null default 0,
  due_at          timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table deferred_events enable row level security, force row level security;
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
create policy deferred_events_own on deferred_events
  using (organization_id = current_organization() or is_machinery());

create table external_deletions (
  organization_id uuid not null,
  id              uuid not null,
  attempt         integer not null check (attempt > 0),
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
alter table external_deletions enable row level security, force row level security;
create policy external_deletions_own on external_deletions
  using (organization_id = (select current_organization()));

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  key             text not null,
  fingerprint     text not null,
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
alter table idempotency_keys enable row level security, force row level security;
create index idempotency_keys_created on idempotency_keys (created_at);
create policy idempotency_keys_own on idempotency_keys
  using (organization_id = current_organization() or is_machinery());

create table inbox (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  received_at     timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table inbox enable row level security, force row level security;
create index inbox_received on inbox (received_at);
create policy inbox_own on inbox
  using (organization_id = current_organization() or is_machinery());

create table known_sign_ins (
  account bytea not null check (octet_length(account) = 32),
  address bytea not null check (octet_length(address) = 32),
  at      timestamptz not null default now(),
  primary key (account, address)
);
alter table known_sign_ins enable row level security, force row level security;
create index known_sign_ins_by_age on known_sign_ins (at);
create policy known_sign_ins_own on known_sign_ins
  using (is_machinery());

create table leases (
  name       text primary key,
  holder     uuid not null,
  fence      bigint not null,
  expires_at timestamptz not null
);

create table migrations (
  name       text primary key,
  digest     text not null,
  applied_at timestamptz not null default now(),
  compatible boolean not null default false
);

create table neighbours (
  name         text not null,
  role         text not null check (role in ('producer', 'consumer')),
  mark         uuid,
  "position"   bigint not null default 0 check ("position" >= 0),
  shown        uuid,
  agreed_at    timestamptz not null default now(),
  begun_at     timestamptz not null default '-infinity'::timestamptz,
  behind       text check (behind in ('self', 'neighbour')),
  behind_since timestamptz,
  events_lost  boolean not null default false,
  accepted     boolean not null default false,
  primary key (name, role),
  constraint neighbours_check check ((behind is null) = (behind_since is null))
);

create unlogged table open_requests (
  organization_id uuid not null,
  subject         text not null,
  name            text not null,
  id              uuid not null,
  gateway_id      uuid not null,
  expires_us      bigint not null,
  primary key (organization_id, subject, name, id)
);
alter table open_requests enable row level security, force row level security;
create policy open_requests_own on open_requests
  using (is_machinery());

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  payload         bytea storage external not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz,
  lane            text not null default 'single' check (lane in ('single', 'bulk')),
  packed          boolean not null default false
);
alter table outbox enable row level security, force row level security;
create index outbox_published on outbox (created_at) where published_at is not null;
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create policy outbox_own on outbox
  using (organization_id = current_organization() or is_machinery());

create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

create table outbox_stream (
  name         text primary key,
  created_at   timestamptz not null,
  last_seq     bigint not null,
  marked_seq   bigint not null default 0,
  marked_at    timestamptz not null default now(),
  again_before timestamptz,
  again_from   timestamptz not null default '-infinity'::timestamptz
);

create table rate_limit_overrides (
  organization_id uuid not null,
  policy          text not null,
  requests        integer not null check (requests >= 1 and requests <= 1000000),
  burst           integer not null,
  changed_at      timestamptz not null default now(),
  primary key (organization_id, policy),
  constraint rate_limit_overrides_check check (burst >= 1 and burst <= 1000000 and burst <= (requests * 1000))
);
alter table rate_limit_overrides enable row level security, force row level security;
create policy rate_limit_overrides_own on rate_limit_overrides
  using (is_machinery() or organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create unlogged table token_buckets (
  organization_id uuid not null,
  subject         text not null,
  bucket          text not null,
  requests        integer not null,
  window_us       bigint not null,
  burst           integer not null,
  deficit         bigint not null,
  at_us           bigint not null,
  taken           integer not null,
  primary key (organization_id, subject, bucket)
) with (fillfactor = 50);
alter table token_buckets enable row level security, force row level security;
create policy token_buckets_own on token_buckets
  using (is_machinery());

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = gateway set default_statistics_target to '10' as $$
declare
  grown regclass;
  analyzed int := 0;
begin
  for grown in
    select c.oid from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and pg_relation_size(c.oid) / current_setting('block_size')::int > greatest(pages_min, 2 * c.relpages)
      and not coalesce(c.reloptions @> array['autovacuum_enabled=false'], false)
    order by pg_relation_size(c.oid) desc limit tables_max
  loop
    -- An analyze or a vacuum of another session holds the lock.
    execute format('analyze (skip_locked) %s', grown);
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end
$$;

create function close_request(organization uuid, caller text, limit_name text, request uuid) returns void
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  delete from open_requests
  where organization_id = organization and subject = caller and name = limit_name and id = request;
end $$;

create function deficit_after(deficit bigint, elapsed_us bigint, requests integer) returns bigint
language sql immutable
return greatest((0)::bigint, (deficit - (least(greatest(elapsed_us, (0)::bigint), '86400000000'::bigint) *
  requests)));

create function now_us(clock_us bigint) returns bigint
language sql
return coalesce(clock_us, ((extract(epoch from clock_timestamp()) * (1000000)::numeric))::bigint);

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

create function known_sign_in_lifetime() returns interval
language sql immutable
return '90 days'::interval;

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

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = gateway as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

create function remember_sign_in(of_account bytea, from_address bytea) returns void
language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  insert into known_sign_ins values (of_account, from_address)
  on conflict (account, address) do update set at = now();
  delete from known_sign_ins where account = of_account and address in (
    select address from known_sign_ins where account = of_account order by at desc, address offset 20);
end $$;

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

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

grant usage on schema gateway to emissions_gateway;
grant select on migrations to emissions_gateway;
grant select, insert on audit_log to emissions_gateway;
grant select, insert, update, delete on dead_letters, deferred_events, external_deletions, idempotency_keys, inbox,
  known_sign_ins, leases, neighbours, open_requests, outbox, outbox_consumers, outbox_stream, rate_limit_overrides,
  token_buckets to emissions_gateway;
grant execute on function analyze_grown_tables(integer,integer), close_request(uuid,text,text,uuid),
  current_organization(), deficit_after(bigint,bigint,integer), delete_expired_limits(integer,bigint),
  delete_old_sign_ins(integer), is_known_sign_in(bytea,bytea), is_machinery(), known_sign_in_lifetime(),
  now_us(bigint), open_request(uuid,text,text,uuid,uuid,integer,bigint,bigint), raise_row_estimates(integer),
  refuse_audit_change(), remember_sign_in(bytea,bytea),
  renew_open_requests(uuid[],text[],text[],uuid[],uuid,bigint,bigint),
  take_tokens(uuid[],text[],text[],text[],integer[],integer[],bigint[],integer[],bigint), visible_organizations() to
  emissions_gateway;
