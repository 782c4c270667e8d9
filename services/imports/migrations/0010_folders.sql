create table folders (
  organization_id uuid not null,
  id              uuid not null,
  parent_id       uuid,
  -- The rules of file names: no slash, so that a path is unambiguous.
  name            text not null check (char_length(name) between 1 and 255 and name !~ '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name     text not null generated always as (plain_text(name)) stored,
  -- Created by human_resources, or in a folder of that role: viewers do not see it.
  for_people      boolean not null,
  created_by      text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references folders,
  check (parent_id <> id)
);
-- Folders about people have names of their own, because others must not learn of them.
create unique index folders_by_name on folders (organization_id, parent_id, for_people, lower(name)) nulls not distinct;
alter table files add column folder_id uuid;
-- The migration checks the files of all organizations.
alter table files no force row level security;
alter table files add foreign key (organization_id, folder_id) references folders;
alter table files force row level security;
create index files_by_folder on files (organization_id, folder_id, created_at desc, id desc) where folder_id is not null;

alter table folders enable row level security, force row level security;
create policy folders_own on folders
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
