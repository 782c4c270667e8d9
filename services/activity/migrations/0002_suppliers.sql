create table suppliers (
  organization_id uuid not null references organizations (id),
  id              uuid not null,
  business_name   text not null check (char_length(business_name) between 1 and 255),
  country         text not null check (country ~ '^[A-Z]{2}$'),
  vat             text check (char_length(vat) <= 64),
  code_type       text check (code_type in ('nace', 'cnae', 'sic')),
  code            text check (char_length(code) between 1 and 20),
  status          text not null check (status in ('active', 'in_review')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  check (code is null or code_type is not null),
  check (code is not null or status = 'in_review')
);
-- Serves the listing, which is sorted by name.
create index suppliers_by_name on suppliers (organization_id, lower(business_name), id);
alter table suppliers enable row level security, force row level security;
create policy suppliers_own on suppliers
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
