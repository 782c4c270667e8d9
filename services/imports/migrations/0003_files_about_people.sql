-- Uploaded by human_resources: personal data, which viewers must not see.
alter table files add column for_people boolean not null default false;
