-- migrate: compatible
-- Serves the sweep, which deletes the oldest rows.
create index known_sign_ins_by_age on known_sign_ins (at);

-- An address is known for this long after the last sign-in from it.
create function known_sign_in_lifetime() returns interval language sql immutable
  return interval '90 days';

create or replace function is_known_sign_in(of_account bytea, from_address bytea) returns boolean language plpgsql as $$
begin
  perform set_config('app.machinery', 'on', true);
  return exists (
    select from known_sign_ins
    where account = of_account and address = from_address and at > now() - known_sign_in_lifetime());
end $$;

-- Deletes up to `rows_max` addresses that are no longer known. Rows that a gateway is using are skipped.
create function delete_old_sign_ins(rows_max int) returns int language plpgsql as $$
declare deleted int;
begin
  perform set_config('app.machinery', 'on', true);
  delete from known_sign_ins where ctid = any(array(
    select ctid from known_sign_ins where at <= now() - known_sign_in_lifetime()
    order by at limit rows_max for update skip locked));
  get diagnostics deleted = row_count;
  return deleted;
end $$;
