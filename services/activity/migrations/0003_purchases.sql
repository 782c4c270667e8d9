-- Organization and person are no foreign keys: each insert would lock their rows, which all inserts share. The first
-- is the one that the transaction runs for, the second the one who is signed in.
create table purchases (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
  revision                  int not null default 1 check (revision > 0),
  product_name              text not null check (char_length(product_name) between 1 and 255),
  description               text check (char_length(description) <= 500),
  sector                    text not null check (char_length(sector) between 1 and 255),
  -- No precision is declared, because it would round what was sent. The bounds also refuse NaN and infinity.
  quantity                  numeric check (quantity between 0 and 99999999999999999999 and scale(quantity) <= 30),
  unit_id                   uuid,
  non_currency_quantity     numeric check (
    non_currency_quantity between 0 and 99999999999999999999 and scale(non_currency_quantity) <= 30),
  non_currency_unit_id      uuid,
  purchase_date             date not null check (purchase_date >= '1970-01-01'),
  expense_type              text not null check (expense_type in ('capex', 'opex')),
  purchase_type             text not null check (purchase_type in ('spend_based', 'supplier_specific', 'average_data')),
  status                    text not null check (status in ('active', 'pending', 'in_progress', 'in_review', 'inactive')),
  recycled                  numeric check (recycled between 0 and 1 and scale(recycled) <= 30),
  frequency                 text not null check (frequency in ('once')),
  supplier_id               uuid,
  custom_emission_factor_id uuid,
  file_id                   uuid,
  file_name                 text check (char_length(file_name) <= 255),
  file_url                  text check (char_length(file_url) <= 2048),
  uploaded_by               uuid,
  calculation_status        text not null default 'pending' check (
    calculation_status in ('pending', 'calculated', 'failed')),
  calculation_error_code    text,
  -- Kilograms.
  co2e                      numeric check (co2e between -1e60 and 1e60),
  exchange_rate_to_eur      numeric check (exchange_rate_to_eur > 0 and exchange_rate_to_eur < 1e20),
  exchange_rate_date        date,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz,
  primary key (organization_id, id),
  -- The organization is part of the reference, so a supplier of another one cannot be named.
  constraint purchases_supplier foreign key (organization_id, supplier_id) references suppliers (organization_id, id),
  -- Exactly one amount, and that one whole.
  constraint purchases_amount check (
    num_nonnulls(quantity, unit_id) in (0, 2) and num_nonnulls(non_currency_quantity, non_currency_unit_id) in (0, 2)
    and num_nonnulls(quantity, non_currency_quantity) = 1),
  constraint purchases_result check ((calculation_status = 'calculated') = (co2e is not null))
);
-- Serves the listing.
create index purchases_by_date on purchases (organization_id, purchase_date desc, id desc);
-- Serves pricing a supplier's purchases again, in order of id, and the check that none is left when it is deleted.
create index purchases_by_supplier on purchases (organization_id, supplier_id, id) where supplier_id is not null;
alter table purchases enable row level security, force row level security;
create policy purchases_own on purchases
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
