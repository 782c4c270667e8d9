-- migrate: compatible
-- Constants and further targets of columns, by column of the template.
alter table import_sessions add column fill jsonb not null default '{}' check (jsonb_typeof(fill) = 'object');
