import { useEffect, useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import type { Client } from "../state/account.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Loaded } from "../ui/notices.tsx";
import { focusHeading, Page } from "../ui/page.tsx";
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
  const answer = useAnswer(organizationId, (signal) => readJobs(client, signal));
  const again = () => {
    answer.again();
    focusHeading();
  };
  return (
    <Page title={say("nav.jobs")}>
      <Loaded answer={answer}>
        {({ items }) => (
          <>
            <p>
              <button type="button" onClick={again}>
                {say("jobs.refresh")}
              </button>
            </p>
            {items.length === 0 ? <p class="notice">{say("jobs.empty")}</p> : <JobTable first={items} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Reads again while a job runs. A failed reading keeps the last numbers and is repeated. */
function JobTable({ first }: { first: readonly Job[] }) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const [jobs, setJobs] = useState(first);
  const [round, setRound] = useState(0);
  const running = jobs.some(({ finished_at }) => finished_at === null);
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const read = () =>
      readJobs(client, stop.signal)
        .then(({ items }) => setJobs(items))
        .catch(() => {})
        .finally(() => stop.signal.aborted || setRound(round + 1));
    const timer = setTimeout(read, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [running, round, client]);
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
  named(say, "kind", job.entity_type),
  named(say, "operation", job.operation),
  named(say, "status", job.status),
  <Progress key="progress" job={job} />,
  instant(job.created_at, locale),
  job.finished_at === null ? "–" : instant(job.finished_at, locale),
];

function Progress({ job: { succeeded_items, failed_items, total_items } }: { job: Job }) {
  const { say, locale } = useTexts();
  const done = succeeded_items + failed_items;
  const text = say("jobs.progress", { done: digits(done, locale), total: digits(total_items, locale) });
  return (
    <>
      <progress max={Math.max(total_items, 1)} value={done} aria-label={text} />
      <div>
        {text}
        {failed_items > 0 && `, ${say("jobs.failed", { failed: digits(failed_items, locale) })}`}
      </div>
    </>
  );
}
