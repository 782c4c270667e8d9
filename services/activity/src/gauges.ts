import { COUNT_MAX, type Gauges } from "@emissions/kit/db/observe-tables";
import { jobsOpen, oldestRecordAge, recordsWaiting } from "./metrics.ts";

/** Records without a result, and jobs that have not ended. */
export const gauges: readonly Gauges[] = [
  {
    group: "records",
    instruments: [recordsWaiting, oldestRecordAge, jobsOpen],
    read: async (tx) => {
      const [row] = await tx<[{ waiting: number; age: number; jobs: number }]>`
        select p.*,
          (select count(*) from (select from ingest_jobs where finished_at is null limit ${COUNT_MAX}) as j)::int as jobs
        from (
          select count(*)::int as waiting, coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as age
          from (select requested_at from pending_calculations order by since limit ${COUNT_MAX}) as w) as p`;
      return [recordsWaiting.value(row.waiting), oldestRecordAge.value(Math.max(0, row.age)), jobsOpen.value(row.jobs)];
    },
  },
];
