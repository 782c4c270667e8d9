import { QUEUE_MAX, QUEUE_TIMEOUT_MS, WORKERS_MAX } from "./limits.ts";
import type { ReceiveRows } from "./parse.ts";
import { REFUSALS } from "./refusals.ts";
import type { TableFile } from "./table.ts";
import { type Outcome, runWorker, WORKER_DEFAULTS, type WorkerOptions } from "./worker/run.ts";

export interface ReaderOptions extends WorkerOptions {
  workersMax: number;
  queueMax: number;
  queueTimeoutMs: number;
  /** Gets errors of the parser that are no refusals. */
  onCrash: (error: Error) => void;
}

export interface TableReader {
  /**
   * Reads a file in a worker thread. `receive` gets the rows below the header in pieces, and the next piece after it
   * has finished. If it rejects, reading ends and its error is the result. Rows of a refused file may have arrived.
   */
  read(file: TableFile, receive: ReceiveRows): Promise<Outcome>;
}

const DEFAULTS = { ...WORKER_DEFAULTS, workersMax: WORKERS_MAX, queueMax: QUEUE_MAX, queueTimeoutMs: QUEUE_TIMEOUT_MS };

export function createTableReader(options: Pick<ReaderOptions, "onCrash"> & Partial<ReaderOptions>): TableReader {
  const { workersMax, queueMax, queueTimeoutMs, onCrash, ...worker }: ReaderOptions = { ...DEFAULTS, ...options };
  const places = createPlaces({ workersMax, queueMax, queueTimeoutMs });
  return {
    async read(file, receive) {
      if (!(await places.acquire())) return { refusal: { code: "IMPORT_BUSY", message: REFUSALS.IMPORT_BUSY } };
      try {
        return await runWorker(file, receive, worker, onCrash);
      } finally {
        places.release();
      }
    },
  };
}

interface Waiter {
  timer: NodeJS.Timeout;
  resolve: (acquired: boolean) => void;
}

/** Counts workers. Files wait in order of arrival, for a limited time. */
function createPlaces({ workersMax, queueMax, queueTimeoutMs }: Omit<ReaderOptions, "onCrash" | keyof WorkerOptions>) {
  const waiting: Waiter[] = [];
  let running = 0;
  const wait = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        resolve(false);
      }, queueTimeoutMs);
      const waiter: Waiter = { timer, resolve };
      waiting.push(waiter);
    });
  return {
    async acquire(): Promise<boolean> {
      if (running >= workersMax) return waiting.length < queueMax && (await wait());
      running++;
      return true;
    },
    /** The next file takes over the place, so `running` never exceeds its limit. */
    release(): void {
      const next = waiting.shift();
      if (next === undefined) {
        running--;
        return;
      }
      clearTimeout(next.timer);
      next.resolve(true);
    },
  };
}
