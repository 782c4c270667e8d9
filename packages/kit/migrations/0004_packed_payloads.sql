-- Large payloads are packed by who writes them, so that less travels to the database, out of it, and on to the stream.
alter table outbox add column packed boolean not null default false;
