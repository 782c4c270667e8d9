-- Operator classes of GiST for uuid: exclusion constraints compare ids and periods. The extension is trusted, so the
-- owner of the schemas may create it.
create extension if not exists btree_gist;

create domain workforce_gender as text check (value in ('M', 'F', 'O', 'NS'));
create domain workforce_contract_type as text check (value in ('permanent', 'temporary'));
create domain workforce_end_reason as text
  check (value in ('resignation', 'dismissal', 'retirement', 'end_of_contract', 'death', 'other'));
create domain own_workforce_status as text check (value in ('active', 'loading', 'error'));
-- On the day of an erasure: the bands of ESRS S1, which include 30 and 50.
create domain workforce_age_band as text check (value in ('under_30', '30_to_50', 'over_50'));
create domain workforce_day as date check (value between '1900-01-01' and '2200-12-31');

create table own_workforces (
  organization_id      uuid not null,
  id                   uuid not null,
  external_employee_id text_255,
  birth_date           workforce_day,
  gender               workforce_gender not null,
  disabled_employee    boolean,
  -- Stands for the birth date after an erasure.
  age_band             workforce_age_band,
  erased_at            timestamptz,
  file_id              uuid,
  file_name            text_255,
  status               own_workforce_status not null default 'active',
  -- Grows by 1 at each change of the person or the contracts, so that the filter hash changes with a person.
  revision             revision not null default 1,
  uploaded_by          uuid,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz,
  search_text          text not null generated always as (plain_text(coalesce(external_employee_id::text, ''))) stored,
  primary key (organization_id, id),
  constraint own_workforces_erasure check (case when erased_at is null
    then num_nulls(external_employee_id, birth_date, disabled_employee) = 0 and age_band is null
    else num_nonnulls(external_employee_id, birth_date, disabled_employee, file_id, file_name) = 0 end)
);
alter table own_workforces enable row level security, force row level security;
create policy own_workforces_own on own_workforces
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- One person for each id of the HR system. Serves the look-up by it, too.
create unique index own_workforces_by_external_id on own_workforces (organization_id, external_employee_id);
-- Serve the orders of the list. The first one also serves totals and filter hash.
create index own_workforces_by_employee on own_workforces (organization_id, external_employee_id, id)
  include (revision, file_id);
create index own_workforces_by_change on own_workforces (organization_id, updated_at, id);
-- Serves the count of the people that name a file, before the file is deleted.
create index own_workforces_by_file on own_workforces (organization_id, file_id) where file_id is not null;

create table workforce_contracts (
  organization_id     uuid not null,
  id                  uuid not null,
  own_workforce_id    uuid not null,
  contract_type       workforce_contract_type not null,
  start_date          workforce_day not null,
  end_date            workforce_day,
  end_date_reason     workforce_end_reason,
  country             country_code not null,
  -- Null after an erasure.
  job_category        text_255,
  -- Share of full working hours.
  working_hours_ratio share not null check (scale(working_hours_ratio) <= 6),
  -- Both days belong to the contract. Without an end it goes on.
  period              daterange not null generated always as (daterange(start_date, end_date, '[]')) stored,
  primary key (organization_id, id),
  constraint workforce_contracts_order check (end_date >= start_date),
  constraint workforce_contracts_reason check (end_date_reason is null or end_date is not null),
  constraint workforce_contracts_person foreign key (organization_id, own_workforce_id)
    references own_workforces (organization_id, id) on delete cascade,
  -- Serves the contracts of a person, too.
  constraint workforce_contracts_overlap
    exclude using gist (organization_id with =, own_workforce_id with =, period with &&),
  -- The target of the foreign key that keeps remunerations within their contract.
  constraint workforce_contracts_period unique (organization_id, id, period without overlaps)
);
alter table workforce_contracts enable row level security, force row level security;
create policy workforce_contracts_own on workforce_contracts
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- Serves the contracts of a person in their order, and the deletion of a person.
create index workforce_contracts_by_person on workforce_contracts (organization_id, own_workforce_id, start_date);

create table workforce_remunerations (
  organization_id uuid not null,
  id              uuid not null,
  contract_id     uuid not null,
  -- Gross amount of a year.
  amount          amount not null,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  start_date      workforce_day not null,
  -- Null only in a contract without an end.
  end_date        workforce_day,
  period          daterange not null generated always as (daterange(start_date, end_date, '[]')) stored,
  primary key (organization_id, id),
  constraint workforce_remunerations_order check (end_date >= start_date),
  constraint workforce_remunerations_contract foreign key (organization_id, contract_id)
    references workforce_contracts (organization_id, id) on delete cascade,
  constraint workforce_remunerations_overlap
    exclude using gist (organization_id with =, contract_id with =, period with &&),
  -- A remuneration lies within its contract. Checked at the commit, because both can change in one transaction.
  constraint workforce_remunerations_within foreign key (organization_id, contract_id, period period)
    references workforce_contracts (organization_id, id, period period) deferrable initially deferred
);
alter table workforce_remunerations enable row level security, force row level security;
create policy workforce_remunerations_own on workforce_remunerations
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
-- Serves the remunerations of a contract in their order, and the deletion of a contract.
create index workforce_remunerations_by_contract on workforce_remunerations (organization_id, contract_id, start_date);
