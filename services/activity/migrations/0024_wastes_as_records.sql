-- Wastes get the columns, names and indexes of every kind of record.
alter table wastes drop constraint wastes_result, drop constraint wastes_failure, drop constraint wastes_custom_factor;
alter table wastes rename column error_code to calculation_error_code;
alter table wastes rename column error_detail to calculation_error_detail;
alter table wastes rename column status to calculation_status;
drop index wastes_failed;
drop index wastes_by_date;
alter table wastes alter column calculation_status drop default,
  alter column calculation_status type calculation_status using
    case calculation_status::text when 'loading' then 'pending' when 'active' then 'calculated' else 'failed' end,
  alter column calculation_status set default 'pending';
call complete_record_table('wastes', 'start_date', 'facility_id',
  '{end_date, ler_code_id, waste_rd_code_id, identification_name}');
