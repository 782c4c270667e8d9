-- The part of the electricity grid of a facility, and the calorific value of a fuel on an invoice.
create domain grid_zone as text check (value ~ '^[a-z0-9_]{1,50}$');
alter table facilities add column grid_zone grid_zone;
create domain calorific_basis as text check (value in ('gross', 'net'));
alter table invoices add column calorific_basis calorific_basis,
  add constraint invoices_calorific_basis check (calorific_basis is null or type = 'heat');
