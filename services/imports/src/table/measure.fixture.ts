// Reads one file in a process of its own and prints time, memory and event loop delay: `node measure.fixture.ts <file>`
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createTableReader } from "./reader.ts";

export interface Measure {
  totalRows: number;
  seconds: number;
  /** Largest resident memory of the process, in MiB. */
  memoryMib: number;
  /** Longest time that the event loop of the service was blocked. */
  blockedMs: number;
}

const fileName = process.argv[2]!;
const tables = createTableReader({
  onCrash: (error) => {
    throw error;
  },
});
const delay = monitorEventLoopDelay({ resolution: 10 });
const bytes = readFileSync(fileName);
delay.enable();
const startedAt = performance.now();
let received = 0;
const outcome = await tables.read({ bytes, fileName }, async (rows) => {
  received += rows.length;
});
const seconds = (performance.now() - startedAt) / 1_000;
delay.disable();
if ("refusal" in outcome) throw new Error(outcome.refusal.message);
if (received !== outcome.table.totalRows) throw new Error("Rows are missing");
const measure: Measure = {
  totalRows: received,
  seconds,
  // getrusage would also count the memory of the process that started this one.
  memoryMib: Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1024,
  blockedMs: delay.max / 1e6,
};
process.stdout.write(JSON.stringify(measure));
