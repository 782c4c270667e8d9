import type { IngestJob } from "@emissions/client/types";
import { useEffect, useState } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { kinds } from "../records/kinds.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { usePolled } from "../state/polled.ts";
import { useRights } from "../state/rights.ts";
import { hashOf } from "../state/route.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Loaded } from "../ui/notices.tsx";
import { readAgain } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Facts, Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { JobProgress } from "./progress.tsx";
import { isRevertible, isUnfinished, PAUSE_MS } from "./read.ts";

const ITEMS_OF_PAGE = 25;

/** A job with its progress, its failed records and its records, and the job that reverts it. */
export function JobView({ id }: { id: string }) {
  const { client } = useSignedIn();
  const answer = usePolled(id, (signal) => client.call("getIngestJob", { path: { job_id: id }, signal }), {
    isRunning: isUnfinished,
    pauseMs: PAUSE_MS,
  });
  return (
    <Loaded answer={answer}>
      {(job) => (
        <>
          <JobCard job={job} onReverted={() => readAgain(answer)} />
          {job.reverted_by_job_id && <JobView id={job.reverted_by_job_id} />}
        </>
      )}
    </Loaded>
  );
}

function JobCard({ job, onReverted }: { job: IngestJob; onReverted: () => void }) {
  const { say, locale, announce } = useTexts();
  const { client } = useSignedIn();
  const { importFiles } = useRights();
  const status = named(say, "status", job.status);
  const isReversal = job.reverts_job_id !== null;
  useEffect(() => announce(status), [status]);
  const revert = async () => {
    await client.call("revertIngestJob", { path: { job_id: job.id } });
    onReverted();
  };
  return (
    <section class="card">
      <h2>{say(isReversal ? "jobs.reversal" : "jobs.one")}</h2>
      <Facts
        facts={[
          [say("records.status"), status],
          [say("jobs.progressTitle"), <JobProgress key="progress" job={job} />],
          [say("jobs.kind"), named(say, "kind", job.entity_type)],
          [say("jobs.operation"), named(say, "operation", job.operation)],
          [say("jobs.created"), instant(job.created_at, locale)],
          [say("jobs.finished"), job.finished_at && instant(job.finished_at, locale)],
        ]}
      />
      {job.failed_items > 0 && <FailedItems job={job} />}
      <div class="buttons">
        <RecordsLink job={job} />
        {importFiles && isRevertible(job) && (
          <Confirm action={say("jobs.revert")} question={say("jobs.revertQuestion")} onConfirm={revert} />
        )}
      </div>
    </section>
  );
}

/** A link to the records of the file, if their kind has a list here. */
function RecordsLink({ job: { file_id: file, entity_type, operation } }: { job: IngestJob }) {
  const { say } = useTexts();
  if (!file || operation !== "create" || !kinds.some(({ name }) => name === entity_type)) return null;
  return (
    <a class="button main" href={hashOf(["records", entity_type], { file })}>
      {say("jobs.records")}
    </a>
  );
}

/** The records that the job could not store or calculate, page by page. */
function FailedItems({ job: { id, failed_items } }: { job: IngestJob }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [page, setPage] = useState(1);
  const answer = useAnswer(`${id} ${page} ${failed_items}`, (signal) => {
    const query = { page, size: ITEMS_OF_PAGE, status: ["failed" as const] };
    return client.call("listIngestJobItems", { path: { job_id: id }, query, signal });
  });
  return (
    <Loaded answer={answer}>
      {({ items, total }) => (
        <>
          <Table
            caption={say("jobs.failedItems")}
            columns={[{ title: say("jobs.item") }, { title: say("explain.reason") }]}
            rows={items.map(({ index, external_id, code, detail }) => ({
              key: String(index),
              cells: [external_id ?? String(index + 1), detail ?? code],
            }))}
          />
          <Pager page={page} isLast={page * ITEMS_OF_PAGE >= total} onPage={setPage} />
        </>
      )}
    </Loaded>
  );
}
