import { setTimeout as sleep } from "node:timers/promises";
import { ConnectError } from "@connectrpc/connect";
import { placeOf } from "../process/database-url.ts";

interface Wait {
  url: string;
  /** Value of `performance.now()`. */
  end: number;
  log: { warn(fields: object, line: string): void };
  /** Codes of errors that can pass. */
  meanwhile: RegExp;
}

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;

/** Limit of the wait for a database that does not answer yet, or whose schema is older. */
export const DATABASE_WAIT_MS = 60_000;

/** No server listens, it is still starting, or a pooler does not reach it. */
export const ABSENT = /^(08|CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|57P0|53300)/;

/** Repeats the work while it fails with errors that can pass. */
export async function awaitDatabase<R>(work: () => PromiseLike<R>, { url, end, log, meanwhile }: Wait): Promise<R> {
  const place = placeOf(url);
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (failure) {
      // A transaction hides from its callers why it cannot reach the database.
      const error = failure instanceof ConnectError ? failure.cause : failure;
      const { code, reason } = describe(error);
      if (!meanwhile.test(code)) throw error;
      if (performance.now() + pauseMs > end) throw new Error(`Cannot use the database at ${place}: ${reason}`);
      log.warn({ reason }, `waiting for the database at ${place}`);
      await sleep(pauseMs);
    }
  }
}

function describe(error: unknown): { code: string; reason: string } {
  if (!(error instanceof Error)) return { code: "", reason: String(error) };
  const code = "code" in error ? String(error.code) : "";
  return { code, reason: error.message || code };
}
