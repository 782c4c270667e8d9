-- migrate: compatible
-- Auditors read what viewers read, and the audit log.
alter table api_keys drop constraint api_keys_role_check,
  add constraint api_keys_role_check check (role in ('admin', 'editor', 'viewer', 'human_resources', 'auditor')) not valid;
alter table member_invitations drop constraint member_invitations_role_check,
  add constraint member_invitations_role_check
    check (role in ('admin', 'editor', 'viewer', 'human_resources', 'auditor')) not valid;
alter table members drop constraint members_role_check,
  add constraint members_role_check
    check (role in ('admin', 'editor', 'viewer', 'human_resources', 'auditor')) not valid;

create or replace function common_role(one text, other text) returns text
language sql immutable parallel safe
return case
  when one = other or other = 'admin' then one
  when one = 'admin' then other
  -- Each of them reads activity data.
  when array[one, other] <@ array['viewer', 'auditor', 'editor'] then 'viewer'
end;
