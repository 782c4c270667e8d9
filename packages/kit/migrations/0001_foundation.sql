-- What every service schema has: the organization of a transaction, messages out and in, repeats, leases, audit.

-- The organization that the transaction writes for.
create function current_organization() returns uuid language sql stable parallel safe
  return current_setting('app.organization')::uuid;

-- The organizations that the transaction may read: its own, or in a group view also those below.
create function visible_organizations() returns uuid[] language sql stable parallel safe
  return current_setting('app.organizations')::uuid[];

-- True for the machinery that carries messages of all organizations. It opens message tables only, never business tables.
create function is_machinery() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.machinery', true), '') = 'on';

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  payload         bytea not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz
);
-- Serves the relay, which looks only at what waits.
create index outbox_waiting on outbox (id) where published_at is null;
-- Serves the removal of old rows, and publishing again after the stream was lost.
create index outbox_published on outbox (created_at) where published_at is not null;
alter table outbox enable row level security, force row level security;
create policy outbox_own on outbox using (organization_id = current_organization() or is_machinery());

-- What the relay last knew of its stream: a younger stream or a lower sequence means that messages were lost.
create table outbox_stream (
  name       text primary key,
  created_at timestamptz not null,
  last_seq   bigint not null
);

create table inbox (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  received_at     timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
-- Serves the removal of old rows.
create index inbox_received on inbox (received_at);
alter table inbox enable row level security, force row level security;
create policy inbox_own on inbox using (organization_id = current_organization() or is_machinery());

-- Messages that could not be handled, with the cause, for people to look at.
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
create policy dead_letters_own on dead_letters using (organization_id = current_organization() or is_machinery());

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  key             text not null,
  fingerprint     text not null,
  -- Null while the first request is at work; nobody else sees that row then.
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
-- Serves the removal of old rows.
create index idempotency_keys_created on idempotency_keys (created_at);
alter table idempotency_keys enable row level security, force row level security;
create policy idempotency_keys_own on idempotency_keys using (organization_id = current_organization() or is_machinery());

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
  primary key (organization_id, id)
);
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log using (organization_id = current_organization());

create table leases (
  name       text primary key,
  holder     uuid not null,
  -- Grows with every new holder: work that carries a lower number came too late.
  fence      bigint not null,
  expires_at timestamptz not null
);
