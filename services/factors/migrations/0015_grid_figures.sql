-- True for grid figures per used kWh: they include the losses of the grid.
alter table stand_ins add column losses_included boolean not null default false;
