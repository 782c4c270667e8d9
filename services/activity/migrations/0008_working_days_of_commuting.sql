-- migrate: compatible
-- Working days or weeks of a year, without holidays and absences.
alter table commuting_periods
  add column days_per_year positive_amount,
  add column weeks_per_year positive_amount,
  add constraint commuting_periods_working_year check (num_nonnulls(days_per_year, weeks_per_year) <= 1
    and (days_per_year is null or days_per_year::numeric <= 366)
    and (weeks_per_year is null or weeks_per_year::numeric <= 53));
