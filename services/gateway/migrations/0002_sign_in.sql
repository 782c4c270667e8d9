-- Addresses from which a person has signed in. They have a budget of failures of their own, so that guesses from elsewhere
-- do not use it up. Both columns are HMACs: the table names nobody. Only the functions below use it.
create table known_sign_ins (
  account bytea not null check (octet_length(account) = 32),
  address bytea not null check (octet_length(address) = 32),
  at      timestamptz not null default now(),
  primary key (account, address)
);
alter table known_sign_ins enable row level security, force row level security;
create policy known_sign_ins_own on known_sign_ins using (is_machinery());

create function is_known_sign_in(of_account bytea, from_address bytea) returns boolean language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  return exists (
    select from known_sign_ins
    where account = of_account and address = from_address and at > now() - interval '90 days');
end $$;

-- Keeps the latest 20 addresses of an account.
create function remember_sign_in(of_account bytea, from_address bytea) returns void language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  insert into known_sign_ins values (of_account, from_address)
  on conflict (account, address) do update set at = now();
  delete from known_sign_ins where account = of_account and address in (
    select address from known_sign_ins where account = of_account order by at desc, address offset 20);
end $$;
