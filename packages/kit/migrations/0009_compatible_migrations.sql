-- A process whose files lack an applied one is ready only if that one is compatible with the release before.
alter table migrations add column compatible boolean not null default false;
