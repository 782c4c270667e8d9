-- migrate: compatible
-- The last marks that this service and each neighbour have of each other. A schema that was set back alone to an older
-- moment shows by a mark that does not follow (messages/marks.ts).
create table neighbours (
  name         text not null,
  -- What the neighbour is: the producer of events that this service handles, or a consumer of events of this service.
  role         text not null check (role in ('producer', 'consumer')),
  -- The last mark: received from a producer, or given to a consumer. Null before the first one.
  mark         uuid,
  -- Grows by 1 with each mark, so that the older one of two marks is known.
  position     bigint not null default 0 check (position >= 0),
  -- Of a consumer: the mark that it has shown last.
  shown        uuid,
  -- The last time at which both sides agreed.
  agreed_at    timestamptz not null default now(),
  -- Events that were handled before do not count any more: a person has settled what they did.
  begun_at     timestamptz not null default '-infinity',
  -- Who lacks what the other one has.
  behind       text check (behind in ('self', 'neighbour')),
  -- Both sides agreed at this time for the last time. Null while they agree.
  behind_since timestamptz,
  -- Events of the producer that it no longer has were found. Marks alone would agree.
  events_lost  boolean not null default false,
  -- An operator has settled the difference: the next exchange begins anew.
  accepted     boolean not null default false,
  primary key (name, role),
  check ((behind is null) = (behind_since is null))
);
