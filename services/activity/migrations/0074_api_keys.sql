alter table api_keys
  -- The key may do no more than this role and no more than its owner. Null: the role of the owner.
  add column role text check (role in ('admin', 'editor', 'viewer', 'human_resources')),
  add column revoked_at timestamptz,
  -- The key that replaces this one.
  add column rotated_to uuid;

-- What both roles may do: null if they have no right in common. An admin may do everything.
create function common_role(one text, other text) returns text language sql immutable parallel safe
  return case
    when one = other or other = 'admin' then one
    when one = 'admin' then other
    when 'viewer' in (one, other) and 'editor' in (one, other) then 'viewer'
  end;
