-- migrate: compatible
-- How rows of intervals become one record of a month, with the saved mapping. Null: each row is a record.
alter table saved_mappings add column combine jsonb check (jsonb_typeof(combine) = 'object');
