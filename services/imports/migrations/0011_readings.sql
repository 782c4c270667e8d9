-- Readings of documents, such as invoices of energy. Each file has one at most.
create table readings (
  organization_id uuid not null,
  id              uuid not null,
  file_id         uuid not null,
  status          text not null default 'pending'
    check (status in ('pending', 'reading', 'review', 'success', 'error', 'confirmed')),
  category        text check (category in ('water', 'electricity', 'gas', 'fuel_delivery', 'recharges', 'wastes')),
  confidence      numeric(5, 4) check (confidence between 0 and 1),
  items           jsonb not null default '[]' check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 20),
  supplier_name   text check (char_length(supplier_name) <= 255),
  supplier_tax_id text check (char_length(supplier_tax_id) <= 255),
  warnings        text[] not null default '{}',
  source          text check (source in ('ubl', 'cii', 'text')),
  error_code      text,
  error_detail    text,
  -- A person has replaced the values.
  corrected       boolean not null default false,
  -- Grows with each change, so that a confirmation is about the values that its caller saw.
  revision        int not null default 1,
  -- A confirmation that has begun: an id, the caller, and the request to the activity service.
  confirmation    jsonb,
  -- What a confirmation has created.
  record_type     text check (record_type in ('invoices', 'wastes')),
  record_ids      uuid[] not null default '{}',
  job_id          uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz,
  primary key (organization_id, id),
  unique (organization_id, file_id),
  foreign key (organization_id, file_id) references files on delete cascade,
  check ((status = 'confirmed') = (record_type is not null)),
  check ((status = 'error') = (error_code is not null))
);
-- Serves the listing, the newest first.
create index readings_by_time on readings (organization_id, created_at desc, id desc);

-- Documents that wait, or that a process reads. The lease of a killed process expires.
create table reading_queue (
  organization_id uuid not null,
  reading_id      uuid not null,
  since           timestamptz not null default now(),
  leased_until    timestamptz,
  attempts        int not null default 0 check (attempts >= 0),
  primary key (organization_id, reading_id),
  foreign key (organization_id, reading_id) references readings on delete cascade
);
create index reading_queue_since on reading_queue (since, reading_id);

-- Confirmations that have begun and not ended.
create table reading_confirmations (
  organization_id uuid not null,
  reading_id      uuid not null,
  since           timestamptz not null default now(),
  primary key (organization_id, reading_id),
  foreign key (organization_id, reading_id) references readings on delete cascade
);
create index reading_confirmations_since on reading_confirmations (since, reading_id);

alter table readings enable row level security, force row level security;
create policy readings_own on readings
  using (organization_id = any ((select visible_organizations())::uuid[]))
  with check (organization_id = (select current_organization()));

do $$
declare own text;
begin
  foreach own in array array['reading_queue', 'reading_confirmations'] loop
    execute format('alter table %I enable row level security, force row level security', own);
    -- Background work sees ids and times only.
    execute format('create policy %I on %I using (organization_id = (select current_organization()) or (select is_machinery()))
      with check (organization_id = (select current_organization()))', own || '_own', own);
  end loop;
end $$;
