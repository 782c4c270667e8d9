-- migrate: compatible
-- How rows of intervals become one record of a month. Null: each row is a record.
alter table import_sessions add column combine jsonb check (jsonb_typeof(combine) = 'object');
-- Rows of the file that the present combined rows were made of. Null: none are made.
alter table import_sessions add column combined_from int check (combined_from >= 0);
-- Of a combined row, whose index is 1,000,000 or more: its days, errors and notices.
alter table import_rows add column combined json;
