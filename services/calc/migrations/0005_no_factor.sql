-- A record whose factor is optional is calculated without a number where no factor exists. The code then says why there
-- is no number, as for a failure.
alter table calculations drop constraint calculations_check;
alter table calculations drop constraint calculations_check1;
alter table calculations add constraint calculations_number check ((co2e_kg is null) = (error_code is not null));
alter table calculations add constraint calculations_failure check (status = 'calculated' or co2e_kg is null);
