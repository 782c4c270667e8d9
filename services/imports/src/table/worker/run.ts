import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  FIRST_ROWS_TIMEOUT_MS,
  PARSE_TIMEOUT_MS,
  TERMINATION_WAIT_MS,
  WORKER_HEAP_MIB,
  WORKER_STACK_MIB,
  WORKER_YOUNG_HEAP_MIB,
} from "../limits.ts";
import type { ReceiveRows } from "../parse.ts";
import { REFUSALS, type Refusal } from "../refusals.ts";
import type { Table, TableFile } from "../table.ts";
import type { ParseTask, WorkerMessage } from "./messages.ts";

export type Outcome = { table: Table } | { refusal: Refusal };

export interface WorkerOptions {
  timeoutMs: number;
  firstRowsTimeoutMs: number;
  heapMib: number;
  script: URL;
}

export const WORKER_DEFAULTS: WorkerOptions = {
  timeoutMs: PARSE_TIMEOUT_MS,
  firstRowsTimeoutMs: FIRST_ROWS_TIMEOUT_MS,
  heapMib: WORKER_HEAP_MIB,
  script: new URL("./worker.ts", import.meta.url),
};

const refusal = (code: Refusal["code"], detail: string): Outcome => ({
  refusal: { code, message: `${REFUSALS[code]} ${detail}` },
});

/** Parses one file in a worker of its own. Rejects only when `receive` does. */
export async function runWorker(
  file: TableFile,
  receive: ReceiveRows,
  { timeoutMs, firstRowsTimeoutMs, heapMib, script }: WorkerOptions,
  onCrash: (error: Error) => void,
): Promise<Outcome> {
  const worker = startWorker(file, script, heapMib);
  let firstRows: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const clock = workingClock(timeoutMs, () =>
        resolve(refusal("IMPORT_FILE_TOO_COMPLEX", `Reading it takes more than ${timeoutMs / 1_000} seconds.`)),
      );
      worker.on("message", (message: WorkerMessage) => {
        if (message.kind === "begun") {
          const onTimeout = () => resolve(refusal("IMPORT_FILE_TOO_COMPLEX", noRow(firstRowsTimeoutMs)));
          firstRows = setTimeout(onTimeout, firstRowsTimeoutMs);
          return;
        }
        clearTimeout(firstRows);
        if (message.kind === "table") return resolve({ table: message.table });
        if (message.kind === "refusal") return resolve({ refusal: message.refusal });
        clock.pause();
        receive(message.rows).then(() => {
          clock.resume();
          worker.postMessage("received");
        }, reject);
      });
      worker.on("error", (error: Error & { code?: string }) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") {
          return resolve(refusal("IMPORT_FILE_TOO_COMPLEX", `Reading it takes more than ${heapMib} MiB of memory.`));
        }
        onCrash(error);
        resolve(refusal("IMPORT_FILE_UNREADABLE", "Reading it failed."));
      });
      worker.on("exit", () => {
        clock.pause();
        resolve(refusal("IMPORT_FILE_UNREADABLE", "Reading it ended early."));
      });
    });
  } finally {
    clearTimeout(firstRows);
    await Promise.race([worker.terminate(), delay(TERMINATION_WAIT_MS, undefined, { ref: false })]);
  }
}

const noRow = (timeoutMs: number) => `It gives no row within ${timeoutMs / 1_000} seconds.`;

function startWorker({ bytes, ...choices }: TableFile, script: URL, heapMib: number): Worker {
  // The worker takes ownership of its copy, so the bytes exist twice for a moment only.
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  const workerData: ParseTask = { ...choices, bytes: copy };
  return new Worker(script, {
    workerData,
    transferList: [copy],
    // The parser needs no secret of the process.
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: heapMib,
      maxYoungGenerationSizeMb: WORKER_YOUNG_HEAP_MIB,
      stackSizeMb: WORKER_STACK_MIB,
    },
  });
}

/** Counts the time in which the worker works, not the time of the receiver. */
function workingClock(timeoutMs: number, onTimeout: () => void) {
  let remainingMs = timeoutMs;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onTimeout, remainingMs);
  return {
    pause() {
      clearTimeout(timer);
      remainingMs -= performance.now() - startedAt;
    },
    resume() {
      startedAt = performance.now();
      timer = setTimeout(onTimeout, Math.max(remainingMs, 0));
    },
  };
}
