-- Serve the listing: order, filter hash and pages far behind are read from them alone, also with the filters that stand in
-- them and that no result changes.
drop index wastes_by_date;
create index wastes_by_date on wastes (organization_id, start_date desc, id desc) include (facility_id, file_id);
drop index waste_water_treatments_by_date;
create index waste_water_treatments_by_date on waste_water_treatments (organization_id, start_date desc, id desc)
  include (facility_id);
