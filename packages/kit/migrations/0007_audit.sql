-- What a change did to the fields of its entity: {"name": {"old": "a", "new": "b"}}. A secret field has an empty object.
-- Null for creations, deletions and actions: the row of the entity has the values, and later changes have the old ones.
alter table audit_log add column changes jsonb check (jsonb_typeof(changes) = 'object');

-- The migration grants select and insert only. The trigger stops the owner of the table, too.
comment on table audit_log is 'append-only: who changed what, and when';
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- A batch writes a row for each record, so the function runs once for each statement and not for each row.
drop policy audit_log_own on audit_log;
create policy audit_log_own on audit_log using (organization_id = (select current_organization()));
