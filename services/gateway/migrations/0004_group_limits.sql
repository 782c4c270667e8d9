-- migrate: compatible
-- Takes as many of the wanted tokens of each bucket as there are. A bucket may be named once. Rows are locked in the
-- order of their keys, so that two gateways never wait for each other.
create or replace function take_tokens(
  organizations uuid[], subjects text[], buckets text[], policies text[],
  wanted int[], usual_requests int[], windows_us bigint[], usual_bursts int[], clock_us bigint
) returns setof token_buckets language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.machinery', 'on', true);
  return query
    insert into token_buckets as b (organization_id, subject, bucket, requests, window_us, burst, deficit, at_us, taken)
    select a.organization_id, a.subject, a.bucket, l.requests, a.window_us, l.burst,
      least(a.wanted, l.burst) * a.window_us, now_us(clock_us), least(a.wanted, l.burst)
    from unnest(organizations, subjects, buckets, policies, wanted, usual_requests, windows_us, usual_bursts)
      as a (organization_id, subject, bucket, policy, wanted, requests, window_us, burst)
    left join rate_limit_overrides o on o.organization_id = a.organization_id and o.policy = a.policy
    -- Operators gave keys more before there were limits of groups. A key of the top organization reaches its limit alone.
    left join rate_limit_overrides k
      on k.organization_id = a.organization_id and k.policy = 'account' and a.policy = 'group'
    cross join lateral (
      select coalesce(o.requests, greatest(k.requests, a.requests)), coalesce(o.burst, greatest(k.burst, a.burst))
    ) as l (requests, burst)
    order by a.organization_id, a.subject, a.bucket
    on conflict (organization_id, subject, bucket) do update
    set (requests, window_us, burst, deficit, at_us, taken) = (
      select excluded.requests, excluded.window_us, excluded.burst,
        before.deficit + possible.taken * excluded.window_us, greatest(b.at_us, excluded.at_us), possible.taken
      from deficit_after(b.deficit, excluded.at_us - b.at_us, excluded.requests) as before (deficit)
      cross join lateral (
        select least(excluded.taken, greatest(0,
          excluded.burst - (before.deficit + excluded.window_us - 1) / excluded.window_us)::int)
      ) as possible (taken))
    returning b.*;
end $$;
