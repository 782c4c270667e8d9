-- Functions of triggers find their tables whatever the caller's path is.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- A registry counts watt-hours. More decimals come from units that are no powers of ten of it.
create domain certificate_mwh as numeric check (value between 0 and 99999999999999999999 and scale(value) <= 12);

-- Energy attribute certificates.
create table certificates (
  organization_id       uuid not null,
  id                    uuid not null,
  type                  text not null
    check (type in ('guarantee_of_origin', 'rec', 'rego', 'i_rec', 'ppa', 'other')),
  technology            text not null check (technology in ('solar', 'wind', 'hydro', 'marine', 'geothermal', 'biomass',
    'biogas', 'nuclear', 'natural_gas', 'coal', 'oil', 'waste', 'other')),
  mwh                   certificate_mwh not null check (mwh > 0),
  -- The sum of its matches, kept by a trigger.
  mwh_used              certificate_mwh not null default 0,
  country               country_code not null,
  production_start_date activity_day not null,
  production_end_date   activity_day not null,
  -- Kilograms of CO2e per MWh.
  emission_rate         amount,
  registry              text_255,
  plant                 text_255,
  external_id           text_255,
  file_id               uuid,
  file_name             text_255,
  file_url              web_address,
  uploaded_by           uuid,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz,
  search_text           text not null generated always as (plain_text(coalesce(external_id::text, '') || chr(10) ||
    coalesce(registry::text, '') || chr(10) || coalesce(plant::text, ''))) stored,
  primary key (organization_id, id),
  -- No MWh is used twice.
  constraint certificates_not_overused check (mwh_used <= mwh),
  constraint certificates_period check (production_start_date <= production_end_date),
  constraint certificates_of_one_year
    check (extract(year from production_start_date::date) = extract(year from production_end_date::date)),
  constraint certificates_stated_rate check (
    coalesce(emission_rate, 0) > 0 or technology not in ('natural_gas', 'coal', 'oil', 'waste', 'other'))
);
-- Serves the list.
create index certificates_by_date on certificates (organization_id, production_start_date desc, id desc)
  include (type, technology, country, file_id);
alter table certificates enable row level security, force row level security;
create policy certificates_own on certificates
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The use of certificates by electricity invoices.
create table certificate_matches (
  organization_id uuid not null,
  -- Later matches have higher ids.
  id              uuid not null,
  certificate_id  uuid not null,
  invoice_id      uuid not null,
  mwh             certificate_mwh not null check (mwh > 0),
  created_at      timestamptz not null default now(),
  primary key (organization_id, id),
  -- Serves the list of a certificate.
  unique (organization_id, certificate_id, invoice_id),
  foreign key (organization_id, certificate_id) references certificates
);
-- Serves the certificates of an invoice, and its deletion.
create index certificate_matches_by_invoice on certificate_matches (organization_id, invoice_id);
alter table certificate_matches enable row level security, force row level security;
create policy certificate_matches_own on certificate_matches
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

-- The row of the certificate is locked from the first match of a transaction to its end.
create function count_used_mwh() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    update certificates set mwh_used = mwh_used - old.mwh
    where organization_id = old.organization_id and id = old.certificate_id;
  end if;
  if tg_op <> 'DELETE' then
    update certificates set mwh_used = mwh_used + new.mwh
    where organization_id = new.organization_id and id = new.certificate_id;
  end if;
  return null;
end
$$;
create trigger count_used_mwh after insert or update or delete on certificate_matches
  for each row execute function count_used_mwh();

-- A deleted invoice gives its MWh back, whatever deletes it. Not a foreign key: it would run a statement for each of
-- thousands of invoices. Writers of a match have locked its invoice.
create function release_certificates() returns trigger language plpgsql set search_path from current as $$
declare
  org uuid := current_organization();
begin
  if exists (select from certificate_matches m where m.organization_id = org) then
    delete from certificate_matches m
    where m.organization_id = org and m.invoice_id = any (array(select o.id from old_rows o));
  end if;
  return null;
end
$$;
create trigger release_certificates after delete on invoices referencing old table as old_rows
  for each statement execute function release_certificates();
