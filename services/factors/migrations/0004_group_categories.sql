-- migrate: compatible
-- Groups for the kinds of records that name custom factors since this release.
alter table custom_groups
  drop constraint custom_groups_category_check,
  add constraint custom_groups_category_check check (category in ('purchases', 'electricity', 'waste', 'heat', 'vehicles',
    'recharge', 'process', 'water', 'hotel_stays', 'business_travels', 'employee_commuting', 'logistics', 'sold_products'));
