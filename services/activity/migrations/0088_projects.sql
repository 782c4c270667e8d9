select set_config('search_path', current_schema() || ', pg_temp', true);

-- Named sets of records, such as those of a report.
create table projects (
  organization_id     uuid not null references organizations (id),
  id                  uuid not null,
  name                text not null check (char_length(name) between 1 and 255),
  description         text check (char_length(description) <= 2000),
  start_date          date,
  end_date            date check (end_date >= start_date),
  due_date            date,
  project_type        text,
  methodology         text,
  responsible_user_id uuid not null references users (id),
  created_at          timestamptz not null default now(),
  updated_at          timestamptz,
  primary key (organization_id, id)
);
alter table projects enable row level security, force row level security;
create policy projects_own on projects
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- A link outlives its record: readers join the records, and ids are never used again.
create table project_links (
  organization_id uuid not null,
  project_id      uuid not null,
  entity_type     text not null check (entity_type in ('invoices', 'logistics_requests')),
  entity_id       uuid not null,
  created_at      timestamptz not null default now(),
  primary key (organization_id, project_id, entity_type, entity_id),
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
-- Records show their projects.
create index project_links_by_record on project_links (organization_id, entity_type, entity_id);
alter table project_links enable row level security, force row level security;
create policy project_links_own on project_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Organizations below the owner that read a project, and the widgets of the allowed views.
create table project_invitations (
  organization_id uuid not null,
  project_id      uuid not null,
  invited_id      uuid not null references organizations (id) check (invited_id <> organization_id),
  allowed_views   text[] not null check (cardinality(allowed_views) <= 100),
  created_at      timestamptz not null default now(),
  primary key (organization_id, project_id, invited_id),
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
create index project_invitations_by_invited on project_invitations (invited_id);
alter table project_invitations enable row level security, force row level security;
create policy project_invitations_own on project_invitations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Invited organizations read beyond their own rows. The function below answers exactly that with the rights of the owner.
create policy projects_owner on projects for select to current_user using (true);
create policy project_invitations_owner on project_invitations for select to current_user using (true);

-- The projects that the transaction's organization was invited to. An organization that has left the group of the owner
-- sees them no more.
create function shared_projects() returns table (
  organization_id uuid, id uuid, name text, description text, start_date date, end_date date, due_date date,
  project_type text, methodology text, responsible_user_id uuid, email text, first_name text, last_name text,
  created_at timestamptz, updated_at timestamptz, owner_name text, allowed_views text[])
language sql stable security definer set search_path from current as $$
  select p.organization_id, p.id, p.name, p.description, p.start_date, p.end_date, p.due_date, p.project_type,
    p.methodology, p.responsible_user_id, u.email, u.first_name, u.last_name, p.created_at, p.updated_at, o.name,
    i.allowed_views
  from group_ancestors() a
  join project_invitations i on i.organization_id = a.id and i.invited_id = current_organization()
  join projects p on p.organization_id = i.organization_id and p.id = i.project_id
  join organizations o on o.id = a.id
  join users u on u.id = p.responsible_user_id
$$;
revoke execute on function shared_projects() from public;
