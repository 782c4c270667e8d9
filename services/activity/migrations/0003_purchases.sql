-- The rules of the columns are domains: Postgres keeps a domain's rule ready, while it reads the rule of a column
-- anew for each statement, which for a table as wide as this one costs as much as the insert itself.
-- No precision is declared, because it would round what was sent. The bounds also refuse NaN and infinity.
create domain amount as numeric check (value between 0 and 99999999999999999999 and scale(value) <= 30);
create domain share as numeric check (value between 0 and 1 and scale(value) <= 30);
create domain text_255 as text check (char_length(value) between 1 and 255);
create domain text_500 as text check (char_length(value) <= 500);
create domain web_address as text check (char_length(value) <= 2048);
create domain activity_day as date check (value >= '1970-01-01');
create domain revision as int check (value > 0);
create domain expense_type as text check (value in ('capex', 'opex'));
create domain purchase_type as text check (value in ('spend_based', 'supplier_specific', 'average_data'));
create domain purchase_status as text check (value in ('active', 'pending', 'in_progress', 'in_review', 'inactive'));
create domain purchase_frequency as text check (value in ('once'));
create domain calculation_status as text check (value in ('pending', 'calculated', 'failed'));
-- Kilograms.
create domain kilograms as numeric check (value between -1e60 and 1e60);
create domain exchange_rate as numeric check (value > 0 and value < 1e20);

-- Organization and person are no foreign keys: each insert would lock their rows, which all inserts share. The first
-- is the one that the transaction runs for, the second the one who is signed in.
create table purchases (
  organization_id           uuid not null,
  id                        uuid not null,
  -- One more at each change that the calculation must know of.
  revision                  revision not null default 1,
  product_name              text_255 not null,
  description               text_500,
  sector                    text_255 not null,
  quantity                  amount,
  unit_id                   uuid,
  non_currency_quantity     amount,
  non_currency_unit_id      uuid,
  purchase_date             activity_day not null,
  expense_type              expense_type not null,
  purchase_type             purchase_type not null,
  status                    purchase_status not null,
  recycled                  share,
  frequency                 purchase_frequency not null,
  supplier_id               uuid,
  custom_emission_factor_id uuid,
  file_id                   uuid,
  file_name                 text_255,
  file_url                  web_address,
  uploaded_by               uuid,
  calculation_status        calculation_status not null default 'pending',
  calculation_error_code    text,
  co2e                      kilograms,
  exchange_rate_to_eur      exchange_rate,
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
) with (
  -- Room on the page for the row's second version, which comes with the result and then needs no new index entries.
  fillfactor = 70
);
-- Serves the listing.
create index purchases_by_date on purchases (organization_id, purchase_date desc, id desc);
-- Serves pricing a supplier's purchases again, in order of id, and the check that none is left when it is deleted.
create index purchases_by_supplier on purchases (organization_id, supplier_id, id) where supplier_id is not null;
alter table purchases enable row level security, force row level security;
create policy purchases_own on purchases
  using (organization_id = any (visible_organizations())) with check (organization_id = current_organization());
