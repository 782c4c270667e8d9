-- The owner's functions must not look up a table in a caller's temporary schema first.
select set_config('search_path', current_schema() || ', pg_temp', true);

-- The log of activity also has the changes of other services, which arrive as events.
alter table audit_log add column service text not null default 'activity' check (service <> '');

-- Serve the filters of the list, which is sorted by id. The first one also serves the versions of transport routes.
create index audit_log_by_entity on audit_log (organization_id, entity_id, id) where entity_id is not null;
drop index audit_log_of_transports;
create index audit_log_by_actor on audit_log (organization_id, actor_id, id) where actor_id is not null;
create index audit_log_by_key on audit_log (organization_id, api_key_id, id) where api_key_id is not null;
create index audit_log_by_request on audit_log (organization_id, request_id, id) where request_id is not null;
create index audit_log_by_action on audit_log (organization_id, action, id);
create index audit_log_by_kind on audit_log (organization_id, entity_kind, id) where entity_kind is not null;

-- Blocks of the hash chain of each organization. A block names its rows, so nothing but a block says what is chained.
create table audit_blocks (
  organization_id uuid not null,
  -- From 1, without gaps.
  position        bigint not null check (position > 0),
  chained_at      timestamptz not null,
  ids             uuid[] not null check (cardinality(ids) between 1 and 10000),
  -- SHA-256 of each row, in the order of the ids.
  row_hashes      bytea not null,
  -- 32 zero bytes in the first block.
  previous_hash   bytea not null check (octet_length(previous_hash) = 32),
  -- SHA-256 of all other columns.
  hash            bytea not null check (octet_length(hash) = 32),
  primary key (organization_id, position),
  check (octet_length(row_hashes) = 32 * cardinality(ids))
);
comment on table audit_blocks is 'append-only: the hash chain over audit_log';
alter table audit_blocks enable row level security, force row level security;
create policy audit_blocks_own on audit_blocks using (organization_id = (select current_organization()));
create function refuse_block_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_blocks is append-only' using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on audit_blocks
  for each statement execute function refuse_block_change();

-- The last block of each organization, kept apart: without it the end of the chain could be removed unnoticed.
create table audit_heads (
  organization_id uuid primary key,
  position        bigint not null check (position > 0),
  hash            bytea not null check (octet_length(hash) = 32)
);
alter table audit_heads enable row level security, force row level security;
create policy audit_heads_own on audit_heads using (organization_id = (select current_organization()));

-- Rows that no block has yet. A transaction adds its own entry, so writers do not wait for each other.
create table audit_queue (
  organization_id uuid not null,
  id              bigint generated always as identity,
  ids             uuid[] not null check (cardinality(ids) between 1 and 1000),
  primary key (organization_id, id)
);
alter table audit_queue enable row level security, force row level security;
create policy audit_queue_own on audit_queue
  using (organization_id = (select current_organization()) or is_machinery())
  with check (organization_id = (select current_organization()));

create function queue_audit_rows() returns trigger language plpgsql set search_path from current as $$
begin
  insert into audit_queue (organization_id, ids)
  select organization_id, array_agg(id order by id)
  from (
    select organization_id, id, (row_number() over (partition by organization_id order by id) - 1) / 1000 as part
    from added) numbered
  group by organization_id, part;
  return null;
end $$;

-- The earlier rows are chained, too. Policies apply to the owner of the tables.
alter table audit_log no force row level security;
alter table audit_queue no force row level security;
insert into audit_queue (organization_id, ids)
select organization_id, array_agg(id order by id)
from (
  select organization_id, id, (row_number() over (partition by organization_id order by id) - 1) / 1000 as part
  from audit_log) numbered
group by organization_id, part order by organization_id, part;
alter table audit_log force row level security;
alter table audit_queue force row level security;

create trigger queue_for_chain after insert on audit_log referencing new table as added
  for each statement execute function queue_audit_rows();
