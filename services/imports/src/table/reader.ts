import type { ReceiveRows } from "./parse.ts";
import type { TableFile } from "./table.ts";
import { type Outcome, runWorker, WORKER_DEFAULTS, type WorkerOptions } from "./worker/run.ts";

export interface ReaderOptions extends WorkerOptions {
  /** Gets errors of the parser that are no refusals. */
  onCrash: (error: Error) => void;
}

export interface TableReader {
  /**
   * Reads a file in a worker thread. `receive` gets the rows below the header in pieces, and the next piece after it
   * has finished. If it rejects, reading ends and its error is the result. Rows of a refused file may have arrived.
   * The caller limits how many files are read at once.
   */
  read(file: TableFile, receive: ReceiveRows): Promise<Outcome>;
}

export function createTableReader(options: Pick<ReaderOptions, "onCrash"> & Partial<ReaderOptions>): TableReader {
  const { onCrash, ...worker }: ReaderOptions = { ...WORKER_DEFAULTS, ...options };
  return { read: (file, receive) => runWorker(file, receive, worker, onCrash) };
}
