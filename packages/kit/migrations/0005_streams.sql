-- Who was ever seen to take messages from a stream. In a stream that was lost they are missing until they come again, and
-- what they have yet to take must stay.
create table outbox_consumers (
  stream  text not null,
  name    text not null,
  seen_at timestamptz not null default now(),
  primary key (stream, name)
);

alter table outbox_stream
  -- What was in the stream at some time: everything up to this number is at least so old.
  add column marked_seq   bigint not null default 0,
  add column marked_at    timestamptz not null default now(),
  -- The stream was lost: what was published before is published again, in steps. Null when that is done.
  add column again_before timestamptz,
  -- The steps have come to what was made at this time.
  add column again_from   timestamptz not null default '-infinity';
