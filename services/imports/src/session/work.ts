import type { WorkContext } from "../context.ts";
import { move } from "./moves.ts";
import { failParsing, parseSession } from "./parse.ts";
import { selectSession } from "./queries.ts";
import type { RunKey } from "./run-queries.ts";
import { createRunner, type Interruption, type Run, type Runner } from "./runner.ts";
import { failSubmission, submitSession } from "./submit.ts";
import { validateSession } from "./validate.ts";

/** Works on sessions in the background, each by its state. */
export const createSessionRunner = (context: WorkContext, onError: (error: unknown, key?: RunKey) => void): Runner =>
  createRunner({
    db: context.db,
    onError,
    work: (run) => work(context, run),
    giveUp: (run, why) => giveUp(context, run, why),
  });

async function work(context: WorkContext, run: Run): Promise<void> {
  const session = await context.db.asService(run.org, ({ tx }) => selectSession(tx, run.org, run.sessionId));
  if (session?.status === "created") return parseSession(context, run, session);
  if (session?.status === "validating") return validateSession(context, run, session);
  if (session?.status === "submitting") return submitSession(context, run, session);
  // It has expired meanwhile.
  return run.finish(async () => {});
}

const REASONS: Readonly<Record<Interruption, string>> = {
  unavailable: "Another service could not be reached. Try again.",
  crashed: "The work was interrupted several times.",
};

async function giveUp(context: WorkContext, run: Run, why: Interruption): Promise<void> {
  const session = await context.db.asService(run.org, ({ tx }) => selectSession(tx, run.org, run.sessionId));
  if (session?.status === "created") return failParsing(run, { code: "IMPORT_INTERRUPTED", message: REASONS[why] });
  if (session?.status === "submitting") {
    return failSubmission(context, run, session, { code: "IMPORT_INTERRUPTED", detail: REASONS[why] });
  }
  return run.finish(async ({ tx, org }) => {
    const locked = await selectSession(tx, org, run.sessionId, "to change");
    const changes = { statusCode: "IMPORT_INTERRUPTED", statusDetail: REASONS[why] };
    if (locked?.status === "validating") await move(tx, locked, "validation_interrupted", changes);
  });
}
