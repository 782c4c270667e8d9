create domain training_status as text check (value in ('active', 'loading', 'error'));
create domain training_column_type as text check (value in ('text', 'number', 'date', 'boolean', 'option'));

-- Custom columns of trainings. The values are in `custom_values` of the trainings, by the key.
create table training_columns (
  organization_id uuid not null,
  id              uuid not null,
  key             text not null check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  label           text_255 not null,
  type            training_column_type not null,
  options         text[] not null default '{}' check (cardinality(options) <= 100),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint training_columns_options check ((cardinality(options) > 0) = (type = 'option'))
);
alter table training_columns enable row level security, force row level security;
create policy training_columns_own on training_columns
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One column for each key. Serves the list, too.
create unique index training_columns_by_key on training_columns (organization_id, key);

create table own_workforce_trainings (
  organization_id   uuid not null,
  id                uuid not null,
  own_workforce_id  uuid not null,
  -- Type and description are empty after the erasure of the person.
  type              text not null check (char_length(type) <= 255),
  description       text not null check (char_length(description) <= 500),
  hours             numeric not null check (hours between 0 and 1000000 and scale(hours) <= 6),
  start_date        date not null,
  end_date          date not null,
  -- Texts, and decimals as texts; booleans.
  custom_values     jsonb not null default '{}' check (jsonb_typeof(custom_values) = 'object'),
  file_id           uuid,
  file_name         text_255,
  processing_job_id uuid,
  status            training_status not null default 'active',
  created_by        uuid,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  search_text       text not null generated always as (plain_text(type || chr(10) || description)) stored,
  primary key (organization_id, id),
  constraint own_workforce_trainings_order check (end_date >= start_date),
  constraint own_workforce_trainings_person foreign key (organization_id, own_workforce_id)
    references own_workforces (organization_id, id) on delete cascade
);
alter table own_workforce_trainings enable row level security, force row level security;
create policy own_workforce_trainings_own on own_workforce_trainings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- Serves the list.
create index own_workforce_trainings_by_start on own_workforce_trainings (organization_id, start_date desc, id desc)
  include (file_id);
-- Serves the deletion and the erasure of a person.
create index own_workforce_trainings_by_person on own_workforce_trainings (organization_id, own_workforce_id);
-- Serves the figures: hours of the trainings that end in a period.
create index own_workforce_trainings_by_end on own_workforce_trainings (organization_id, end_date, own_workforce_id)
  include (hours);
-- Serves the count of the trainings that name a file, before the file is deleted.
create index own_workforce_trainings_by_file on own_workforce_trainings (organization_id, file_id)
  where file_id is not null;
