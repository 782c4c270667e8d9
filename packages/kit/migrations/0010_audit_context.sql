-- migrate: compatible
alter table audit_log
  -- Of the client, as the gateway saw it. Null for work without a request, such as an import that runs on.
  add column address text check (char_length(address) between 1 and 64),
  -- The resource of the RPC, such as `purchase`. Null in rows of earlier releases.
  add column entity_kind text check (entity_kind <> '');
