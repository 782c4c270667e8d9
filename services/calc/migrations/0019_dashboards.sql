-- Dashboards of projects. The owner of a project is known to activity, and so are the organizations that it invites.
create table dashboards (
  organization_id uuid not null,
  id              uuid not null,
  project_id      uuid not null,
  revision        int not null default 1 check (revision > 0),
  -- JSON: lists of places by breakpoint.
  layouts         text not null,
  -- Of the layouts and of the configs of all widgets.
  bytes           int not null check (bytes between 0 and 524288),
  created_at      timestamptz not null default clock_timestamp(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
-- A project has one dashboard.
create unique index dashboards_by_project on dashboards (organization_id, project_id);
alter table dashboards enable row level security, force row level security;
create policy dashboards_own on dashboards
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table dashboard_widgets (
  organization_id uuid not null,
  dashboard_id    uuid not null,
  id              text not null check (char_length(id) between 1 and 255),
  -- From 0, in the order of the last change.
  position        int not null check (position between 0 and 99),
  name            text not null check (char_length(name) between 1 and 255),
  type            text not null check (type <> ''),
  tab_id          text check (char_length(tab_id) <= 255),
  -- JSON as it was sent. The type json would do as well, but the driver parses it with doubles.
  config          text not null check (octet_length(config) <= 16384),
  -- Categories of its metrics. An invited organization sees the widget if its invitation allows all of them.
  categories      text[] not null,
  -- The last change of the widget or of its places.
  updated_at      timestamptz,
  primary key (organization_id, dashboard_id, id),
  foreign key (organization_id, dashboard_id) references dashboards (organization_id, id) on delete cascade
);
alter table dashboard_widgets enable row level security, force row level security;
create policy dashboard_widgets_own on dashboard_widgets
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table dashboard_comments (
  organization_id uuid not null,
  dashboard_id    uuid not null,
  widget_id       text not null,
  id              uuid not null,
  text            text not null check (char_length(text) between 1 and 2000),
  created_by      uuid not null,
  created_at      timestamptz not null default clock_timestamp(),
  primary key (organization_id, dashboard_id, widget_id, id),
  foreign key (organization_id, dashboard_id, widget_id)
    references dashboard_widgets (organization_id, dashboard_id, id) on delete cascade
);
alter table dashboard_comments enable row level security, force row level security;
create policy dashboard_comments_own on dashboard_comments
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- A request that looked a project up before its deletion must not create a dashboard after it.
create table deleted_projects (
  organization_id uuid not null,
  id              uuid not null,
  primary key (organization_id, id)
);
alter table deleted_projects enable row level security, force row level security;
create policy deleted_projects_own on deleted_projects using (organization_id = (select current_organization()));
