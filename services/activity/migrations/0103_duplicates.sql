-- migrate: compatible
-- Serve the search for records with the client's own id.
create index purchases_by_external_id on purchases (organization_id, external_id) where external_id is not null;
create index wastes_by_external_id on wastes (organization_id, external_id) where external_id is not null;
create index invoices_by_external_id on invoices (organization_id, external_id) where external_id is not null;
create index waste_water_treatments_by_external_id
  on waste_water_treatments (organization_id, external_id) where external_id is not null;
create index hotel_stays_by_external_id on hotel_stays (organization_id, external_id) where external_id is not null;
create index vehicle_consumptions_by_external_id
  on vehicle_consumptions (organization_id, external_id) where external_id is not null;
create index business_travels_by_external_id
  on business_travels (organization_id, external_id) where external_id is not null;
create index transports_by_external_id on transports (organization_id, external_id) where external_id is not null;

-- Serve the search for records with the number of a document.
create index invoices_by_number on invoices (organization_id, invoice_id) where invoice_id is not null;
create index vehicle_consumptions_by_number on vehicle_consumptions (organization_id, custom_id)
  where custom_id is not null;

-- Serve the search for the same activity. Lists of owners have indexes for the other kinds.
create index invoices_of_meter on invoices (organization_id, cups, start_date) where cups is not null;
create index invoices_without_meter on invoices (organization_id, facility_id, start_date) where cups is null;
create index purchases_of_product on purchases (organization_id, purchase_date, product_name);
