-- migrate: compatible
-- Mappings that people saved by name for files of the same columns.
create table saved_mappings (
  organization_id uuid not null,
  id              uuid not null,
  template_id     text not null check (char_length(template_id) between 1 and 100),
  -- Its records are about people, so the roles of people apply.
  is_personal     boolean not null,
  name            text not null check (char_length(name) between 1 and 255),
  source_columns  text[] not null check (cardinality(source_columns) between 1 and 256),
  -- Hash of the names without order, case, accents and punctuation.
  shape           text not null check (char_length(shape) = 64),
  -- Together at most 64 KiB, so that a page of 100 fits into an answer.
  mapping         jsonb not null check (jsonb_typeof(mapping) = 'object'),
  fill            jsonb not null check (jsonb_typeof(fill) = 'object'),
  value_mappings  jsonb not null check (jsonb_typeof(value_mappings) = 'object'),
  numeric_locale  text,
  date_locale     text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id)
);
create unique index saved_mappings_by_name on saved_mappings (organization_id, template_id, lower(name));
-- Serves the suggestion for a new file.
create index saved_mappings_by_shape on saved_mappings (organization_id, template_id, shape);
alter table saved_mappings enable row level security, force row level security;
create policy saved_mappings_own on saved_mappings using (organization_id = (select current_organization()))
  with check (organization_id = (select current_organization()));
