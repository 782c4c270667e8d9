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
-- Serves the search for organizations with due events, and the events of one of them.
create index deferred_events_due on deferred_events (consumer, lane, organization_id, due_at);
alter table deferred_events enable row level security, force row level security;
create policy deferred_events_own on deferred_events using (organization_id = current_organization() or is_machinery());
