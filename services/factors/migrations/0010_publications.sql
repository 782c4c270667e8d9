-- Where the figures of a data set were published: one row for each data set, and one for each of its categories that
-- has another table. The catalogue is the same for all organizations.
create table publications (
  dataset      text not null check (dataset <> ''),
  category     text not null,
  publisher    text not null check (publisher <> ''),
  -- Empty if the source of the factor names it, as where each row has its own edition.
  document     text not null,
  -- Sheet or table; empty where the group of the factor names it.
  table_name   text not null,
  url          text not null check (url ~ '^(https://.+)?$'),
  -- A day, month or year; empty where only the year of the data set is known.
  published_on text not null check (published_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  -- Of the publisher's file; only its first digits where no more are known.
  sha256       text not null check (sha256 ~ '^[0-9a-f]{0,64}$'),
  primary key (dataset, category)
);
