import { readdirSync } from "node:fs";
import {
  constants,
  monitorEventLoopDelay,
  PerformanceObserver,
  type PerformanceObserverEntryList,
  performance,
} from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";
import { histogram, type Observation, observe, observed, observedCounter } from "./instruments.ts";

/** Interval of the timer that measures the delay. It is no part of the delay. */
const RESOLUTION_MS = 10;
const NANOS = 1e9;
const MICROS = 1e6;

const delayOf = (what: string, description: string) =>
  observed({ name: `nodejs.eventloop.delay.${what}`, unit: "s", description });
const delays = {
  p50: delayOf("p50", "Median delay of the event loop since the last collection"),
  p99: delayOf("p99", "99th percentile of the delay of the event loop since the last collection"),
  max: delayOf("max", "Longest delay of the event loop since the last collection"),
};
const utilization = observed({
  name: "nodejs.eventloop.utilization",
  unit: "1",
  description: "Share of time since the last collection in which the event loop was busy",
});
const gcDuration = histogram({
  name: "v8js.gc.duration",
  unit: "s",
  description: "Duration of garbage collections",
  labels: ["v8js.gc.type"],
  bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
});
const heapUsed = observed({
  name: "v8js.memory.heap.used",
  unit: "By",
  description: "Memory of a heap space that objects use",
  labels: ["v8js.heap.space.name"],
});
const heapSize = observed({
  name: "v8js.memory.heap.space.size",
  unit: "By",
  description: "Memory of a heap space",
  labels: ["v8js.heap.space.name"],
});
const cpuTime = observedCounter({
  name: "process.cpu.time",
  unit: "s",
  description: "Processor time of the process",
  labels: ["cpu.mode"],
});
const memoryUsage = observed({
  name: "process.memory.usage",
  unit: "By",
  description: "Physical memory of the process (resident set)",
});
const fileDescriptors = observed({
  name: "process.unix.file_descriptor.count",
  unit: "{file_descriptor}",
  description: "Open file descriptors, on Linux",
});
const uptime = observed({ name: "process.uptime", unit: "s", description: "Time since the start of the process" });

const OBSERVED = [
  ...Object.values(delays),
  utilization,
  heapUsed,
  heapSize,
  cpuTime,
  memoryUsage,
  fileDescriptors,
  uptime,
];

/** All of this module, for the documentation. */
export const runtimeInstruments = [...OBSERVED, gcDuration];

const GC_TYPES: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

type Entry = ReturnType<PerformanceObserverEntryList["getEntries"]>[number] & { detail: { kind: number } };

/** Measures the runtime until the returned function is called. */
export function startRuntimeMetrics(): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const collections = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as Entry;
      gcDuration.record(duration / 1000, { "v8js.gc.type": GC_TYPES[detail.kind] ?? "other" });
    }
  });
  collections.observe({ entryTypes: ["gc"] });
  let last = performance.eventLoopUtilization();

  function read(): Observation[] {
    const seconds = (nanos: number) => Math.max(0, nanos / NANOS - RESOLUTION_MS / 1000);
    // Without a sample the maximum is zero and the percentiles are one.
    const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(seconds);
    delay.reset();
    const now = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(now, last).utilization;
    last = now;
    return [
      delays.p50.value(p50!),
      delays.p99.value(p99!),
      delays.max.value(max!),
      utilization.value(busy),
      ...processValues(),
    ];
  }

  const end = observe(OBSERVED, read);
  return () => {
    end();
    collections.disconnect();
    delay.disable();
  };
}

function processValues(): Observation[] {
  const { user, system } = process.cpuUsage();
  return [
    ...getHeapSpaceStatistics().flatMap(({ space_name, space_used_size, space_size }) => [
      heapUsed.value(space_used_size, { "v8js.heap.space.name": space_name }),
      heapSize.value(space_size, { "v8js.heap.space.name": space_name }),
    ]),
    cpuTime.value(user / MICROS, { "cpu.mode": "user" }),
    cpuTime.value(system / MICROS, { "cpu.mode": "system" }),
    memoryUsage.value(process.memoryUsage.rss()),
    uptime.value(process.uptime()),
    ...openFiles().map((count) => fileDescriptors.value(count)),
  ];
}

function openFiles(): number[] {
  try {
    return [readdirSync("/proc/self/fd").length];
  } catch {
    return [];
  }
}
