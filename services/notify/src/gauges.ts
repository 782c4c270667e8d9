import { COUNT_MAX, type Gauges } from "@emissions/kit/db/observe-tables";
import { deliveriesDue, oldestDueAge } from "./metrics.ts";

/** Deliveries that should have been attempted by now. */
export const gauges: readonly Gauges[] = [
  {
    group: "webhooks",
    instruments: [deliveriesDue, oldestDueAge],
    read: async (tx) => {
      // The index of pending deliveries is by endpoint, so a backlog is read up to the limit and never sorted.
      const [row] = await tx<[{ due: number; age: number }]>`
        select count(*)::int as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age
        from (
          select next_attempt_at from webhook_deliveries
          where status = 'pending' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
          limit ${COUNT_MAX}) as d`;
      return [deliveriesDue.value(row.due), oldestDueAge.value(Math.max(0, row.age))];
    },
  },
];
