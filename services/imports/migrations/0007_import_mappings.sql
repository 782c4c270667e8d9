-- Mappings that an organization used, so that the next file with the same columns gets them suggested.
create table import_mappings (
  organization_id uuid not null,
  template_id     text not null check (char_length(template_id) between 1 and 100),
  -- Without case, accents and punctuation.
  source_name     text not null check (char_length(source_name) between 1 and 255),
  target_column   text not null check (char_length(target_column) between 1 and 255),
  -- Texts of the file to values, of closed lists only where records are about people.
  value_mappings  jsonb not null default '{}' check (jsonb_typeof(value_mappings) = 'object' and octet_length(value_mappings::text) <= 524288),
  uses            int not null default 1 check (uses > 0),
  last_used_at    timestamptz not null default now(),
  primary key (organization_id, template_id, source_name)
);
-- Serves the removal of the oldest.
create index import_mappings_by_use on import_mappings (organization_id, template_id, last_used_at);
alter table import_mappings enable row level security, force row level security;
create policy import_mappings_own on import_mappings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
