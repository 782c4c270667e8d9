-- migrate: compatible
-- Fuel of own vehicles counts in totals, and the legs that they run show shares of it. Rows of earlier versions are in no
-- run, so they count as before.
alter table logistics_requests
  add run_key text_255,
  -- The run: `run:` and its key, or plate and month. Null for vehicles of others, and for unknown ones.
  add run text check (char_length(run) <= 300),
  -- Whether the fuel of the run counts in place of the leg.
  add is_allocated boolean not null default false,
  add constraint logistics_requests_allocated check (not is_allocated or run is not null);
alter table deleted_logistics_requests
  add run_key text_255,
  add run text,
  add is_allocated boolean not null default false;
-- Serves the sums of a run, and its legs in the order of their ids.
create index logistics_requests_by_run on logistics_requests (organization_id, run, id) include (tonne_kilometres,
  is_allocated) where run is not null;
create or replace view all_logistics_requests with (security_invoker = true) as
select null::timestamptz as deleted_at, r.* from logistics_requests r
union all
select * from deleted_logistics_requests;

alter table logistics_recharges
  add run_key text_255,
  add run text check (char_length(run) <= 300),
  -- False for recharges of earlier versions, which are in no total.
  add is_counted boolean not null default false;
-- Serves the sums of a run.
create index logistics_recharges_by_run on logistics_recharges (organization_id, run) where run is not null;
