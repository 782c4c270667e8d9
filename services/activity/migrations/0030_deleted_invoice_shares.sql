-- Shares of invoices whose part was deleted while other parts exist, so that the shares of an invoice always add up to 1.
create table deleted_invoice_shares (
  organization_id   uuid not null,
  source_invoice_id uuid not null,
  -- Of the part; ids are in the order in which the shares were sent.
  id                uuid not null,
  facility_id       uuid not null,
  -- At the time of the deletion.
  facility_name     text not null,
  percentage        share not null,
  company_name      text_255,
  deleted_at        timestamptz not null default now(),
  primary key (organization_id, source_invoice_id, id)
);
alter table deleted_invoice_shares enable row level security, force row level security;
create policy deleted_invoice_shares_own on deleted_invoice_shares
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));
