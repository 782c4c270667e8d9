-- migrate: compatible
-- Who pays for a transport. Deleted rows have the columns in the same order.
alter table transports add paid_by text check (paid_by in ('organization', 'other'));
alter table deleted_transports add paid_by text;
alter table logistics_requests add paid_by text not null default 'organization' check (paid_by in ('organization', 'other'));
alter table deleted_logistics_requests add paid_by text not null default 'organization';
create or replace view all_logistics_requests with (security_invoker = true) as
select null::timestamptz as deleted_at, r.* from logistics_requests r
union all
select * from deleted_logistics_requests;
