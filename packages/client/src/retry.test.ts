import { expect, it } from "vitest";
import { withRetries } from "./retry.ts";

/** Answers the statuses one after another; 0 is a lost connection. */
function server(statuses: readonly number[], retryAfter?: string) {
  const left = [...statuses];
  const sent: number[] = [];
  const send = async () => {
    const status = left.shift()!;
    sent.push(performance.now());
    if (status === 0) throw new TypeError("fetch failed");
    return { response: new Response(null, { status, headers: retryAfter ? { "retry-after": retryAfter } : {} }) };
  };
  return { send, sent };
}

const retry = { attempts: 3, repeatable: true, signal: undefined };

it.each([
  ["lost answers of repeatable requests", [0, 503, 200], true, 200, 3],
  ["refusals by rate limits, of all requests", [429, 204], false, 204, 2],
  ["no lost answers of other requests", [503, 204], false, 503, 1],
  ["no refusals that stay as they are", [422, 200], true, 422, 1],
  ["no conflict without a time to wait", [409, 200], true, 409, 1],
  ["no more often than allowed", [503, 503, 503, 200], true, 503, 3],
] as const)("repeats %s", async (_what, statuses, repeatable, status, count) => {
  const { send, sent } = server(statuses);
  const { response } = await withRetries(send, { ...retry, repeatable });
  expect([response.status, sent.length]).toEqual([status, count]);
});

it("throws the failure of a request that must not be repeated", async () => {
  await expect(withRetries(server([0, 200]).send, { ...retry, repeatable: false })).rejects.toThrow("fetch failed");
});

it("waits as long as the server asks", async () => {
  const { send, sent } = server([429, 200], "1");
  await withRetries(send, retry);
  expect(sent[1]! - sent[0]!).toBeGreaterThanOrEqual(1000);
});

it("fails at once when the server asks for more than a minute", async () => {
  const { response } = await withRetries(server([429, 200], "61").send, retry);
  expect(response.status).toBe(429);
});

it("stops waiting when the caller aborts", async () => {
  const aborted = new AbortController();
  const call = withRetries(server([429, 200], "30").send, { ...retry, signal: aborted.signal });
  aborted.abort(new Error("no longer needed"));
  await expect(call).rejects.toThrow("no longer needed");
});
