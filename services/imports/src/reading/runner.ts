import type { Context } from "../context.ts";
import { readFile } from "../file/content.ts";
import { type Rotation, startRotation } from "../rotation/rotation.ts";
import { isSure } from "./assess.ts";
import { READ_FAILURES, type ReadOutcome } from "./document.ts";
import { forgetFailedContent, insertFailedContent, isFailedContent } from "./failed-contents.ts";
import { ATTEMPTS_MAX, LEASE_S, READ_AGAIN_TIMEOUT_MS, READ_TIMEOUT_MS, READINGS_MAX, RUN_EVERY_MS } from "./limits.ts";
import {
  claimReading,
  endAttempt,
  type ReadingRow,
  selectFirstWaiting,
  selectReading,
  updateReading,
} from "./queries.ts";

type Dependencies = Pick<Context, "db" | "store" | "documents">;

/** Reads documents in every process. After a failure of the service the lease of the document expires. */
export function startReader(context: Dependencies, onError: (error: unknown) => void): Rotation {
  return startRotation({
    placesMax: READINGS_MAX,
    everyMs: RUN_EVERY_MS,
    selectFirst: (except) => context.db.systemWide((tx) => selectFirstWaiting(tx, except)),
    work: ({ organizationId, id }) => readOne(context, organizationId, id),
    onError,
  });
}

async function readOne(context: Dependencies, org: string, id: string): Promise<void> {
  const { db } = context;
  const claimed = await db.asService(org, async ({ tx }) => {
    const attempt = await claimReading(tx, org, id, LEASE_S);
    const reading = attempt === null ? null : await selectReading(tx, org, id, "to change");
    if (attempt === null || reading === null) return null;
    await updateReading(tx, org, id, { status: "reading" });
    // An earlier attempt ended with its process.
    const isDoubtful = attempt > 1 || (await isFailedContent(tx, org, reading));
    return { attempt, reading, timeoutMs: isDoubtful ? READ_AGAIN_TIMEOUT_MS : READ_TIMEOUT_MS };
  });
  if (claimed === null) return;
  const { attempt, reading, timeoutMs } = claimed;
  const outcome = attempt > ATTEMPTS_MAX ? GIVEN_UP : await outcomeOf(context, org, reading, timeoutMs);
  await db.asService(org, async ({ tx }) => {
    // Another process has taken over meanwhile, or the file is gone.
    if (!(await endAttempt(tx, org, id, attempt))) return;
    await ("failure" in outcome ? insertFailedContent : forgetFailedContent)(tx, org, reading);
    await updateReading(tx, org, id, changesOf(outcome));
  });
}

const GIVEN_UP: ReadOutcome = { failure: { code: "READING_FAILED", message: READ_FAILURES.READING_FAILED } };

async function outcomeOf(context: Dependencies, org: string, { fileId, fileName }: ReadingRow, timeoutMs: number) {
  const bytes = await readFile(context, { org, id: fileId });
  return context.documents.read({ bytes: bytes ?? Buffer.alloc(0), fileName, timeoutMs });
}

function changesOf(outcome: ReadOutcome) {
  if ("failure" in outcome) {
    const { code, message } = outcome.failure;
    return { status: "error", errorCode: code, errorDetail: message } as const;
  }
  const { result } = outcome;
  return { ...result, status: isSure(result) ? ("success" as const) : ("review" as const) };
}
