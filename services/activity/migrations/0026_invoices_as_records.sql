-- Invoices get the columns, names and indexes of every kind of record.
alter table invoices drop constraint invoices_result, drop constraint invoices_failure, drop constraint invoices_custom_factor;
drop index invoices_failed;
drop index invoices_by_date;
alter table invoices rename column error_code to calculation_error_code;
alter table invoices rename column error_detail to calculation_error_detail;
-- Only a status that a client has set is stored; any other follows from the state of the calculation.
create domain held_status as text check (value in ('uploaded', 'review', 'inactive'));
alter table invoices alter column status drop default, alter column status drop not null,
  alter column status type held_status using case when status in ('uploaded', 'review', 'inactive') then status::text end;
alter table invoices rename column status to held_status;
drop domain invoice_status;
call complete_record_table('invoices', 'start_date', 'facility_id', '{type, held_status}');
