-- migrate: compatible
-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- Services fold the addresses of accounts (accountAddress in kit), and the database compares them as they are. Its
-- lower() folds some letters differently, so the checks look at ASCII letters alone.
alter table users drop constraint users_email_check,
  add constraint users_email_check check (email = lower(email collate "C") and char_length(email) between 3 and 320);
alter table member_invitations drop constraint member_invitations_email_check,
  add constraint member_invitations_email_check
    check (email = lower(email collate "C") and char_length(email) between 3 and 320);

-- Processes of the last release still call user_by_email(), which folds by itself.
create function user_by_address(address text) returns table (id uuid, email text, password_hash text)
language sql stable security definer set search_path from current as $$
  select u.id, u.email, u.password_hash from users u where u.email = address
$$;
revoke execute on function user_by_address(text) from public;

create or replace function link_identity(of_issuer text, of_subject text, address text) returns void
language sql volatile security definer set search_path from current as $$
  insert into user_identities (issuer, subject, user_id)
  select of_issuer, of_subject, u.id from users u where u.email = address
  on conflict do nothing
$$;

create or replace function identities_of(address text) returns table (issuer text, subject text, linked_at timestamptz)
language sql stable security definer set search_path from current as $$
  select i.issuer, i.subject, i.created_at from user_identities i join users u on u.id = i.user_id
  where u.email = address
  order by i.issuer
$$;

create or replace function unlink_identity(of_issuer text, of_subject text, address text) returns uuid
language sql volatile security definer set search_path from current as $$
  delete from user_identities i using users u
  where u.id = i.user_id and u.email = address and i.issuer = of_issuer and i.subject = of_subject
  returning i.user_id
$$;
