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

-- Serves the listing: order, filter hash and pages far behind are read from it alone, also with the filters that stand
-- in it. What a result changes does not, for then each result would write to every index.
drop index purchases_by_date;
create index purchases_by_date on purchases (organization_id, purchase_date desc, id desc)
  include (status, expense_type, supplier_id, file_id);
-- Serve the listing by what few of many purchases have, in the order of the list.
create index purchases_of_supplier on purchases (organization_id, supplier_id, purchase_date desc, id desc)
  where supplier_id is not null;
create index purchases_of_file on purchases (organization_id, file_id, purchase_date desc, id desc)
  where file_id is not null;
create index purchases_not_active on purchases (organization_id, status, purchase_date desc, id desc)
  where status <> 'active';
