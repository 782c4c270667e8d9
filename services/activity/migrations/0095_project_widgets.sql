-- migrate: compatible
select set_config('search_path', current_schema() || ', pg_temp', true);

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
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
alter table project_widgets enable row level security, force row level security;
create policy project_widgets_own on project_widgets
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- For `shared_projects()`, which runs with the rights of the owner.
create policy project_widgets_owner on project_widgets for select to current_user using (true);

drop function shared_projects();
-- As before, with the number of widgets that the organization sees: all categories of their metrics are allowed.
create function shared_projects() returns table (
  organization_id uuid, id uuid, name text, description text, start_date date, end_date date, due_date date,
  project_type text, methodology text, responsible_user_id uuid, email text, first_name text, last_name text,
  created_at timestamptz, updated_at timestamptz, owner_name text, allowed_views text[], number_of_widgets int)
language sql stable security definer set search_path from current as $$
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
