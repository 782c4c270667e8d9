-- Events of bulk work travel in a lane of their own, so that those of single records overtake them.
alter table outbox add column lane text not null default 'single' check (lane in ('single', 'bulk'));
drop index outbox_waiting;
-- Serve the relay, which looks only at what waits: single records in order, bulk work in turns of the organizations.
create index outbox_waiting_single on outbox (id) where published_at is null and lane = 'single';
create index outbox_waiting_bulk on outbox (organization_id, id) where published_at is null and lane = 'bulk';
