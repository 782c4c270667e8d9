-- The revision that the group of custom_emission_factor_id had when the purchase was recorded, or last changed in
-- amount, unit, day or group: it is priced by that one, whatever becomes of the group.
alter table purchases add column custom_group_revision revision;
alter table purchases add constraint purchases_group
  check ((custom_emission_factor_id is null) = (custom_group_revision is null));
