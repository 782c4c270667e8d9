call count_rows('logistics_recharges');
call count_rows('logistic_hubs');
-- Serves the time of the latest change. Results do not set it.
create index logistics_recharges_by_change on logistics_recharges (organization_id, updated_at)
  where updated_at is not null;
-- Serves the number of recharges of a project.
create index logistics_recharges_by_project on logistics_recharges (organization_id, project_id, id)
  where project_id is not null;
