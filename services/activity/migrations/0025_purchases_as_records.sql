-- Purchases get the columns, names and indexes of every kind of record.
alter table purchases drop constraint purchases_result, drop constraint purchases_failure, drop constraint purchases_group;
drop index purchases_failed;
drop index purchases_by_date;
alter table purchases add column custom_factor_owner_id uuid;
alter table purchases rename column custom_group_revision to custom_factor_revision;
-- Not an update: row-level security hides all rows from the role of migrations.
alter table purchases alter column custom_factor_owner_id type uuid using
  case when custom_emission_factor_id is not null then organization_id end;
call complete_record_table('purchases', 'purchase_date', null, '{status, expense_type, supplier_id}');
