-- A record has a main part, 40 additional parts and a part for each of its 50 certificates. Not valid: the earlier
-- constraint was stricter, so no stored row needs a check.
alter table calculation_parts drop constraint calculation_parts_position_check;
alter table calculation_parts
  add constraint calculation_parts_position_check check (position between 0 and 90) not valid;
