-- Packing the events of a batch takes Postgres as long as storing the rest of their rows, and each is read again at once.
-- They are gone after a week.
alter table outbox alter column payload set storage external;
