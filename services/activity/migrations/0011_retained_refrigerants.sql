-- migrate: compatible
-- Refrigerant that equipment holds, or that was recovered: the rest of a recharge has leaked. Stored rows need no check.
alter table invoices
  add column retained_quantity amount,
  add constraint invoices_retained check (retained_quantity is null
    or (type = 'recharge' and retained_quantity <= base_quantity)) not valid,
  drop constraint invoices_split,
  add constraint invoices_split check (quantity = (base_quantity - coalesce(retained_quantity, 0)) * percentage) not valid;
