import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ChildMessage } from "./child.ts";
import { type DocumentReader, READ_FAILURES, type ReadFailureCode, type ReadOutcome } from "./document.ts";
import { HEAP_MIB, MEMORY_CHECK_MS, MEMORY_MIB } from "./limits.ts";
import { findNamespace, type Namespace } from "./namespace.ts";

export interface ReaderOptions {
  heapMib?: number;
  /** Of the whole process: buffers lie outside the heap, and its limit does not count them. */
  memoryMib?: number;
  script?: URL;
  /** Of the process. Without it the namespaces of the platform are used. */
  namespace?: Promise<Namespace | null>;
  /** Gets errors of the parser that are no failures of a document. */
  onCrash: (error: Error) => void;
}

const SCRIPT = new URL("./child.ts", import.meta.url);
const ROOT = new URL("../../../../", import.meta.url);
/** The code that the process runs. It holds no secrets and no data. */
const CODE = [
  "services/imports/src",
  "services/imports/node_modules",
  "services/imports/package.json",
  "packages",
  "node_modules",
];
const MIB = 1024 ** 2;

const failed = (code: ReadFailureCode, detail: string): ReadOutcome => ({
  failure: { code, message: `${READ_FAILURES[code]} ${detail}` },
});

/**
 * The built-in reader. Each document has a process of its own with limits of time and memory. A thread whose heap is
 * full cannot always be ended (ADR 0067). The process inherits no variables, reads no files but code, writes none, starts no
 * processes, and has no network: a namespace of its own where the platform permits it, and `no-network.ts` everywhere.
 */
export const createDocumentReader = ({
  heapMib = HEAP_MIB,
  memoryMib = MEMORY_MIB,
  script = SCRIPT,
  namespace = findNamespace(),
  onCrash,
}: ReaderOptions): DocumentReader => ({
  async read({ bytes, timeoutMs }) {
    const child = startChild(script, heapMib, await namespace);
    const timers: NodeJS.Timeout[] = [];
    try {
      return await new Promise<ReadOutcome>((resolve) => {
        const tooMuch = (what: string) => resolve(failed("READING_TOO_COMPLEX", `Reading it takes more than ${what}.`));
        timers.push(setTimeout(() => tooMuch(`${timeoutMs / 1_000} seconds`), timeoutMs));
        timers.push(watchMemory(child, memoryMib, () => tooMuch(`${memoryMib} MiB of memory`)));
        child.on("message", (message: ChildMessage) => {
          if (!("crash" in message)) return resolve(message);
          onCrash(Object.assign(new Error(message.crash.message), { stack: message.crash.stack }));
          resolve(failed("READING_UNREADABLE", "Reading it failed."));
        });
        child.on("error", (error) => {
          onCrash(error);
          resolve(failed("READING_UNREADABLE", "Reading it failed."));
        });
        child.on("exit", (_code, signal) => {
          // V8 aborts a process whose heap is full.
          if (signal === "SIGABRT") tooMuch(`${heapMib} MiB of heap`);
          else resolve(failed("READING_UNREADABLE", "Reading it ended early."));
        });
        // The process may end before it has received all.
        child.send(bytes, () => undefined);
      });
    } finally {
      for (const timer of timers) clearInterval(timer);
      child.kill("SIGKILL");
    }
  },
});

const startChild = (script: URL, heapMib: number, namespace: Namespace | null): ChildProcess =>
  fork(script, {
    ...(namespace !== null && { execPath: namespace.command }),
    execArgv: [
      ...(namespace === null ? [] : [...namespace.args, process.execPath]),
      `--max-old-space-size=${heapMib}`,
      "--permission",
      ...[...CODE.map((path) => new URL(path, ROOT)), script].map((url) => `--allow-fs-read=${fileURLToPath(url)}`),
    ],
    // The parser needs no secret of the process.
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });

const PAGE_BYTES = 4096;

/** A stream of a PDF may inflate to a thousand times its size. Only Linux tells the memory of another process. */
function watchMemory({ pid }: ChildProcess, memoryMib: number, onExceeded: () => void): NodeJS.Timeout {
  const check = async () => {
    const [, residentPages] = (await readFile(`/proc/${pid}/statm`, "latin1")).split(" ");
    if (Number(residentPages) * PAGE_BYTES > memoryMib * MIB) onExceeded();
  };
  return setInterval(() => void check().catch(() => undefined), MEMORY_CHECK_MS);
}
