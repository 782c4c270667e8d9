-- migrate: baseline, compatible
-- What every service schema has: the organization of a transaction, messages out and in, repeats, leases, audit.

-- The organization that the transaction writes for.
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
  -- What a change did to the fields of its entity: {"name": {"old": "a", "new": "b"}}. A secret field has an empty object.
  -- Null for creations, deletions and actions: the row of the entity has the values, and later changes have the old ones.
  changes         jsonb check (jsonb_typeof(changes) = 'object'),
  -- Of the client, as the gateway saw it. Null for work without a request, such as an import that runs on.
  address         text check (char_length(address) >= 1 and char_length(address) <= 64),
  -- The resource of the RPC, such as `purchase`. Null in rows of earlier releases.
  entity_kind     text check (entity_kind <> ''),
  primary key (organization_id, id)
);
comment on table audit_log is 'append-only: who changed what, and when';
alter table audit_log enable row level security, force row level security;
create policy audit_log_own on audit_log
  using (organization_id = (select current_organization()));
-- The migration grants select and insert only. The trigger stops the owner of the table, too.
create trigger append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- True for the machinery that carries messages of all organizations. It opens message tables only, never business tables.
create function is_machinery() returns boolean
language sql stable parallel safe
return (coalesce(current_setting('app.machinery', true), '') = 'on');

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
create policy dead_letters_own on dead_letters
  using (organization_id = current_organization() or is_machinery());

-- Events that could not be handled yet: a fault of the database or of a service lasts, or the event itself failed and has
-- tries left. Their messages are acknowledged, so that they hold up no event of other organizations.
create table deferred_events (
  organization_id uuid not null,
  consumer        text not null,
  id              uuid not null,
  lane            text not null check (lane in ('single', 'bulk')),
  type            text not null,
  payload         bytea not null,
  packed          boolean not null,
  traceparent     text not null,
  -- Failures of the event by itself. Faults of the database do not count.
  failures        smallint not null default 0,
  due_at          timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  primary key (organization_id, consumer, id)
);
alter table deferred_events enable row level security, force row level security;
-- Serves the search for organizations with due events, and the events of one of them.
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
create policy deferred_events_own on deferred_events
  using (organization_id = current_organization() or is_machinery());

-- Entities of other services that rows of this schema may name, such as files, and the latest attempt to delete each.
-- A lookup from before that attempt is outdated (db/external-references.ts). Rows are needed for as long as a request
-- can last.
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
  -- Null while the first request is at work; nobody else sees that row then.
  reply           bytea,
  created_at      timestamptz not null default now(),
  primary key (organization_id, route, key)
);
alter table idempotency_keys enable row level security, force row level security;
-- Serves the removal of old rows.
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
-- Serves the removal of old rows.
create index inbox_received on inbox (received_at);
create policy inbox_own on inbox
  using (organization_id = current_organization() or is_machinery());

create table leases (
  name       text primary key,
  holder     uuid not null,
  -- Grows with every new holder: work that carries a lower number came too late.
  fence      bigint not null,
  expires_at timestamptz not null
);

-- The last marks that this service and each neighbour have of each other. A schema that was set back alone to an older
-- moment shows by a mark that does not follow (messages/marks.ts).
create table neighbours (
  name         text not null,
  -- What the neighbour is: the producer of events that this service handles, or a consumer of events of this service.
  role         text not null check (role in ('producer', 'consumer')),
  -- The last mark: received from a producer, or given to a consumer. Null before the first one.
  mark         uuid,
  -- Grows by 1 with each mark, so that the older one of two marks is known.
  "position"   bigint not null default 0 check ("position" >= 0),
  -- Of a consumer: the mark that it has shown last.
  shown        uuid,
  -- The last time at which both sides agreed.
  agreed_at    timestamptz not null default now(),
  -- Events that were handled before do not count any more: a person has settled what they did.
  begun_at     timestamptz not null default '-infinity'::timestamp with time zone,
  -- Who lacks what the other one has.
  behind       text check (behind in ('self', 'neighbour')),
  -- Both sides agreed at this time for the last time. Null while they agree.
  behind_since timestamptz,
  -- Events of the producer that it no longer has were found. Marks alone would agree.
  events_lost  boolean not null default false,
  -- An operator has settled the difference: the next exchange begins anew.
  accepted     boolean not null default false,
  primary key (name, role),
  constraint neighbours_check check ((behind is null) = (behind_since is null))
);

