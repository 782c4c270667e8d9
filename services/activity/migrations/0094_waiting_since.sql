-- migrate: compatible
-- When the result was asked for. `since` is set anew with each announcement.
alter table pending_calculations add column requested_at timestamptz not null default now();
