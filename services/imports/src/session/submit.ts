import { create, type DescMessage, fromBinary, type Message } from "@bufbuild/protobuf";
import { ConnectError, type ServiceImpl } from "@connectrpc/connect";
import type { Call } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { conflict, refusalIn } from "@emissions/kit/wire/errors";
import { flatFields } from "@emissions/kit/wire/fields";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context, WorkContext } from "../context.ts";
import { isStrict } from "../duplicate/duplicate.ts";
import { beginSubmission, closeSubmission } from "../submit/job.ts";
import { type Piece, pieceSizeOf, submitRows } from "../submit/submit.ts";
import type { RecordInit } from "../submit/validate.ts";
import { recordMessage } from "../template/derive.ts";
import type { Template } from "../template/template.ts";
import { recheckSession, refuseDuplicates, toSummary } from "./duplicate/recheck.ts";
import { BEGIN_MS_MAX, RUN_ATTEMPTS } from "./limits.ts";
import { templateOfSession } from "./mapping.ts";
import { statusNumber } from "./messages.ts";
import { changedMeanwhile, invalidState, move, requireLiveSession } from "./moves.ts";
import { selectSession } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { selectRecordsAfter } from "./row-queries.ts";
import { insertRun } from "./run-queries.ts";
import type { Run } from "./runner.ts";
import { nextState } from "./states.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "submitImport">;

export const submitHandlers = (context: Context): Handlers => ({
  submitImport: async (request, call) => {
    const { db, runner } = context;
    const earlier = await db.earlier(call, request);
    if (earlier !== null) return earlier;
    const recheck = await recheckSession(context, call, request.importId);
    const reply = await db.write(call, request, async ({ tx, org, principal, about, afterCommit }) => {
      const session = await requireLiveSession(tx, principal, request.importId, "to change");
      if (nextState(session.status, "submission_started") === null) throw invalidState(session);
      if (session.errorRows > 0 && !request.ignoreErrors) throw hasErrors(session);
      if (session.validRows === 0) throw conflict("IMPORT_NO_ROWS", "The import has no valid row.");
      if (isStrict(call)) {
        if (session.revision !== recheck.revision) throw changedMeanwhile();
        refuseDuplicates(recheck);
      }
      about(session.id);
      const [processingJobId, rowsSubmitted] = [newId(), session.validRows];
      // The job begins after the commit. Its id is stored before, so that a repeat begins the same job.
      const moved = await move(tx, session, "submission_started", { processingJobId, rowsSubmitted });
      await insertRun(tx, org, session.id, { principal, attemptsMax: RUN_ATTEMPTS.submission });
      afterCommit(() => runner.poke());
      const { status, fileId } = moved;
      const submission = { status: statusNumber(status), rowsSubmitted, fileId: fileId ?? undefined, processingJobId };
      return { submission: { ...submission, ...toSummary(recheck) } };
    });
    await beginBeforeReply(context, call, request.importId);
    return reply;
  },
});

/** Begins the job before the reply names it, so that the client can read it at once. */
async function beginBeforeReply(context: Context, call: Call, importId: string): Promise<void> {
  const principal = principalOf(call);
  const session = await context.db.read(call, (tx) => selectSession(tx, principal.organizationId, importId));
  // A dry run has changed nothing. A repeat may come after the end.
  if (session?.status !== "submitting") return;
  const signal = AbortSignal.timeout(BEGIN_MS_MAX);
  // The run begins the job too, and ends the session if activity refuses it.
  await beginSessionJob(context, { principal, signal }, session).catch(() => {});
}

async function beginSessionJob(
  context: WorkContext,
  { principal, signal }: Pick<Run, "principal" | "signal">,
  session: SessionRow,
): Promise<string> {
  const { processingJobId: jobId, rowsSubmitted: totalItems, fileId } = session;
  if (jobId === null || totalItems === null) throw new Error("an import is being submitted without a job");
  const { entityType } = templateOfSession(context, session);
  await beginSubmission(context, { principal, signal, jobId, entityType, totalItems, fileId });
  return jobId;
}

