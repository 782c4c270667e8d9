-- The sign-ins of people. A person belongs to no organization alone, so the person is the tenant of these rows.
create table sessions (
  user_id      uuid not null references users (id),
  id           uuid not null,
  -- How the person proved who they are.
  method       text not null check (method in ('password', 'openid_connect')),
  address      text check (char_length(address) between 1 and 64),
  user_agent   text check (char_length(user_agent) between 1 and 255),
  created_at   timestamptz not null default now(),
  -- To the minute.
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- Null while the token of the session is valid.
  ended_at     timestamptz,
  primary key (user_id, id)
);
alter table sessions enable row level security, force row level security;
-- Transactions without a person see no session.
create policy sessions_own on sessions
  using (user_id = nullif(current_setting('app.user', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user', true), '')::uuid);
