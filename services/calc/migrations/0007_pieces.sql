-- A period is split where a factor changes, so that a part can have several entries, each with its own days.
alter table calculation_parts
  add column start_date date,
  add column end_date date,
  -- The share of the recorded quantity. Null for the whole.
  add column quantity numeric check (quantity <> 'NaN'),
  add column allocation text,
  -- emissions.factors.v1.Fitness
  add column fitness bytea,
  add column piece smallint not null default 0 check (piece >= 0);
alter table calculation_parts drop constraint calculation_parts_pkey;
alter table calculation_parts add primary key (organization_id, record_id, revision, piece, position);
alter table calculations add column fitness bytea;

alter table impacts
  add column ghg_category text check (ghg_category <> ''),
  -- Numbers of emissions.factors.v1.FitnessMark
  add column marks smallint[] not null default '{}',
  -- Null in rows from before the columns: only co2e_kg is known.
  add column co2e_ar4_kg kilograms,
  add column co2e_ar5_kg kilograms,
  add column co2e_ar6_kg kilograms;
alter table impacts drop constraint impacts_pkey;
alter table impacts add primary key (organization_id, record_id, revision, part, start_date);

-- Rows from before the column. Policies and the trigger apply to the owner, too.
alter table impacts no force row level security;
alter table impacts disable trigger append_only;
update impacts set ghg_category = case
  when scope = 1 then case category
    when 'recharges' then 'fugitive_emissions' when 'process' then 'process_emissions' else 'stationary_combustion' end
  when scope = 2 then case category when 'heat' then 'purchased_heat' else 'purchased_electricity' end
  when category = 'capital_goods' then 'capital_goods'
  when category = 'energy_production' then 'fuel_and_energy_related_activities'
  when category = 'wastes' or category = 'water' and part = 'treatment' then 'waste_generated_in_operations'
  when category = 'travels' then 'business_travel'
  else 'purchased_goods_and_services' end;
alter table impacts enable trigger append_only;
alter table impacts force row level security;
alter table impacts alter column ghg_category set not null;
