-- Functions of triggers find their tables whatever the caller's path is.
select set_config('search_path', current_schema() || ', pg_temp', true);

create domain survey_status as text check (value in ('open', 'closed'));
create domain survey_row_status as text check (value in ('pending', 'answered', 'blank'));
create domain survey_row_source as text check (value in ('manual', 'form', 'qr', 'file'));

create table surveys (
  organization_id uuid not null,
  -- Later surveys have higher ids.
  id              uuid not null,
  name            text_255 not null,
  -- The days that the answers are about.
  start_date      activity_day not null,
  end_date        activity_day not null,
  languages       text[] not null
    check (cardinality(languages) between 1 and 3 and languages <@ '{es,en,ca}' and array_position(languages, null) is null),
  project_id      uuid,
  status          survey_status not null default 'open',
  closed_at       timestamptz,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(name)) stored,
  primary key (organization_id, id),
  constraint surveys_period check (start_date <= end_date),
  constraint surveys_closing check ((status = 'closed') = (closed_at is not null))
);
-- Serves the list, the newest first.
create index surveys_by_id on surveys (organization_id, id desc) include (status, project_id, start_date, end_date);
alter table surveys enable row level security, force row level security;
create policy surveys_own on surveys
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- One row for each person who is asked, or for each anonymous answer.
create table survey_rows (
  organization_id uuid not null,
  -- Later rows have higher ids.
  id              uuid not null,
  -- Null for rows from files of an unknown survey.
  survey_id       uuid,
  -- Null for anonymous rows.
  employee_id     uuid,
  -- Name, address and id are those of the employee. All three are null in anonymous rows.
  email           text check (char_length(email) between 1 and 320),
  name            text_255,
  external_id     text_255,
  anonymous       boolean not null generated always as (num_nonnulls(email, name, external_id) = 0) stored,
  project_id      uuid,
  period_start    activity_day not null,
  period_end      activity_day not null,
  status          survey_row_status not null default 'pending',
  source          survey_row_source not null,
  file_id         uuid,
  file_name       text_255,
  -- The latest of `times_sent` times at which a link was made for the row.
  sent_at         timestamptz,
  times_sent      int not null default 0 check (times_sent >= 0),
  answered_at     timestamptz,
  -- Commuting periods of the answer, those of them with emissions, and the sum of these. Triggers keep all three.
  commutes_count  int not null default 0 check (commutes_count >= 0),
  co2e_count      int not null default 0 check (co2e_count >= 0),
  co2e_sum        kilograms not null default 0,
  -- Kilograms; null without a commuting period that has emissions.
  co2e            kilograms generated always as (case when co2e_count > 0 then co2e_sum end) stored,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  -- Results do not set it.
  updated_at      timestamptz,
  search_text     text not null generated always as (plain_text(coalesce(email, '') || chr(10) ||
    coalesce(name::text, '') || chr(10) || coalesce(external_id::text, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, survey_id) references surveys,
  constraint survey_rows_period check (period_start <= period_end),
  constraint survey_rows_sent check ((times_sent > 0) = (sent_at is not null)),
  -- A row that an editor marks as blank may have no time of an answer.
  constraint survey_rows_answered check (
    case status when 'pending' then answered_at is null when 'answered' then answered_at is not null else true end)
) with (fillfactor = 70);
-- Serves the list: order, filter hash and far pages are read from it alone.
create index survey_rows_by_period on survey_rows (organization_id, period_start desc, id desc)
  include (survey_id, source, file_id, project_id);
-- Serves the rows of a survey, and its deletion.
create index survey_rows_by_survey on survey_rows (organization_id, survey_id, id);
-- One row for each employee of a survey.
create unique index survey_rows_of_employee on survey_rows (organization_id, employee_id, survey_id)
  where employee_id is not null;
-- Serves the rows of a file, and the use of files.
create index survey_rows_by_file on survey_rows (organization_id, file_id, id) where file_id is not null;
alter table survey_rows enable row level security, force row level security;
create policy survey_rows_own on survey_rows
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Links to answer without an account. The link of a row is for one answer. That of a survey makes a row for each answer.
create table survey_links (
  organization_id uuid not null,
  id              uuid not null,
  survey_id       uuid not null,
  survey_row_id   uuid,
  -- HMAC-SHA-256 of the token, under the pepper, which is not in the database.
  token_hash      bytea not null check (octet_length(token_hash) = 32),
  expires_at      timestamptz not null,
  created_by      uuid,
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  foreign key (organization_id, survey_id) references surveys on delete cascade,
  foreign key (organization_id, survey_row_id) references survey_rows on delete cascade
);
-- One link for each row. Serves the deletion of rows, too.
create unique index survey_links_of_row on survey_links (organization_id, survey_row_id) where survey_row_id is not null;
-- Serves the links of a survey, and its deletion.
create index survey_links_by_survey on survey_links (organization_id, survey_id, id);
alter table survey_links enable row level security, force row level security;
create policy survey_links_own on survey_links
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- Rows of a survey by status. The number of a status is the sum over all slots, and that of one slot can be negative.
create table survey_row_counts (
  organization_id uuid not null,
  survey_id       uuid not null,
  status          survey_row_status not null,
  slot            int not null,
  count           int not null,
  primary key (organization_id, survey_id, status, slot),
  foreign key (organization_id, survey_id) references surveys on delete cascade
) with (fillfactor = 70);
alter table survey_row_counts enable row level security, force row level security;
create policy survey_row_counts_own on survey_row_counts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create type survey_row_change as (survey_id uuid, status text, count int);

-- Plans are cached for statements of any size, so none joins the rows before and after.
create function count_survey_rows() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
  changes survey_row_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row (survey_id, status, count(*))::survey_row_change from new_rows
      where survey_id is not null group by survey_id, status);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row (survey_id, status, -count(*))::survey_row_change from old_rows
      where survey_id is not null group by survey_id, status);
  end if;
  -- In the order of the key, so that two writers of the shared slot do not block each other.
  insert into survey_row_counts as c (organization_id, survey_id, status, slot, count)
  select org, d.survey_id, d.status, free_slot(org), d.count
  from (
    select survey_id, status, sum(count) as count from unnest(changes)
    group by survey_id, status having sum(count) <> 0 order by survey_id, status) d
  on conflict on constraint survey_row_counts_pkey do update set count = c.count + excluded.count;
  return null;
end
$$;
create trigger count_inserted_survey_rows after insert on survey_rows
  referencing new table as new_rows for each statement execute function count_survey_rows();
create trigger count_updated_survey_rows after update on survey_rows
  referencing old table as old_rows new table as new_rows for each statement execute function count_survey_rows();
create trigger count_deleted_survey_rows after delete on survey_rows
  referencing old table as old_rows for each statement execute function count_survey_rows();
