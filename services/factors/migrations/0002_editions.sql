-- migrate: compatible
-- Editions of publications, and the datasets that come from each. The catalogue is the same for all organizations.
create table editions (
  id            text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  publisher     text not null check (publisher <> ''),
  -- With the version.
  title         text not null check (title <> ''),
  version       text not null,
  -- A day, month or year. Empty texts are unknown, here and below.
  printed_on    text not null check (printed_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  published_on  text not null check (published_on ~ '^(\d{4}(-\d{2}){0,2})?$'),
  -- The file that the figures were read from.
  file_name     text not null,
  bytes         bigint check (bytes > 0),
  -- Of the publisher's file; only its first digits where no more are known.
  sha256        text not null check (sha256 ~ '^[0-9a-f]{0,64}$'),
  url           text not null check (url ~ '^(https://.+)?$'),
  licence       text not null check (licence <> ''),
  retrieved_on  text not null check (retrieved_on ~ '^(\d{4}-\d{2}-\d{2})?$'),
  reading       text check (reading in ('transcribed', 'program')),
  -- The errors of an earlier edition that it corrects.
  correction    text not null,
  -- Id of the edition that corrects this one.
  superseded_by text not null check (superseded_by <> id),
  -- Id of the edition before in the same series.
  follows       text not null check (follows <> id),
  -- Names of datasets; "materials/2025" is a dataset with the year of its source.
  datasets      text[] not null,
  -- "waste=Waste disposal": the table of a category. Other categories are in the table that their group names.
  tables        text[] not null
);

comment on table publications is 'only for releases before 0002, which fill it: editions has its contents';
