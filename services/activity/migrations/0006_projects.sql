-- migrate: baseline, compatible
-- Projects of a group of organizations.

-- Named sets of records, such as those of a report.
create table projects (
  organization_id     uuid not null,
  id                  uuid not null,
  name                text not null check (char_length(name) >= 1 and char_length(name) <= 255),
  description         text check (char_length(description) <= 2000),
  start_date          date,
  end_date            date,
  due_date            date,
  project_type        text,
  methodology         text,
  responsible_user_id uuid not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  primary key (organization_id, id),
  constraint projects_check check (end_date >= start_date),
  foreign key (organization_id) references organizations(id),
  foreign key (responsible_user_id) references users(id)
);
alter table projects enable row level security, force row level security;
create policy projects_own on projects
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- Invited organizations read beyond their own rows. The function below answers exactly that with the rights of the owner.
create policy projects_owner on projects for select to current_user
  using (true);

-- Organizations below the owner that read a project, and the widgets of the allowed views.
create table project_invitations (
  organization_id uuid not null,
  project_id      uuid not null,
  invited_id      uuid not null,
  allowed_views   text[] not null check (cardinality(allowed_views) <= 100),
  created_at      timestamptz not null default now(),
  primary key (organization_id, project_id, invited_id),
  constraint project_invitations_check check (invited_id <> organization_id),
  foreign key (invited_id) references organizations(id),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_invitations enable row level security, force row level security;
create index project_invitations_by_invited on project_invitations (invited_id);
create policy project_invitations_own on project_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
create policy project_invitations_owner on project_invitations for select to current_user
  using (true);

-- A link outlives its record: readers join the records, and ids are never used again.
create table project_links (
  organization_id uuid not null,
  project_id      uuid not null,
  entity_type     text not null check (entity_type in ('invoices', 'logistics_requests', 'file_readings')),
  entity_id       uuid not null,
  created_at      timestamptz not null default now(),
  -- Readings are rows of another service, so their link names the file that a project counts.
  file_id         uuid,
  primary key (organization_id, project_id, entity_type, entity_id),
  constraint project_links_file check ((entity_type = 'file_readings') = (file_id is not null)),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_links enable row level security, force row level security;
-- Records show their projects.
create index project_links_by_record on project_links (organization_id, entity_type, entity_id);
create policy project_links_own on project_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The widgets of the dashboard of a project, as calc has announced them. A table of its own, because a change of a
-- dashboard is no change of the project and must not give it another version.
create table project_widgets (
  organization_id uuid not null,
  project_id      uuid not null,
  -- The number of the announced change. A lower one has no effect.
  change          bigint not null,
  -- A list for each widget, with the categories of its metrics.
  categories      jsonb not null check (jsonb_typeof(categories) = 'array'),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references projects(organization_id, id) on delete cascade
);
alter table project_widgets enable row level security, force row level security;
create policy project_widgets_own on project_widgets
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- For `shared_projects()`, which runs with the rights of the owner.
create policy project_widgets_owner on project_widgets for select to current_user
  using (true);

-- The projects that the transaction's organization was invited to, with the number of widgets that it sees: all
-- categories of their metrics are allowed. An organization that has left the group of the owner sees them no more.
create function shared_projects() returns table(organization_id uuid, id uuid, name text, description text,
  start_date date, end_date date, due_date date, project_type text, methodology text, responsible_user_id uuid,
  email text, first_name text, last_name text, created_at timestamptz, updated_at timestamptz, owner_name text,
  allowed_views text[], number_of_widgets integer)
language sql stable security definer set search_path = activity, pg_temp as $$
  select p.organization_id, p.id, p.name, p.description, p.start_date, p.end_date, p.due_date, p.project_type,
    p.methodology, p.responsible_user_id, u.email, u.first_name, u.last_name, p.created_at, p.updated_at, o.name,
    i.allowed_views,
    (select count(*)::int from project_widgets w, jsonb_array_elements(w.categories) as widget (categories)
     where w.organization_id = p.organization_id and w.project_id = p.id
       and widget.categories <@ to_jsonb(i.allowed_views))
  from group_ancestors() a
  join project_invitations i on i.organization_id = a.id and i.invited_id = current_organization()
  join projects p on p.organization_id = i.organization_id and p.id = i.project_id
  join organizations o on o.id = a.id
  join users u on u.id = p.responsible_user_id
$$;
revoke execute on function shared_projects() from public;

-- What the planner goes by until a table is analyzed for the first time. Left alone it takes an organization for a two
-- hundredth of a table, so that any index that begins with the organization seems as good as the key; plans made then are
-- kept while thousands of rows come, and each of them reads all rows of the organization.
select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', e.table_name, 'attname', e.column_name,
  'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', e.n_distinct::real)
from (values
  ('business_travels', 'id', -1), ('business_travels', 'organization_id', 1),
  ('commuting_periods', 'id', -1), ('commuting_periods', 'organization_id', 1),
  ('hotel_stays', 'id', -1), ('hotel_stays', 'organization_id', 1),
  ('ingest_job_items', 'entity_id', -1), ('ingest_job_items', 'organization_id', 1),
  ('invoices', 'id', -1), ('invoices', 'organization_id', 1),
  ('logistics_recharges', 'id', -1), ('logistics_recharges', 'organization_id', 1),
  ('logistics_requests', 'id', -1), ('logistics_requests', 'organization_id', 1),
  ('own_workforces', 'external_employee_id', -1), ('own_workforces', 'id', -1),
  ('own_workforces', 'organization_id', 1),
  ('pending_calculations', 'organization_id', 1), ('pending_calculations', 'record_id', -1),
  ('purchases', 'id', -1), ('purchases', 'organization_id', 1),
  ('sold_product_sales', 'id', -1), ('sold_product_sales', 'organization_id', 1),
  ('transports', 'id', -1), ('transports', 'organization_id', 1),
  ('vehicle_consumptions', 'id', -1), ('vehicle_consumptions', 'organization_id', 1),
  ('waste_water_treatments', 'id', -1), ('waste_water_treatments', 'organization_id', 1),
  ('wastes', 'id', -1), ('wastes', 'organization_id', 1),
  ('workforce_contracts', 'id', -1), ('workforce_contracts', 'organization_id', 1),
  ('workforce_contracts', 'own_workforce_id', -1),
  ('workforce_remunerations', 'contract_id', -1), ('workforce_remunerations', 'id', -1),
  ('workforce_remunerations', 'organization_id', 1)) as e (table_name, column_name, n_distinct);

insert into emission_days (kind, first_day, last_day) values
  ('purchases', 'r.purchase_date', 'r.purchase_date'),
  ('wastes', 'r.start_date', 'r.end_date'),
  ('invoices', 'r.start_date', 'r.end_date'),
  ('waste_water_treatments', 'r.start_date', 'r.end_date'),
  ('hotel_stays', 'r.check_in_date', 'r.check_out_date - 1'),
  ('vehicle_consumptions', 'r.start_date', 'r.end_date'),
  ('business_travels', 'r.travel_date', 'r.travel_date'),
  ('logistics_requests', 'r.shipment_date', 'r.shipment_date'),
  ('logistics_recharges', 'r.date', 'r.date'),
  ('transports', 'r.transport_date', 'r.transport_date'),
  ('commuting_periods', 'r.start_date', 'r.end_date'),
  ('sold_product_sales', 'r.start_date', 'r.end_date');
