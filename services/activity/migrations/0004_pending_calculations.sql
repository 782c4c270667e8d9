-- The records, of every type, that wait for their result. What waits too long is announced again.
create table pending_calculations (
  organization_id uuid not null,
  entity_type     text not null,
  record_id       uuid not null,
  revision        int not null,
  -- When it was last announced.
  since           timestamptz not null default now(),
  -- How often it was announced again.
  tries           int not null default 0,
  primary key (organization_id, entity_type, record_id)
);
-- Serves the sweep, which looks for the longest waiting of all organizations.
create index pending_calculations_since on pending_calculations (since);
alter table pending_calculations enable row level security, force row level security;
-- The sweep sees only that something waits, never the record itself.
create policy pending_calculations_own on pending_calculations
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());
