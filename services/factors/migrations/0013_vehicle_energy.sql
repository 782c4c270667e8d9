-- The energy that a vehicle with the fuel uses. The load of the catalogue replaces the default.
alter table vehicle_fuels
  -- Where the library has the upstream figures, if the key differs from `factor_key`.
  add column upstream_key text check (upstream_key <> ''),
  add column energy text not null default 'fuel' check (energy in ('fuel', 'electricity', 'fuel_and_electricity'));
