import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { parseTable } from "../parse.ts";
import { refusalOf } from "../refusals.ts";
import type { ParseTask, WorkerMessage } from "./messages.ts";

// The xls library may print parts of damaged files.
for (const method of ["log", "warn", "error"] as const) console[method] = () => undefined;

const port = parentPort!;
const send = (message: WorkerMessage) => port.postMessage(message);

send({ kind: "begun" });
const task = workerData as ParseTask;
try {
  const table = await parseTable({ ...task, bytes: new Uint8Array(task.bytes) }, async (rows) => {
    const received = once(port, "message");
    send({ kind: "rows", rows });
    await received;
  });
  send({ kind: "table", table });
} catch (error) {
  const refusal = refusalOf(error);
  // Other errors end the worker, and the pool logs them.
  if (refusal === null) throw error;
  send({ kind: "refusal", refusal });
}
port.close();
