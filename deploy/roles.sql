-- Creates the role that owns the schemas and one ordinary role for each service. Run it as an administrator in the
-- database of the services. Another run sets the passwords again.
--   psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -f roles.sql
-- Passwords come from the environment: OWNER_PASSWORD, FACTORS_PASSWORD, ACTIVITY_PASSWORD, ...

\getenv owner OWNER_PASSWORD
\getenv factors FACTORS_PASSWORD
\getenv activity ACTIVITY_PASSWORD
\getenv calc CALC_PASSWORD
\getenv imports IMPORTS_PASSWORD
\getenv notify NOTIFY_PASSWORD

begin;

create temporary table wanted (role text, password text not null check (length(password) >= 16)) on commit drop;
-- A missing variable stops psql here with a syntax error.
insert into wanted values
  ('emissions_owner', :'owner'),
  ('emissions_factors', :'factors'),
  ('emissions_activity', :'activity'),
  ('emissions_calc', :'calc'),
  ('emissions_imports', :'imports'),
  ('emissions_notify', :'notify');

select format('create role %I', role) from wanted where role not in (select rolname from pg_roles) \gexec

-- Row-level security applies to all roles, the owner included.
select format('alter role %I login nosuperuser nobypassrls nocreatedb nocreaterole password %L', role, password)
from wanted \gexec

-- Each process migrates its own schema as the owner. The migrations grant the rights of the ordinary roles.
select format('grant connect, create on database %I to emissions_owner', current_database()) \gexec
select format('revoke create, temporary on database %I from public', current_database()) \gexec
select format('grant connect on database %I to %I', current_database(), role) from wanted \gexec

commit;
