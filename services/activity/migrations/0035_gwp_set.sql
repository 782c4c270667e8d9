-- AR5 is the set of the publications in use today. Organizations that exist keep their set, so no number changes by itself.
alter table organizations alter column gwp_set set default 'AR5';

-- Null until the first change of a setting.
alter table organizations add column updated_at timestamptz;
