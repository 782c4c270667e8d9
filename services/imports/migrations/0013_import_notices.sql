-- migrate: compatible
-- How texts of a valid row were understood where they may mean several things, as `errors`. Null: nothing to say.
alter table import_results add column notices jsonb;
