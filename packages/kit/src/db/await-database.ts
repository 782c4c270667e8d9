import { setTimeout as sleep } from "node:timers/promises";

interface Wait {
  url: string;
  /** Milliseconds since 1970. */
  end: number;
  log: { warn(fields: object, line: string): void };
  /** Codes of errors that can pass. */
  meanwhile: RegExp;
}

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;

/** Limit of the wait for a database that does not answer yet, or whose schema is older. */
export const DATABASE_WAIT_MS = 60_000;

/** No server listens, or it is still starting. */
export const ABSENT = /^(CONNECT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|57P0|53300)/;

/** Repeats the work while it fails with errors that can pass. */
export async function awaitDatabase<R>(work: () => PromiseLike<R>, { url, end, log, meanwhile }: Wait): Promise<R> {
  const { host, pathname } = new URL(url);
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await work();
    } catch (error) {
      const { code, reason } = describe(error);
      if (!meanwhile.test(code)) throw error;
      if (Date.now() + pauseMs > end) throw new Error(`Cannot use the database at ${host}${pathname}: ${reason}`);
      log.warn({ reason }, `waiting for the database at ${host}${pathname}`);
      await sleep(pauseMs);
    }
  }
}

function describe(error: unknown): { code: string; reason: string } {
  if (!(error instanceof Error)) return { code: "", reason: String(error) };
  const code = "code" in error ? String(error.code) : "";
  return { code, reason: error.message || code };
}
