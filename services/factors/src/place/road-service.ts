import { exhausted } from "@emissions/kit/wire/errors";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { circuitBreaker } from "./circuit-breaker.ts";
import type { Point } from "./sphere.ts";

/** A way over roads, or why there is none: a predicate after "The road service". */
export type RoadAnswer = { kilometres: number } | { failure: string };

/** A provider of distances by road. */
export interface RoadService {
  /**
   * One answer per pair, in their order. Refuses with UPSTREAM_RATE_LIMITED if the provider throttles; all other
   * failures are answers.
   */
  measure(pairs: readonly RoadPair[], signal: AbortSignal): Promise<RoadAnswer[]>;
}

export interface RoadPair {
  from: Point;
  to: Point;
}

export interface RoadOptions {
  url: string;
  log: { warn(fields: object, message: string): void; info(message: string): void };
  timeoutMs?: number;
  pauseMs?: number;
}

/** Limit of one request. */
const TIMEOUT_MS = 2_000;
/** Limit of all requests of one call, which itself has 10 s. The rest is estimated. */
const CALL_MS = 5_000;
/** Requests of a call at once. */
const REQUESTS_MAX = 8;
/** Requests of the process at once. More are not waited for: their distances are estimated. */
const PROCESS_REQUESTS_MAX = 64;
/** An answer without the course of the way has less than 2 kB. */
const BODY_BYTES_MAX = 65_536;
const FAILURES_MAX = 5;
const PAUSE_MS = 30_000;
const CACHED_MAX = 50_000;
const CACHED_MS = 24 * 3_600_000;
/** Longest way that is believed. */
const KM_MAX = 40_000;

const NO_ANSWER = { failure: "did not answer, so this is an estimate" } as const;
const NO_WAY = { failure: "knows no way, so this is an estimate" } as const;

/** The answer of OSRM: metres of the best way. */
const Answer = z.object({
  code: z.string(),
  routes: z
    .array(
      z.object({
        distance: z
          .number()
          .positive()
          .max(KM_MAX * 1_000),
      }),
    )
    .optional(),
});

/** A server with the HTTP interface of OSRM. */
export function osrmService({ url, log, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS }: RoadOptions): RoadService {
  const target = targetOf(url);
  const known = new LRUCache<string, RoadAnswer>({ max: CACHED_MAX, ttl: CACHED_MS });
  const breaker = circuitBreaker({
    failures: FAILURES_MAX,
    pauseMs,
    onChange: (open) =>
      open ? log.warn({ pauseMs }, "road service failed, distances are estimated") : log.info("road service answers"),
  });
  let underWay = 0;

  async function ask(pair: RoadPair, signal: AbortSignal): Promise<RoadAnswer> {
    const key = pathOf(pair);
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    if (signal.aborted || underWay >= PROCESS_REQUESTS_MAX || !breaker.admits()) return NO_ANSWER;
    underWay += 1;
    try {
      const answer = await request(target, key, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      breaker.succeeded();
      known.set(key, answer);
      return answer;
    } catch (error) {
      if (error instanceof Throttled) throw exhausted("UPSTREAM_RATE_LIMITED", error.message);
      // A caller that has gone, and the limit of the call, say nothing about the service.
      if (!signal.aborted) breaker.failed();
      return NO_ANSWER;
    } finally {
      underWay -= 1;
    }
  }

  return {
    measure: async (pairs, signal) => {
      const failed = new AbortController();
      const limit = AbortSignal.any([signal, failed.signal, AbortSignal.timeout(CALL_MS)]);
      const answers: RoadAnswer[] = [];
      const rest = pairs.entries();
      const lane = async () => {
        for (const [at, pair] of rest) answers[at] = await ask(pair, limit);
      };
      try {
        await Promise.all(Array.from({ length: REQUESTS_MAX }, lane));
      } finally {
        failed.abort();
      }
      return answers;
    },
  };
}

/** The provider answered 429. It works, so the breaker stays closed. */
class Throttled extends Error {
  override message = "The road service takes no more requests now. Try again in a second.";
}

interface Target {
  base: URL;
  headers: Record<string, string>;
}

/** `fetch` refuses a URL with credentials. They become a header. */
function targetOf(url: string): Target {
  const base = new URL(url);
  const credentials = [base.username, base.password].map(decodeURIComponent).join(":");
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  base.username = "";
  base.password = "";
  base.searchParams.set("overview", "false");
  return { base, headers: { accept: "application/json", ...(credentials === ":" ? {} : { authorization }) } };
}

const pathOf = ({ from, to }: RoadPair): string =>
  `/route/v1/driving/${[from, to].map(([latitude, longitude]) => `${longitude},${latitude}`).join(";")}`;

async function request({ base, headers }: Target, path: string, signal: AbortSignal): Promise<RoadAnswer> {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  const response = await fetch(url, { headers, signal, redirect: "error" });
  if (response.status === 429) {
    await response.body?.cancel();
    throw new Throttled();
  }
  const { code, routes } = Answer.parse(JSON.parse(await textOf(response)));
  // OSRM answers 400 if no way or no road was found.
  if (response.status === 400 && (code === "NoRoute" || code === "NoSegment")) return NO_WAY;
  const metres = routes?.[0]?.distance;
  if (!response.ok || code !== "Ok" || metres === undefined) throw new Error("the road service failed");
  return { kilometres: metres / 1_000 };
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("the answer of the road service is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
