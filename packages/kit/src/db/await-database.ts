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
  lines?: Lines;
}

/** Beginnings of lines, before the address of the database. */
interface Lines {
  waits: string;
  fails: string;
}

const LINES: Lines = { waits: "waiting for the database at", fails: "Cannot use the database at" };

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;

/** Limit of the wait for a database that does not answer yet, or whose schema is older. */
export const DATABASE_WAIT_MS = 60_000;

/** No server listens, it is still starting, or a pooler does not reach it. */
export const ABSENT = /^(08|CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|57P0|53300)/;

/** The server ended what took too long: an idle transaction, a statement, or the wait for a lock. */
export const TOO_SLOW = /^(25P03|57014|55P03)/;

/** Repeats the work while it fails with errors that can pass. */
export async function awaitDatabase<R>(work: () => PromiseLike<R>, wait: Wait): Promise<R> {
  const { url, end, log, meanwhile, lines = LINES } = wait;
  const place = placeOf(url);
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (failure) {
      // A transaction hides from its callers why it cannot reach the database.
      const error = failure instanceof ConnectError ? (failure.cause ?? failure) : failure;
      const { code, reason } = describe(error);
      if (!meanwhile.test(code)) throw error;
      if (performance.now() + pauseMs > end) throw new Error(`${lines.fails} ${place}: ${reason}`);
      log.warn({ reason }, `${lines.waits} ${place}`);
      await sleep(pauseMs);
    }
  }
}

function describe(error: unknown): { code: string; reason: string } {
  if (!(error instanceof Error)) return { code: "", reason: String(error) };
  const code = "code" in error ? String(error.code) : "";
  // The reason why the server ended the connection, as far as it is known.
  const why = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return { code, reason: `${error.message || code}${why}` };
}
