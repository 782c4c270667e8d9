-- Imports find entities by the texts of a file. Row-level security evaluates functions that are not leakproof, such as
-- lower(), after the policy, so an index on an expression cannot serve these look-ups: stored columns can.
-- The collation "C" serves ranges of prefixes, too.
create index facilities_by_search_text on facilities (organization_id, search_text collate "C", id);
create index facilities_by_external_id on facilities (organization_id, external_id collate "C", id)
  where external_id is not null;

-- Letters and digits of the tax id.
alter table suppliers add column vat_key text
  generated always as (nullif(upper(regexp_replace(vat, '[^[:alnum:]]', '', 'g')), '')) stored;
create index suppliers_by_search_text on suppliers (organization_id, search_text collate "C", id);
create index suppliers_by_vat_key on suppliers (organization_id, vat_key collate "C", id)
  where vat_key is not null;

create index vehicles_by_plate_prefix on vehicles (organization_id, plate_key collate "C", id);

alter table employees
  add column name_key text generated always as (plain_text(name)) stored,
  add column email_key text generated always as (plain_text(email)) stored;
create index employees_by_name_key on employees (organization_id, name_key collate "C", id)
  where name_key is not null;
create index employees_by_email_key on employees (organization_id, email_key collate "C", id)
  where email_key is not null;
create index employees_by_external_id on employees (organization_id, external_id collate "C", id)
  where external_id is not null;

create index own_workforces_by_external_prefix
  on own_workforces (organization_id, external_employee_id collate "C", id);
create index surveys_by_search_text on surveys (organization_id, search_text collate "C", id);
create index sold_products_by_name_key on sold_products (organization_id, name_key collate "C", id);
create index logistic_hubs_by_search_text on logistic_hubs (organization_id, search_text collate "C", id);
