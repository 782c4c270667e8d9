-- Survey rows as lists and exports show them. Values of a commute stand only in rows with exactly one.
create view survey_row_details with (security_invoker) as
select t.*, o.name as organization_name, s.name as survey_name,
  c.commuting_type, c.transport_type, c.origin, c.destination, c.fuel_type, c.total_km, c.daily_trips, c.hours_per_day,
  c.weekly_travels, c.telecommuting_days, c.carpool,
  json_array_length(c.weekly_travels::json) as days_per_week,
  json_array_length(c.telecommuting_days::json) as telecommuting_days_per_week
from survey_rows t
left join organizations o on o.id = t.organization_id
left join surveys s on s.organization_id = t.organization_id and s.id = t.survey_id
left join lateral (
  select p.* from commuting_periods p
  where p.organization_id = t.organization_id and p.survey_row_id = t.id and t.commutes_count = 1
  limit 1) c on true;

-- Serve the list in these orders.
create index survey_rows_by_name on survey_rows (organization_id, lower(coalesce(name, external_id)), id);
create index survey_rows_by_email on survey_rows (organization_id, lower(email), id);
