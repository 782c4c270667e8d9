import { type Background, repeat } from "@emissions/kit/process/repeat";
import type { Context } from "../context.ts";
import { readFile } from "../file/content.ts";
import { isSure } from "./assess.ts";
import { READ_FAILURES, type ReadOutcome } from "./document.ts";
import { ATTEMPTS_MAX, LEASE_S, RUN_EVERY_MS, RUN_READINGS_MAX } from "./limits.ts";
import { claimReading, endAttempt, type ReadingRow, selectReading, selectWaiting, updateReading } from "./queries.ts";

type Dependencies = Pick<Context, "db" | "store" | "documents">;

/** Reads documents one after the other, in every process. */
export function startReader(context: Context, onError: (error: unknown) => void): Background {
  const running = repeat({
    everyMs: RUN_EVERY_MS,
    work: () => readWaiting(context, () => running.stopping()),
    onError,
  });
  context.documentWaits.poke = running.poke;
  return running;
}

/** Reads documents until none waits. A failure of the service does not hold up the others: the lease expires. */
export async function readWaiting(context: Dependencies, stopping: () => boolean = () => false): Promise<void> {
  const failures: unknown[] = [];
  for (let read = 0; read < RUN_READINGS_MAX && !stopping(); read++) {
    const [next] = await context.db.systemWide((tx) => selectWaiting(tx, 1));
    if (next === undefined) break;
    await readOne(context, next.organizationId, next.readingId).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function readOne(context: Dependencies, org: string, id: string): Promise<void> {
  const { db, documents } = context;
  const claimed = await db.asService(org, async ({ tx }) => {
    const attempt = await claimReading(tx, org, id, LEASE_S);
    const reading = attempt === null ? null : await selectReading(tx, org, id, "to change");
    if (attempt === null || reading === null) return null;
    await updateReading(tx, org, id, { status: "reading" });
    return { attempt, reading };
  });
  if (claimed === null) return;
  const outcome =
    claimed.attempt > ATTEMPTS_MAX ? GIVEN_UP : await outcomeOf({ ...context, documents }, org, claimed.reading);
  await db.asService(org, async ({ tx }) => {
    // Another process has taken over meanwhile, or the file is gone.
    if (!(await endAttempt(tx, org, id, claimed.attempt))) return;
    await updateReading(tx, org, id, changesOf(outcome));
  });
}

const GIVEN_UP: ReadOutcome = { failure: { code: "READING_FAILED", message: READ_FAILURES.READING_FAILED } };

async function outcomeOf(context: Dependencies, org: string, { fileId, fileName }: ReadingRow): Promise<ReadOutcome> {
  const bytes = await readFile(context, { org, id: fileId });
  return context.documents.read({ bytes: bytes ?? Buffer.alloc(0), fileName });
}

function changesOf(outcome: ReadOutcome) {
  if ("failure" in outcome) {
    const { code, message } = outcome.failure;
    return { status: "error", errorCode: code, errorDetail: message } as const;
  }
  const { result } = outcome;
  return { ...result, status: isSure(result) ? ("success" as const) : ("review" as const) };
}
