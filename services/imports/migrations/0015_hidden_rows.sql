-- migrate: compatible
-- Rows of the file that its sheet hides or filters out.
alter table import_sessions add column hidden_rows int not null default 0 check (hidden_rows >= 0);
