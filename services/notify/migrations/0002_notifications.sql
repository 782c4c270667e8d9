-- What a person is told in the app.
create table notifications (
  organization_id uuid not null,
  id              uuid not null,
  -- Whom it is addressed to.
  user_id         uuid not null,
  type            text not null check (type in ('ingest_job_finished')),
  job_id          uuid not null,
  -- The job as it was then: the message `emissions.activity.v1.IngestJob`.
  job             bytea not null,
  read_at         timestamptz,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  -- A job finishes once, however often that is heard.
  unique (organization_id, user_id, type, job_id)
);
-- Serves the listing.
create index notifications_by_user on notifications (organization_id, user_id, id desc);
-- Serves the count.
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
-- Serves the removal of old ones.
create index notifications_created on notifications (created_at);
alter table notifications enable row level security, force row level security;
create policy notifications_own on notifications
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
create policy notifications_machinery on notifications for select using (is_machinery());
