-- The library: figures of every category, each with the data set (the file) that it comes from.
alter table factors
  drop constraint factors_category_check,
  add constraint factors_category_check check (category ~ '^[a-z][a-z0-9_]*$'),
  -- Some sources give no warming potentials, because they weigh nothing: their figure is CO2 alone.
  drop constraint factors_gwp_set_check,
  add constraint factors_gwp_set_check check (gwp_set in ('', 'SAR', 'AR4', 'AR5', 'AR6')),
  drop constraint factors_check,
  add constraint factors_check check (coalesce(co2e, co2, ch4, n2o, biogenic_co2) is not null),
  add column dataset text check (dataset <> ''),
  -- Where the publication puts it: "Fuels > Gaseous fuels".
  add column group_path text not null default '',
  -- Key of the figure in the publication.
  add column source_key text not null default '',
  -- Half the 95 % confidence interval, in percent of the value. The upper bound refuses NaN as well.
  add column uncertainty_percent numeric check (uncertainty_percent >= 0 and uncertainty_percent < 1e6),
  -- Among data sets with a figure for the same region and year the one with the lower number counts.
  add column priority smallint not null default 100 check (priority > 0);

update factors set dataset = case
  when category = 'materials' then 'materials'
  when source like 'EXIOBASE 3.9.6%' then 'spend-exiobase'
  when source like 'EXIOBASE 3 by product%' then 'spend-oefdb'
  else 'spend' end;
