-- The reading of a document that the invoice was made from. Readings belong to the imports service.
alter table invoices add column invofox_id uuid;
