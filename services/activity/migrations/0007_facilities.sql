create domain facility_status as text check (value in ('active', 'archived'));
create domain facility_category as text
  check (value in ('heat', 'electricity', 'water', 'recharge', 'process', 'wastes'));
create domain country_code as text check (value ~ '^[A-Z]{2}$');

create table facilities (
  organization_id uuid not null,
  id              uuid not null,
  name            text_255 not null,
  type            text_255 not null,
  country         country_code not null,
  address         text_500,
  logistic_factor share not null default 0.8,
  categories      facility_category[] not null default '{}',
  cups_list       text[] not null default '{}' check (cardinality(cups_list) <= 100),
  external_id     text_255,
  status          facility_status not null default 'active',
  uploaded_by     uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
alter table facilities enable row level security, force row level security;
create policy facilities_own on facilities
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
