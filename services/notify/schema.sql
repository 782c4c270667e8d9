-- Written by `npm run schema` from the migrations: the present schema, for readers. Never edited.
create schema notify;
set search_path = notify;
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

create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

create table notifications (
  organization_id uuid not null,
  id              uuid not null,
  user_id         uuid not null,
  type            text not null check (type = 'ingest_job_finished'),
  job_id          uuid not null,
  job             bytea not null,
  read_at         timestamptz,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id, type, job_id)
);
alter table notifications enable row level security, force row level security;
create index notifications_by_user on notifications (organization_id, user_id, id desc);
create index notifications_created on notifications (created_at);
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
create policy notifications_machinery on notifications for select
  using (is_machinery());
create policy notifications_own on notifications
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

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

create domain webhook_error_code as text check (value in ('HTTP_STATUS', 'TIMEOUT', 'CONNECTION_REFUSED',
  'CONNECTION_RESET', 'DNS_FAILURE', 'TLS_FAILURE', 'REDIRECT', 'ADDRESS_NOT_PUBLIC'));

create domain webhook_delivery_status as text check (value in ('pending', 'succeeded', 'failed', 'cancelled'));

create domain webhook_event_type as text check (value = 'ingest_job.finished');

create table webhook_endpoints (
  organization_id      uuid not null,
  id                   uuid not null,
  url                  text not null check (char_length(url) >= 1 and char_length(url) <= 2048),
  description          text check (char_length(description) >= 1 and char_length(description) <= 255),
  event_types          text[] not null check (cardinality(event_types) > 0),
  enabled              boolean not null,
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  disabled_reason      text check (disabled_reason = 'TOO_MANY_FAILURES'),
  sealed_secret        bytea not null,
  answering            boolean not null default false,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  primary key (organization_id, id),
  constraint webhook_endpoints_deleted check (deleted_at is null or not enabled),
  constraint webhook_endpoints_reason check (disabled_reason is null or not enabled)
) with (fillfactor = 70);
alter table webhook_endpoints enable row level security, force row level security;
create index webhook_endpoints_gone on webhook_endpoints (deleted_at) where deleted_at is not null;
create policy webhook_endpoints_machinery on webhook_endpoints for select
  using (is_machinery());
create policy webhook_endpoints_own on webhook_endpoints
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table webhook_events (
  organization_id uuid not null,
  id              uuid not null,
  type            webhook_event_type not null,
  subject_id      uuid,
  body            text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, type, subject_id)
);
alter table webhook_events enable row level security, force row level security;
create index webhook_events_created on webhook_events (created_at);
create policy webhook_events_machinery on webhook_events for select
  using (is_machinery());
create policy webhook_events_own on webhook_events
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table webhook_deliveries (
  organization_id      uuid not null,
  id                   uuid not null,
  endpoint_id          uuid not null,
  event_id             uuid not null,
  event_type           webhook_event_type not null,
  test                 boolean not null default false,
  status               webhook_delivery_status not null default 'pending',
  attempts             integer not null default 0 check (attempts >= 0),
  series_attempts      integer not null default 0,
  next_attempt_at      timestamptz,
  claimed_until        timestamptz,
  claim                bigint not null default 0,
  last_attempt_at      timestamptz,
  last_response_status integer check (last_response_status >= 100 and last_response_status <= 999),
  last_response_body   text check (octet_length(last_response_body) <= 2048),
  last_error_code      webhook_error_code,
  created_at           timestamptz not null default now(),
  finished_at          timestamptz,
  primary key (organization_id, id),
  unique (organization_id, event_id, endpoint_id),
  constraint webhook_deliveries_check check (series_attempts >= 0 and series_attempts <= attempts),
  constraint webhook_deliveries_end check ((status::text = 'pending') = (finished_at is null)),
  constraint webhook_deliveries_next check ((status::text = 'pending') = (next_attempt_at is not null)),
  foreign key (organization_id, endpoint_id) references webhook_endpoints(organization_id, id),
  foreign key (organization_id, event_id) references webhook_events(organization_id, id)
) with (fillfactor = 70);
alter table webhook_deliveries enable row level security, force row level security;
create index webhook_deliveries_by_endpoint on webhook_deliveries (organization_id, endpoint_id, id desc);
create index webhook_deliveries_failed on webhook_deliveries (organization_id, endpoint_id, created_at) where
  status::text = 'failed';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
create index webhook_deliveries_pending on webhook_deliveries (organization_id, endpoint_id, next_attempt_at) where
  status::text = 'pending';
create policy webhook_deliveries_machinery on webhook_deliveries for select
  using (is_machinery());
create policy webhook_deliveries_own on webhook_deliveries
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id     uuid not null,
  number          integer not null check (number > 0),
  at              timestamptz not null,
  duration_ms     integer not null check (duration_ms >= 0),
  response_status integer check (response_status >= 100 and response_status <= 999),
  error_code      webhook_error_code,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries(organization_id, id) on delete cascade
);
alter table webhook_attempts enable row level security, force row level security;
create policy webhook_attempts_own on webhook_attempts
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path = notify set default_statistics_target to '10' as $$
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

create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path = notify as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

grant usage on schema notify to emissions_notify;
grant select on migrations to emissions_notify;
grant select, insert on audit_log to emissions_notify;
grant select, insert, update, delete on dead_letters, deferred_events, external_deletions, idempotency_keys, inbox,
  leases, neighbours, notifications, outbox, outbox_consumers, outbox_stream, webhook_attempts, webhook_deliveries,
  webhook_endpoints, webhook_events to emissions_notify;
grant execute on function analyze_grown_tables(integer,integer), current_organization(), is_machinery(),
  raise_row_estimates(integer), refuse_audit_change(), visible_organizations() to emissions_notify;
