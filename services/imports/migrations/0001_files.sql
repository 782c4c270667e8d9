-- Files of organizations. Content lies in chunks, so that no statement is large.

-- For searches: case and accents do not matter.
create function plain_text(words text) returns text language sql immutable parallel safe
  return regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g');

create table files (
  organization_id uuid not null,
  id              uuid not null,
  state           text not null default 'uploading' check (state in ('uploading', 'stored')),
  -- No path, no control character, nothing that turns the direction of writing.
  file_name       text not null check (char_length(file_name) between 1 and 255 and file_name !~ '[/\\[:cntrl:]\u202a-\u202e\u2066-\u2069]'),
  search_name     text not null generated always as (plain_text(file_name)) stored,
  content_type    text not null,
  -- At most 25 MiB.
  size_bytes      bigint not null default 0 check (size_bytes between 0 and 26214400),
  sha256          text check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by     text,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  check (state = 'uploading' or (sha256 is not null and size_bytes > 0))
);
-- Serves the listing, the newest first.
create index files_by_time on files (organization_id, created_at desc, id desc) where state = 'stored';

create table file_chunks (
  organization_id uuid not null,
  file_id         uuid not null,
  -- Bytes before the chunk; a multiple of 64 KiB, so that a file has at most 400 chunks.
  position        bigint not null check (position >= 0 and position % 65536 = 0),
  -- At most 1 MiB.
  content         bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (organization_id, file_id, position),
  foreign key (organization_id, file_id) references files on delete cascade
);
-- Pictures and documents are compressed already; trying it again costs time.
alter table file_chunks alter column content set storage external;

-- The files that are not finished yet. What waits too long is removed.
create table file_uploads (
  organization_id uuid not null,
  file_id         uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, file_id) references files on delete cascade
);
-- Serves the sweep, which looks for the longest waiting of all organizations.
create index file_uploads_since on file_uploads (since);

-- What an organization keeps. The row is also the lock under which its uploads are counted.
create table file_totals (
  organization_id uuid primary key,
  -- Of finished files.
  stored_bytes    bigint not null default 0 check (stored_bytes >= 0)
);

do $$
declare own text;
begin
  foreach own in array array['files', 'file_chunks', 'file_totals'] loop
    execute format('alter table %I enable row level security, force row level security', own);
    execute format('create policy %I on %I using (organization_id = any (visible_organizations()))
      with check (organization_id = current_organization())', own || '_own', own);
  end loop;
end $$;

alter table file_uploads enable row level security, force row level security;
-- The sweep sees only that something waits, never the file itself.
create policy file_uploads_own on file_uploads
  using (organization_id = current_organization() or is_machinery())
  with check (organization_id = current_organization());
