-- Creates for each service the role that owns its schema, and the ordinary role that it works with. Run it as an
-- administrator in the database of the services. Another run sets the passwords again.
--   psql "$ADMIN_URL" -v ON_ERROR_STOP=1 -f roles.sql
-- Passwords come from the environment: FACTORS_OWNER_PASSWORD, FACTORS_PASSWORD, ACTIVITY_OWNER_PASSWORD, ...

\getenv gateway_owner GATEWAY_OWNER_PASSWORD
\getenv factors_owner FACTORS_OWNER_PASSWORD
\getenv activity_owner ACTIVITY_OWNER_PASSWORD
\getenv calc_owner CALC_OWNER_PASSWORD
\getenv imports_owner IMPORTS_OWNER_PASSWORD
\getenv notify_owner NOTIFY_OWNER_PASSWORD
\getenv gateway GATEWAY_PASSWORD
\getenv factors FACTORS_PASSWORD
\getenv activity ACTIVITY_PASSWORD
\getenv calc CALC_PASSWORD
\getenv imports IMPORTS_PASSWORD
\getenv notify NOTIFY_PASSWORD

begin;

create temporary table wanted (schema text, role text, password text not null check (length(password) >= 16))
  on commit drop;
-- A missing variable stops psql here with a syntax error.
insert into wanted values
  ('gateway', 'emissions_gateway_owner', :'gateway_owner'),
  ('factors', 'emissions_factors_owner', :'factors_owner'),
  ('activity', 'emissions_activity_owner', :'activity_owner'),
  ('calc', 'emissions_calc_owner', :'calc_owner'),
  ('imports', 'emissions_imports_owner', :'imports_owner'),
  ('notify', 'emissions_notify_owner', :'notify_owner'),
  ('gateway', 'emissions_gateway', :'gateway'),
  ('factors', 'emissions_factors', :'factors'),
  ('activity', 'emissions_activity', :'activity'),
  ('calc', 'emissions_calc', :'calc'),
  ('imports', 'emissions_imports', :'imports'),
  ('notify', 'emissions_notify', :'notify');

select format('create role %I', role) from wanted where role not in (select rolname from pg_roles) \gexec

-- Row-level security applies to all roles, the owners included.
select format('alter role %I login nosuperuser nobypassrls nocreatedb nocreaterole password %L', role, password)
from wanted \gexec

-- The migrate command creates each schema as its owner. The migrations grant the rights of the ordinary roles.
select format('revoke create, temporary on database %I from public', current_database()) \gexec
select format('grant connect on database %I to %I', current_database(), role) from wanted \gexec
select format('grant create on database %I to %I', current_database(), role) from wanted where role like '%\_owner' \gexec

-- Earlier releases had one owner of all schemas. As a member of that role an owner takes its schema over. A schema
-- without our table of migrations is somebody else's.
select format('grant %I to %I', r.rolname, w.role)
from wanted w join pg_namespace n on n.nspname = w.schema join pg_roles r on r.oid = n.nspowner
where w.role like '%\_owner' and r.rolname <> w.role and not r.rolsuper and not r.rolbypassrls
  and exists (
    select from pg_class m join pg_attribute a on a.attrelid = m.oid and a.attname = 'digest'
    where m.relnamespace = n.oid and m.relname = 'migrations')
\gexec

commit;
