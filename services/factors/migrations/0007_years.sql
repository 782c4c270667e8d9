-- Meaning of the year of a figure, and how far the figure stands in for other years: one row for each data set, one for
-- each of its categories that differs, and rows without a data set for categories that are alike everywhere.
create table stand_ins (
  dataset     text not null,
  category    text not null,
  year_means  text not null check (year_means in ('edition', 'data', 'validity', 'prices', 'publication')),
  -- Whole years after the year of the figure, and before it; null without a limit.
  earlier_max smallint check (earlier_max >= 0),
  later_max   smallint check (later_max >= 0),
  -- Country of the figures that apply worldwide; empty if they describe no country.
  origin      text not null check (origin ~ '^([A-Z]{2})?$'),
  primary key (dataset, category),
  check (dataset <> '' or category <> '')
);
