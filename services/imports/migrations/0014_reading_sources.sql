-- migrate: compatible
-- National formats of invoices.
alter table readings drop constraint readings_source_check;
alter table readings add constraint readings_source_check
  check (source in ('ubl', 'cii', 'facturae', 'fatturapa', 'text'));
