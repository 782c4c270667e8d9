-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Persons as outside issuers know them. An address may pass to another person; issuer and subject never do.
create table user_identities (
  issuer     text not null check (char_length(issuer) between 1 and 2048),
  subject    text not null check (char_length(subject) between 1 and 255),
  user_id    uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- A second subject with the same address does not become this user.
  unique (issuer, user_id)
);
-- Only the functions below reach the rows, because a person belongs to no organization.
alter table user_identities enable row level security, force row level security;
create policy user_identities_owner on user_identities to current_user using (true) with check (true);

create function user_by_identity(of_issuer text, of_subject text) returns table (id uuid, email text)
language sql stable security definer set search_path from current as $$
  select u.id, u.email from user_identities i join users u on u.id = i.user_id
  where i.issuer = of_issuer and i.subject = of_subject
$$;

-- Links the user of an address, unless the issuer has another subject for this user already.
create function link_identity(of_issuer text, of_subject text, address text) returns void
language sql volatile security definer set search_path from current as $$
  insert into user_identities (issuer, subject, user_id)
  select of_issuer, of_subject, u.id from users u where u.email = lower(address)
  on conflict do nothing
$$;
revoke execute on function user_by_identity(text, text), link_identity(text, text, text) from public;
