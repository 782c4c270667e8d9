-- The list of employees is sorted without regard to case and accents.
drop index employees_by_label;
-- Serves the order of the list, totals and filter hash.
create index employees_by_label on employees (organization_id, plain_text(label), id)
  include (revision, situation, status, file_id);
