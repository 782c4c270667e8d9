-- Contents of finished files may lie in an object store. Uploads always arrive in the database; a sweep moves them.
alter table files add column stored_in text not null default 'database' check (stored_in in ('database', 'objects'));

-- Finished files whose content lies in the database, for the sweep that moves contents.
create table database_contents (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files on delete cascade
);
create index database_contents_since on database_contents (since, file_id);

-- Every object of the store, from before it is written until after it is deleted. The row outlives its file.
create table file_objects (
  organization_id uuid not null,
  file_id         uuid not null,
  -- When its file was deleted, or when an object of a deleted file was last written.
  unused_since    timestamptz,
  primary key (organization_id, file_id)
);
create index file_objects_unused on file_objects (unused_since) where unused_since is not null;

-- The migration sees the files of all organizations.
alter table files no force row level security;
insert into database_contents (organization_id, file_id, since)
  select organization_id, id, created_at from files where state = 'stored';
alter table files force row level security;

do $$
declare own text;
begin
  foreach own in array array['database_contents', 'file_objects'] loop
    execute format('alter table %I enable row level security, force row level security', own);
    -- The sweeps see ids and times only.
    execute format('create policy %I on %I using (organization_id = (select current_organization()) or (select is_machinery()))
      with check (organization_id = (select current_organization()))', own || '_own', own);
  end loop;
end $$;

-- A trigger, so that no deletion of a file can forget its object.
create function release_file_object() returns trigger language plpgsql as $$
begin
  update file_objects set unused_since = now() where organization_id = old.organization_id and file_id = old.id;
  return null;
end $$;
create trigger files_release_object after delete on files for each row
  when (old.state = 'stored') execute function release_file_object();
