-- Whom the share of a facility belongs to, as it was sent.
alter table invoices add column company_name text_255;
