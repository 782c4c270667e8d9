-- Two more questions that reach beyond the caller's organization, answered with the owner's rights as those before.

-- The organizations above the transaction's organization with their names, as far as places are accepted.
create function group_lineage() returns table (id uuid, name text, depth int)
language sql stable security definer set search_path from current as $$
  select o.id, o.name, a.depth from group_ancestors() a join organizations o using (id)
$$;

-- Whose key it is. Nothing is told to somebody who does not know the whole key.
create policy api_keys_owner on api_keys for select to current_user using (true);
create unique index api_keys_by_hash on api_keys (key_hash);
create function organization_of_key(hash bytea) returns table (organization_id uuid)
language sql stable security definer set search_path from current as $$
  select k.organization_id from api_keys k where k.key_hash = hash
$$;
revoke execute on function group_lineage(), organization_of_key(bytea) from public;
