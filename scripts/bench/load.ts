import { Agent, request } from "node:http";
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

export interface Request {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Builds each request, so that no two are equal. */
  next(i: number): Request;
  connections: number;
  seconds: number;
  /** Not measured: opens connections, and lets V8 compile hot code. */
  warmUpSeconds: number;
  expect: number;
}

export interface Figures {
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  requests: number;
}

/** Silence of the server after which a request fails. More than the gateway's own limits, also on a loaded machine. */
const SILENCE_MS = 60_000;

/** Sends requests over several connections. Each waits for the response before the next request. */
export async function load({ next, connections, seconds, warmUpSeconds, expect }: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begin = performance.now();
  const warm = begin + warmUpSeconds * 1000;
  const end = warm + seconds * 1000;
  const times: number[] = [];
  let count = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const { status, body } = await send(agent, next(count++));
      if (status !== expect) throw new Error(`expected ${expect}, got ${status}: ${body.slice(0, 300)}`);
      if (started >= warm) times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return { per_second: Math.round(times.length / ((performance.now() - warm) / 1000)), ...percentiles(times) };
}

export function percentiles(times: readonly number[]): Omit<Figures, "per_second"> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0);
  return { p50_ms: at(0.5), p99_ms: at(0.99), requests: sorted.length };
}

/** The round with the median throughput. */
export const median = (rounds: readonly Figures[]): Figures =>
  rounds.toSorted((a, b) => a.per_second - b.per_second)[Math.floor(rounds.length / 2)]!;

export const round = (ms: number) => Math.round(ms * 100) / 100;

export function send(agent: Agent, { method, url, headers = {}, body }: Request) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const length: Record<string, string | number> =
      body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: { ...length, ...headers }, timeout: SILENCE_MS }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    sent.on("timeout", () => sent.destroy(new Error(`${method} ${url} did not answer`)));
    sent.on("error", reject);
    sent.end(body);
  });
}

const IDLE_SHARE_MIN = 0.8;
const IDLE_SAMPLE_MS = 250;
const IDLE_LIMIT_MS = 60_000;

/** Waits until the processors of this machine have little to do: background work must not disturb the next sample. */
export async function untilIdle(): Promise<void> {
  const read = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((a, b) => a + b) }));
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b);
  for (const end = performance.now() + IDLE_LIMIT_MS; performance.now() < end; ) {
    const before = read();
    await pause(IDLE_SAMPLE_MS);
    const after = read();
    const idle = sum(after.map(({ idle }, at) => idle - before[at]!.idle));
    const all = sum(after.map(({ all }, at) => all - before[at]!.all));
    if (idle / all > IDLE_SHARE_MIN) return;
  }
  throw new Error(`the machine was not idle within ${IDLE_LIMIT_MS} ms`);
}
