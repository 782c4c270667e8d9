-- The owner's function must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Who has read salaries: one row for each request and organization of the people.
create table salary_reads (
  organization_id   uuid not null,
  id                uuid not null,
  read_at           timestamptz not null default now(),
  -- Null for services.
  read_by           uuid,
  api_key_id        text,
  -- The name of the RPC.
  action            text not null check (action <> ''),
  people            int not null check (people > 0),
  -- Empty for more than 100 people.
  own_workforce_ids uuid[] not null check (cardinality(own_workforce_ids) <= 100),
  request_id        text,
  primary key (organization_id, id)
);
comment on table salary_reads is 'append-only: rows are deleted after 2 years';
-- Serves the removal of old rows.
create index salary_reads_read on salary_reads (read_at);
alter table salary_reads enable row level security, force row level security;
create policy salary_reads_own on salary_reads
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Only the owner may delete, and only expired rows.
create policy salary_reads_expired on salary_reads for delete to current_user
  using (read_at < now() - interval '2 years');
create policy salary_reads_expired_read on salary_reads for select to current_user
  using (read_at < now() - interval '2 years');
create function refuse_salary_read_change() returns trigger language plpgsql as $$
begin
  raise exception 'salary_reads is append-only' using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or truncate on salary_reads
  for each statement execute function refuse_salary_read_change();

create function delete_expired_salary_reads(rows_max int) returns int
language plpgsql security definer set search_path from current as $$
declare
  removed int;
begin
  delete from salary_reads where ctid = any(array(
    select ctid from salary_reads where read_at < now() - interval '2 years' limit rows_max));
  get diagnostics removed = row_count;
  return removed;
end $$;