create table outbox (
  id              uuid primary key,
  organization_id uuid not null,
  type            text not null,
  -- Packing the events of a batch takes Postgres as long as storing the rest of their rows, and each is read again at once.
  -- They are gone after a week. Large payloads are packed by who writes them.
  payload         bytea storage external not null,
  traceparent     text not null default '',
  created_at      timestamptz not null default now(),
  published_at    timestamptz,
  -- Events of bulk work travel in a lane of their own, so that those of single records overtake them.
  lane            text not null default 'single' check (lane in ('single', 'bulk')),
  -- Large payloads are packed by who writes them, so that less travels to the database, out of it, and on to the stream.
  packed          boolean not null default false
);
alter table outbox enable row level security, force row level security;
-- Serves the removal of old rows, and publishing again after the stream was lost.
create index outbox_published on outbox (created_at) where published_at is not null;
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
-- Serve the relay, which looks only at what waits: single records in order, bulk work in turns of the organizations.
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create policy outbox_own on outbox
  using (organization_id = current_organization() or is_machinery());

-- Who was ever seen to take messages from a stream. In a stream that was lost they are missing until they come again, and
-- what they have yet to take must stay.
create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

-- What the relay last knew of its stream: a younger stream or a lower sequence means that messages were lost.
create table outbox_stream (
  name         text primary key,
  created_at   timestamptz not null,
  last_seq     bigint not null,
  -- What was in the stream at some time: everything up to this number is at least so old.
  marked_seq   bigint not null default 0,
  marked_at    timestamptz not null default now(),
  -- The stream was lost: what was published before is published again, in steps. Null when that is done.
  again_before timestamptz,
  -- The steps have come to what was made at this time.
  again_from   timestamptz not null default '-infinity'::timestamp with time zone
);

-- Analyzes tables that have grown to more than `pages_min` pages and twice their size at the last analyze, and returns
-- their number. A plan is kept until the next analyze. One of a small table reads all rows of an organization for each
-- key, and autovacuum comes once a minute at most. The largest tables come first, `tables_max` of them. A sample of
-- 3,000 rows is sufficient for that, and takes a tenth of the time of the usual one.
create function analyze_grown_tables(pages_min integer, tables_max integer) returns integer
language plpgsql security definer set search_path from current set default_statistics_target to '10' as $$
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

-- Raises the planner's row estimates of tables with an organization to at least `rows_min`, and returns the number of
-- changed tables. An analyze of a table that has just lost its rows stores that it has none. A plan of that time expects
-- one row for an organization, takes any index that begins with it, and reads all its rows for each key. Only the owner
-- of a table may set its statistics, so the function has the owner's rights.
-- The size of a table of few, large rows stays. It would look grown otherwise.
create function raise_row_estimates(rows_min integer) returns integer
language sql security definer set search_path from current as $$
  select count(pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', c.relname::text,
    'relpages', greatest(1, rows_min / 100, c.relpages), 'reltuples', rows_min::real))::int
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and c.reltuples >= 0 and c.reltuples < rows_min
$$;

-- The organizations that the transaction may read: its own, or in a group view also those below.
create function visible_organizations() returns uuid[]
language sql stable parallel safe
return (current_setting('app.organizations'))::uuid[];

-- A process whose files lack an applied one is ready only if that one is compatible with the release before.
alter table migrations add column compatible boolean not null default false;
