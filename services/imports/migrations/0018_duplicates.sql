-- migrate: compatible
-- What is there already, or in an earlier row: a list of reasons. Null: nothing.
alter table import_results add column duplicates jsonb;
-- Texts that the row has in common with rows that may be the same.
alter table import_results add column keys jsonb;
-- Serves pages of rows with duplicates.
create index import_results_with_duplicates on import_results (organization_id, session_id, row_index)
  where duplicates is not null;
-- Rows with duplicates of the latest validation.
alter table import_sessions add column duplicate_rows int not null default 0 check (duplicate_rows >= 0);
-- The latest validation made errors of duplicates.
alter table import_sessions add column is_strict boolean not null default false;

-- Serves the search for files with the same content.
create index files_by_content on files (organization_id, sha256) where state = 'stored';
