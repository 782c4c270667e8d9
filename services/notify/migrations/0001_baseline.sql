-- migrate: baseline, compatible

-- What a person is told in the app.
create table notifications (
  organization_id uuid not null,
  id              uuid not null,
  -- Whom it is addressed to.
  user_id         uuid not null,
  type            text not null check (type = 'ingest_job_finished'),
  job_id          uuid not null,
  -- The job as it was then: the message `emissions.activity.v1.IngestJob`.
  job             bytea not null,
  read_at         timestamptz,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  -- A job finishes once, however often that is heard.
  unique (organization_id, user_id, type, job_id)
);
alter table notifications enable row level security, force row level security;
-- Serves the listing.
create index notifications_by_user on notifications (organization_id, user_id, id desc);
-- Serves the removal of old ones.
create index notifications_created on notifications (created_at);
-- Serves the count.
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
create policy notifications_machinery on notifications for select
  using (is_machinery());
create policy notifications_own on notifications
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- An address that an organization wants to be told at.
create table webhook_endpoints (
  organization_id      uuid not null,
  id                   uuid not null,
  -- As it is connected to.
  url                  text not null check (char_length(url) >= 1 and char_length(url) <= 2048),
  description          text check (char_length(description) >= 1 and char_length(description) <= 255),
  event_types          text[] not null check (cardinality(event_types) > 0),
  enabled              boolean not null,
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  disabled_reason      text check (disabled_reason = 'TOO_MANY_FAILURES'),
  -- Key of the signature, sealed: nobody reads it who has the database alone.
  sealed_secret        bytea not null,
  -- The last attempt reached it: one that has never done so, or not any more, is not sent many at once.
  answering            boolean not null default false,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  -- For clients it is gone then; its deliveries, which may be many, and at last the row are removed in steps.
  deleted_at           timestamptz,
  primary key (organization_id, id),
  constraint webhook_endpoints_deleted check (deleted_at is null or not enabled),
  constraint webhook_endpoints_reason check (disabled_reason is null or not enabled)
) with (fillfactor = 70);
alter table webhook_endpoints enable row level security, force row level security;
-- Serves the removal of what was deleted.
create index webhook_endpoints_gone on webhook_endpoints (deleted_at) where deleted_at is not null;
-- What seals the secrets of all organizations anew finds them, and what removes those that were deleted.
create policy webhook_endpoints_machinery on webhook_endpoints for select
  using (is_machinery());
create policy webhook_endpoints_own on webhook_endpoints
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create domain webhook_event_type as text check (value = 'ingest_job.finished');

-- What happened, in the exact bytes that every receiver gets in every attempt.
create table webhook_events (
  organization_id uuid not null,
  id              uuid not null,
  type            webhook_event_type not null,
  -- The job; a test is about nothing.
  subject_id      uuid,
  body            text not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  -- A job finishes once, however often that is heard.
  unique (organization_id, type, subject_id)
);
alter table webhook_events enable row level security, force row level security;
-- Serves the removal of old events.
create index webhook_events_created on webhook_events (created_at);
-- What is old is found over all organizations, and removed in each.
create policy webhook_events_machinery on webhook_events for select
  using (is_machinery());
create policy webhook_events_own on webhook_events
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

create domain webhook_delivery_status as text check (value in ('pending', 'succeeded', 'failed', 'cancelled'));

create domain webhook_error_code as text check (value in ('HTTP_STATUS', 'TIMEOUT', 'CONNECTION_REFUSED',
  'CONNECTION_RESET', 'DNS_FAILURE', 'TLS_FAILURE', 'REDIRECT', 'ADDRESS_NOT_PUBLIC'));

-- One event on its way to one endpoint.
create table webhook_deliveries (
  organization_id      uuid not null,
  id                   uuid not null,
  endpoint_id          uuid not null,
  event_id             uuid not null,
  event_type           webhook_event_type not null,
  test                 boolean not null default false,
  status               webhook_delivery_status not null default 'pending',
  attempts             integer not null default 0 check (attempts >= 0),
  -- Attempts since it was made or last begun anew: the place in the schedule.
  series_attempts      integer not null default 0,
  next_attempt_at      timestamptz,
  -- Until then the attempt at hand may still be under way in some process; afterwards that process is taken for dead.
  claimed_until        timestamptz,
  -- Grows with every claim: what a late process writes is told by a lower one, and refused.
  claim                bigint not null default 0,
  last_attempt_at      timestamptz,
  last_response_status integer check (last_response_status >= 100 and last_response_status <= 999),
  last_response_body   text check (octet_length(last_response_body) <= 2048),
  last_error_code      webhook_error_code,
  created_at           timestamptz not null default now(),
  finished_at          timestamptz,
  primary key (organization_id, id),
  -- An endpoint gets an event once.
  unique (organization_id, event_id, endpoint_id),
  constraint webhook_deliveries_check check (series_attempts >= 0 and series_attempts <= attempts),
  constraint webhook_deliveries_end check ((status::text = 'pending') = (finished_at is null)),
  constraint webhook_deliveries_next check ((status::text = 'pending') = (next_attempt_at is not null)),
  foreign key (organization_id, endpoint_id) references webhook_endpoints(organization_id, id),
  foreign key (organization_id, event_id) references webhook_events(organization_id, id)
) with (fillfactor = 70);
alter table webhook_deliveries enable row level security, force row level security;
-- Serves the listing.
create index webhook_deliveries_by_endpoint on webhook_deliveries (organization_id, endpoint_id, id desc);
-- Serves sending again what failed since a time.
create index webhook_deliveries_failed on webhook_deliveries (organization_id, endpoint_id, created_at) where
  status::text = 'failed';
-- Serves the removal of old deliveries.
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
-- Serves the senders, which look at the endpoints with something to send, and at the first deliveries of each.
create index webhook_deliveries_pending on webhook_deliveries (organization_id, endpoint_id, next_attempt_at) where
  status::text = 'pending';
-- The senders see that there is something to send, and remove what is old.
create policy webhook_deliveries_machinery on webhook_deliveries for select
  using (is_machinery());
create policy webhook_deliveries_own on webhook_deliveries
  using (organization_id = any (visible_organizations()))
  with check (organization_id = current_organization());

-- One try of a delivery.
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

-- What the planner goes by until a table is analyzed for the first time. Left alone it takes an organization for a two
-- hundredth of a table, so that any index that begins with the organization seems as good as the key; plans made then are
-- kept while thousands of rows come, and each of them reads all rows of the organization.
select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', e.table_name, 'attname', e.column_name,
  'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct::real)
from (values
  ('webhook_attempts', 'delivery_id', -1), ('webhook_attempts', 'organization_id', 1),
  ('webhook_deliveries', 'endpoint_id', 1), ('webhook_deliveries', 'event_id', -1),
  ('webhook_deliveries', 'id', -1), ('webhook_deliveries', 'organization_id', 1),
  ('webhook_events', 'id', -1), ('webhook_events', 'organization_id', 1)) as e (table_name, column_name, n_distinct);