const hasErrors = ({ errorRows }: SessionRow) =>
  conflict("IMPORT_HAS_ERRORS", `${errorRows} rows have errors. Correct or delete them, or send ignore_errors.`);

/** Submits the valid rows. A repeat has the same pieces, so nothing is stored twice. */
export async function submitSession(context: WorkContext, run: Run, session: SessionRow): Promise<void> {
  const { principal, signal, sessionId } = run;
  const template = templateOfSession(context, session);
  try {
    const jobId = await beginSessionJob(context, run, session);
    const pieces = piecesOf(context, session, template);
    await submitRows(context, { principal, signal, sessionId, jobId, template, pieces });
  } catch (error) {
    const code = error instanceof ConnectError ? refusalIn(error)?.code : undefined;
    // Other failures may pass: the run is repeated.
    if (code === undefined || !FINAL.has(code)) throw error;
    return failSubmission(context, run, session, { code, detail: (error as ConnectError).rawMessage });
  }
  await run.finish(async ({ tx, org }) => {
    const locked = await selectSession(tx, org, sessionId, "to change");
    if (locked?.status === "submitting") await move(tx, locked, "submission_finished");
  });
}

/** Refusals of the whole submission. */
const FINAL: ReadonlySet<string> = new Set([
  "INGEST_JOB_EXISTS",
  "INGEST_JOB_NOT_FOUND",
  "INGEST_JOB_NOT_OPEN",
  "INGEST_JOB_RANGE_MISMATCH",
  "FORBIDDEN",
]);

interface Reason {
  code: string;
  detail: string;
}

/** Rows that are not stored become failed items of the job, so that it ends. */
export async function failSubmission(
  context: WorkContext,
  run: Run,
  { processingJobId: jobId }: SessionRow,
  { code, detail }: Reason,
): Promise<void> {
  const { principal, signal } = run;
  if (jobId !== null) {
    // The job may not exist, and activity may be away. Its own sweep ends it then.
    await closeSubmission(context, { principal, signal, jobId, code, detail }).catch(() => {});
  }
  await run.finish(async ({ tx, org }) => {
    const locked = await selectSession(tx, org, run.sessionId, "to change");
    if (locked?.status !== "submitting") return;
    await move(tx, locked, "submission_failed", { statusCode: code, statusDetail: detail });
  });
}

/** The valid records, each with the file of the session. */
async function* piecesOf({ db }: Pick<Context, "db">, session: SessionRow, template: Template): AsyncGenerator<Piece> {
  const { organizationId: org, id } = session;
  const message = recordMessage(template.method, template.records);
  const limit = pieceSizeOf(template);
  const file: Record<string, string> =
    session.fileId === null ? {} : { file_id: session.fileId, file_name: session.fileName };
  let [after, firstIndex] = [-1, 0];
  for (let piece = 0; ; piece++) {
    const rows = await db.asService(org, ({ tx }) => selectRecordsAfter(tx, org, id, { after, limit }));
    const last = rows.at(-1);
    if (last === undefined) return;
    const records = rows.map(({ record }) => withFields(message, fromBinary(message, record), file) as RecordInit);
    yield { piece, firstIndex, records };
    firstIndex += rows.length;
    after = last.rowIndex;
  }
}

/** Sets fields of the message, as far as it has them. */
function withFields(desc: DescMessage, record: Message, values: Readonly<Record<string, string>>): Message {
  for (const [name, value] of Object.entries(values)) {
    const flat = flatFields(desc).get(name);
    if (flat === undefined) continue;
    let [holder, type] = [record as unknown as Record<string, unknown>, desc];
    for (const step of flat.path) {
      type = type.field[step]!.message!;
      holder[step] ??= create(type);
      holder = holder[step] as Record<string, unknown>;
    }
    holder[flat.field.localName] = value;
  }
  return record;
}
