import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import type { Call } from "../wire/call.ts";
import { lockRefusal } from "./locks.ts";
import type { Fragment, Pool, Tx } from "./pool.ts";
import { begin, failureOf, rollBack, type TransactionSettings } from "./run-transaction.ts";

/** Rows of one message. Larger ones outlive minor collections: with 500 rows the heap grew twice as much. */
export const STREAM_ROWS_MAX = 100;
/** Shorter than `idle_in_transaction_session_timeout`, which would end the connection. */
export const STREAM_STALL_MS = 15_000;

/** The context of a streaming call. */
export type StreamCall = Call & Pick<HandlerContext, "signal">;

export interface OpenStream {
  tx: Tx;
  org: string;
  /** The rows of a statement, at most `rowsMax` at a time. The next page is read when it is asked for. */
  pages<R extends object>(statement: Fragment, rowsMax?: number): AsyncGenerator<R[]>;
}

/** Not created for each stream, because creating an error is expensive. */
const STALLED = new ConnectError("the caller takes no messages", Code.DeadlineExceeded);

/**
 * Yields what `work` yields, inside one read-only transaction. The transaction ends when the consumer stops, when
 * `signal` aborts, and when the consumer takes nothing for `stallMs`. A consumer that waits forever cannot hold
 * it, because a timer ends it. A running statement is cancelled.
 */
export async function* streamTransaction<M>(
  pool: Pool,
  settings: TransactionSettings,
  { signal, stallMs }: { signal: AbortSignal; stallMs: number },
  work: (stream: OpenStream) => AsyncIterable<M>,
): AsyncGenerator<M> {
  const begun = performance.now();
  signal.throwIfAborted();
  const { tx, pipelined } = await begin(pool, settings);
  let failure: unknown;
  let isSuspended = false;
  let isOver = false;
  let running: Fragment | undefined;

  const close = () => {
    if (!isOver) rollBack(tx, pipelined);
    isOver = true;
  };
  const end = (cause: unknown) => {
    failure ??= cause;
    // The work uses the connection unless it is suspended: it then ends with the error of its statement.
    if (isSuspended) close();
    else running?.cancel();
  };
  const check = () => {
    if (failure !== undefined) throw failure;
  };
  async function* pages<R extends object>(statement: Fragment, rowsMax = STREAM_ROWS_MAX): AsyncGenerator<R[]> {
    pipelined.send(tx`declare pages no scroll cursor for ${statement}`);
    for (;;) {
      check();
      running = tx.unsafe(`fetch ${rowsMax} from pages`);
      const rows = (await running) as unknown as R[];
      running = undefined;
      if (rows.length > 0) yield rows;
      if (rows.length < rowsMax) break;
    }
    pipelined.send(tx`close pages`);
  }

  const abort = () => end(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  let stall: NodeJS.Timeout | undefined;
  try {
    for await (const message of work({ tx: tx as unknown as Tx, org: settings.org, pages })) {
      check();
      isSuspended = true;
      stall = setTimeout(end, stallMs, STALLED);
      yield message;
      clearTimeout(stall);
      isSuspended = false;
      check();
    }
  } catch (error) {
    const openMs = performance.now() - begun;
    throw failure ?? lockRefusal(failureOf(pipelined.causeOf(error), openMs), openMs);
  } finally {
    clearTimeout(stall);
    signal.removeEventListener("abort", abort);
    close();
  }
}
