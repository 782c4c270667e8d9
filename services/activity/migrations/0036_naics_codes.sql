-- Suppliers of North America have codes of NAICS.
alter table suppliers drop constraint suppliers_code_type_check;
alter table suppliers add constraint suppliers_code_type_check check (code_type in ('nace', 'cnae', 'sic', 'naics'));
