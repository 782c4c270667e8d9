-- Whether factors of flights include the effects besides CO2, CH4 and N2O. Null: as the publisher of each factor
-- recommends.
alter table organizations add column radiative_forcing text check (radiative_forcing in ('with', 'without'));

