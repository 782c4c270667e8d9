import type { Client, Operations } from "@emissions/client";
import type { Command } from "../command.ts";
import { connect } from "../connection.ts";
import { EXIT, type Exit, usageFailure } from "../exit.ts";
import { type Io, Progress } from "../io.ts";
import { type Option, type Options, textOf } from "../options.ts";
import { type Fields, printFields, printJson, Table } from "../output.ts";
import { until } from "../poll.ts";

export type Job = Operations["getIngestJob"]["answer"];
type Item = Operations["listIngestJobItems"]["item"];

const TIMEOUT_S_DEFAULT = 3_600;
const TIMEOUT_S_MAX = 86_400;
/** Failed items that are shown. */
const FAILED_MAX = 1_000;

export const TIMEOUT: Option = {
  name: "timeout",
  value: "seconds",
  about: `Longest wait for the end of the job; ${TIMEOUT_S_DEFAULT} by default, ${TIMEOUT_S_MAX} at most.`,
};

/** Milliseconds to wait for a job. */
export function timeoutMsOf(options: Options): number {
  const text = textOf(options, "timeout") ?? String(TIMEOUT_S_DEFAULT);
  const seconds = /^\d+$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > TIMEOUT_S_MAX)
    throw usageFailure(`--timeout is "${text}", not a number from 1 to ${TIMEOUT_S_MAX}`);
  return seconds * 1000;
}

/** A job that has ended, with its failed items. */
export interface Ended {
  job: Job;
  failed_items: Item[];
}

/** Waits for the end of a job, and shows its progress. */
export async function waitForJob(io: Io, client: Client, id: string, limitMs: number): Promise<Ended> {
  const progress = new Progress(io);
  const job = await until(`The job ${id}`, limitMs, async () => {
    const found = await client.call("getIngestJob", { path: { job_id: id } });
    if (found.finished_at !== null) return found;
    progress.show(`${found.status}: ${found.succeeded_items + found.failed_items} of ${found.total_items}`);
    return null;
  }).finally(() => progress.clear());
  const failed: Item[] = [];
  if (job.failed_items === 0) return { job, failed_items: failed };
  const items = client.items("listIngestJobItems", { path: { job_id: id }, query: { status: ["failed"] } });
  for await (const item of items) {
    if (failed.length >= FAILED_MAX) break;
    failed.push(item);
  }
  return { job, failed_items: failed };
}

/** Shows the end of a job to a person. */
export async function printEnded(io: Io, { job, failed_items }: Ended): Promise<void> {
  const { id, status, total_items, succeeded_items, failed_items: failed } = job;
  await printFields(io, { job: id, status, total_items, succeeded_items, failed_items: failed });
  if (failed_items.length > 0)
    await new Table(io, ["index", "entity_id", "code", "detail"]).print(failed_items as unknown as Fields[]);
}

export const exitOfJob = ({ failed_items, status }: Job): Exit =>
  failed_items > 0 || status === "failed" ? EXIT.rowsFailed : EXIT.ok;

export const jobsWatch: Command = {
  name: "jobs watch",
  about: "Waits for the end of a job of a batch or an import.",
  details: ["Progress goes to the error output. Failed items are listed at the end."],
  arguments: [{ name: "id", about: "Id of the job." }],
  options: [TIMEOUT],
  examples: ["emissions jobs watch 0197f3a0-0000-7000-8000-000000000001 --timeout 600"],
  exits: [EXIT.refused, EXIT.signIn, EXIT.notFound, EXIT.unreachable, EXIT.rowsFailed, EXIT.timedOut],
  run: async ({ io, options, isJson, args }) => {
    const limitMs = timeoutMsOf(options);
    const { client } = await connect(io, options);
    const ended = await waitForJob(io, client, args.id!, limitMs);
    await (isJson ? printJson(io, ended) : printEnded(io, ended));
    return exitOfJob(ended.job);
  },
};
