-- Serves the count of the records that name a file, before the file is deleted. Purchases have such an index.
create index wastes_by_file on wastes (organization_id, file_id) where file_id is not null;
create index invoices_by_file on invoices (organization_id, file_id) where file_id is not null;
create index waste_water_treatments_by_file on waste_water_treatments (organization_id, file_id) where file_id is not null;
create index hotel_stays_by_file on hotel_stays (organization_id, file_id) where file_id is not null;
