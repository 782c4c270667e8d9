import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Writes a JSON text as YAML. In a thread, because a large document would delay other requests by a second. */
export async function yamlOf(json: string): Promise<string> {
  const worker = new Worker(new URL("./yaml-worker.ts", import.meta.url), { workerData: json });
  const [text] = await once(worker, "message");
  return text;
}
