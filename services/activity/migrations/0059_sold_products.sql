-- Operator classes of GiST for uuid: an exclusion constraint compares ids and periods. The extension is trusted, so the
-- owner of the schemas may create it.
create extension if not exists btree_gist;

create domain sold_product_energy_type as text check (value in ('electricity', 'fuel'));
-- Bounds keep the energy of all units of a sale in 60 digits, the limit of a number in a message.
create domain sold_units as numeric check (value > 0 and value <= 999999999999 and scale(value) <= 6);
create domain use_energy as numeric check (value > 0 and value <= 999999999 and scale(value) <= 9);
create domain uses_per_year as numeric check (value > 0 and value <= 999999999 and scale(value) <= 6);
create domain lifetime_years as numeric check (value > 0 and value <= 200 and scale(value) <= 6);
create domain stage_kilograms as numeric check (value >= 0 and value <= 999999999999 and scale(value) <= 12);

create table sold_products (
  organization_id    uuid not null,
  id                 uuid not null,
  product_name       text_255 not null,
  lifetime_years     lifetime_years not null,
  -- Null: the energy is that of a year, and not of one use.
  uses_per_year      uses_per_year,
  energy_quantity    use_energy not null,
  energy_unit_id     uuid not null,
  energy_type        sold_product_energy_type not null,
  vehicle_fuel_id    uuid,
  facility_fuel_id   uuid,
  -- Key of the facility fuel in the library.
  fuel_key           text_255,
  manufacture_co2e   stage_kilograms,
  manufacture_source text_500,
  end_of_life_co2e   stage_kilograms,
  end_of_life_source text_500,
  uploaded_by        uuid,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz,
  name_key           text not null generated always as (plain_text(product_name)) stored,
  primary key (organization_id, id),
  constraint sold_products_fuel check (
    num_nonnulls(vehicle_fuel_id, facility_fuel_id) = case energy_type when 'fuel' then 1 else 0 end
    and num_nonnulls(facility_fuel_id, fuel_key) <> 1),
  constraint sold_products_manufacture check (num_nonnulls(manufacture_co2e, manufacture_source) <> 1),
  constraint sold_products_end_of_life check (num_nonnulls(end_of_life_co2e, end_of_life_source) <> 1)
);
alter table sold_products enable row level security, force row level security;
create policy sold_products_own on sold_products
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One product for each name. Serves the list and the look-up by name, too.
create unique index sold_products_by_name on sold_products (organization_id, name_key);

-- The emissions of all sales of a product, as vehicle_totals for vehicles.
create table sold_product_totals (
  organization_id uuid not null,
  product_id      uuid not null,
  co2e            kilograms not null,
  co2e_biomass    kilograms not null,
  -- Sales whose latest calculation has failed.
  failed_records  int not null,
  primary key (organization_id, product_id)
) with (fillfactor = 70);
alter table sold_product_totals enable row level security, force row level security;
create policy sold_product_totals_own on sold_product_totals
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

create table sold_product_periods (
  organization_id uuid not null,
  id              uuid not null,
  product_id      uuid not null,
  start_date      activity_day not null,
  end_date        activity_day not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  constraint sold_product_periods_order check (start_date <= end_date),
  -- Periods of one product have no day in common, also under concurrent requests.
  constraint sold_product_periods_overlap exclude using gist
    (organization_id with =, product_id with =, daterange(start_date, end_date, '[]') with &&)
);
alter table sold_product_periods enable row level security, force row level security;
create policy sold_product_periods_own on sold_product_periods
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- Serves the periods of a product, the latest first.
create index sold_product_periods_by_product on sold_product_periods (organization_id, product_id, start_date desc, id);
-- Serves the search for periods of any product that have a day in common with a range.
create index sold_product_periods_by_day on sold_product_periods (organization_id, end_date, start_date);

create table sold_product_sales (
  organization_id  uuid not null,
  id               uuid not null,
  product_id       uuid not null,
  period_id        uuid not null,
  -- The days of the period.
  start_date       activity_day not null,
  end_date         activity_day not null,
  country          country_code not null,
  quantity         sold_units not null,
  -- The use of one unit, copied from the product when the sale was last calculated.
  lifetime_years   lifetime_years not null,
  uses_per_year    uses_per_year,
  energy_quantity  use_energy not null,
  energy_unit_id   uuid not null,
  energy_type      sold_product_energy_type not null,
  vehicle_fuel_id  uuid,
  fuel_key         text_255,
  primary key (organization_id, id),
  constraint sold_product_sales_period check (start_date <= end_date),
  constraint sold_product_sales_fuel check (
    num_nonnulls(vehicle_fuel_id, fuel_key) = case energy_type when 'fuel' then 1 else 0 end)
);
call complete_record_table('sold_product_sales', 'start_date', 'product_id', '{end_date, country, period_id}');
call add_fitness('sold_product_sales');
call guard_locked_periods('sold_product_sales', 'r.start_date', 'r.end_date');
-- Serves the sums of a period by country, and its deletion with its sales.
create index sold_product_sales_by_period on sold_product_sales (organization_id, period_id, country, id);
-- Serves the count of the records that name a file, before the file is deleted.
create index sold_product_sales_by_file on sold_product_sales (organization_id, file_id) where file_id is not null;
