-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- The links of the user of an address. For operators: no organization decides about a person of several.
create function identities_of(address text) returns table (issuer text, subject text, linked_at timestamptz)
language sql stable security definer set search_path from current as $$
  select i.issuer, i.subject, i.created_at from user_identities i join users u on u.id = i.user_id
  where u.email = lower(address)
  order by i.issuer
$$;

-- Removes a link of the user of an address, and returns the user. Null if there is no such link.
create function unlink_identity(of_issuer text, of_subject text, address text) returns uuid
language sql volatile security definer set search_path from current as $$
  delete from user_identities i using users u
  where u.id = i.user_id and u.email = lower(address) and i.issuer = of_issuer and i.subject = of_subject
  returning i.user_id
$$;
revoke execute on function identities_of(text), unlink_identity(text, text, text) from public;
