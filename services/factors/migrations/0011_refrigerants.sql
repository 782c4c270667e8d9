-- The key of a gas in the category "refrigerants" of the library, and whether the Kyoto Protocol covers it. The catalogue is
-- loaded at every start, which fills the new columns.
alter table warming_potentials
  add column key   text not null default '',
  add column kyoto boolean not null default false;

-- Components of refrigerants by mass. A gas without a warming potential of its own is its only component.
create table refrigerant_components (
  refrigerant  text not null check (refrigerant <> ''),
  component    text not null check (component <> ''),
  mass_percent ratio not null check (mass_percent <= 100),
  -- Whether the Kyoto Protocol covers the component.
  kyoto        boolean not null,
  primary key (refrigerant, component)
);
