import { instant } from "../format/dates.ts";
import { JobProgress } from "../jobs/progress.tsx";
import { isUnfinished } from "../jobs/read.ts";
import type { Client } from "../state/account.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { usePolled } from "../state/polled.ts";
import { hashOf } from "../state/route.ts";
import { Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { named, type Say } from "../words/words.ts";

/** The latest jobs; older ones are of little interest. */
const JOBS_MAX = 50;
/** Milliseconds between two readings while a job runs. */
const PAUSE_MS = 5_000;

const readJobs = (client: Client, signal: AbortSignal) =>
  client.call("listIngestJobs", { query: { size: JOBS_MAX }, signal });
type Job = Awaited<ReturnType<typeof readJobs>>["items"][number];

/** The jobs that the person has begun, with their progress. */
export function JobsPage() {
  const { say } = useTexts();
  const { client, organizationId } = useSignedIn();
  const answer = usePolled(organizationId, (signal) => readJobs(client, signal), {
    isRunning: ({ items }) => items.some(isUnfinished),
    pauseMs: PAUSE_MS,
  });
  return (
    <Page title={say("nav.jobs")}>
      <Loaded answer={answer}>
        {({ items }) => (
          <>
            <p>
              <button type="button" onClick={() => readAgain(answer)}>
                {say("jobs.refresh")}
              </button>
            </p>
            {items.length === 0 ? <p class="notice">{say("jobs.empty")}</p> : <JobTable jobs={items} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { say, locale } = useTexts();
  return (
    <section class="card">
      <Table
        caption={say("nav.jobs")}
        hidden
        columns={[
          { title: say("jobs.kind") },
          { title: say("jobs.operation") },
          { title: say("records.status") },
          { title: say("jobs.progressTitle") },
          { title: say("jobs.created") },
          { title: say("jobs.finished") },
        ]}
        rows={jobs.map((job) => ({ key: job.id, cells: cellsOf(job, say, locale) }))}
      />
    </section>
  );
}

const cellsOf = (job: Job, say: Say, locale: string) => [
  <a key="kind" href={hashOf(["jobs", job.id])}>
    {named(say, "kind", job.entity_type)}
  </a>,
  named(say, "operation", job.operation),
  named(say, "status", job.status),
  <JobProgress key="progress" job={job} />,
  instant(job.created_at, locale),
  job.finished_at === null ? "–" : instant(job.finished_at, locale),
];
