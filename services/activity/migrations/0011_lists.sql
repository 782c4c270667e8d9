alter table purchases add column search_text text not null
  generated always as (plain_text(product_name || chr(10) || coalesce(description, ''))) stored;
alter table facilities add column search_text text not null generated always as (plain_text(name)) stored;
alter table suppliers add column search_text text not null generated always as (plain_text(business_name)) stored;

-- What one request deleted, when it deleted many: the audit log names this row.
create table deletions (
  organization_id uuid not null,
  id              uuid not null,
  resource        text not null,
  -- Of a deletion by filters: what the caller had seen, and asked for.
  filter_hash     text check (filter_hash ~ '^[0-9a-f]{16}$'),
  filters         jsonb,
  ids             uuid[] not null,
  at              timestamptz not null default now(),
  primary key (organization_id, id)
);
comment on table deletions is 'append-only: what is gone stays gone';
alter table deletions enable row level security, force row level security;
create policy deletions_own on deletions using (organization_id = current_organization());
