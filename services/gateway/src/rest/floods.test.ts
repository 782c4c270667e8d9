import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate as nextLoop } from "node:timers/promises";
import type { HandlerContext } from "@connectrpc/connect";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { AccessService, type AuthenticateRequest, Role } from "@emissions/proto/activity/v1/access_service";
import { until } from "@emissions/testkit/poll";
import { expect, it, onTestFinished } from "vitest";
import { EMAIL, lookUpsIn, OURS, SESSION, USER } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";

it("refuses none of twelve first uses of right keys beside a flood of wrong ones from their address", async () => {
  const rights = Array.from({ length: 12 }, (_, n) => `right-${n}`);
  const isRight = (key: unknown) => rights.includes(String(key));
  const authenticate = async ({ organizationId, credential: { value } }: AuthenticateRequest) => {
    await nextLoop();
    if (!isRight(value)) throw unauthenticated("INVALID_API_KEY", "Invalid API key");
    return { membership: { organizationId, userId: USER, apiKeyId: String(value), role: Role.VIEWER } };
  };
  const { app, calls } = await gateway({
    handlers: [serve(AccessService, { authenticate })],
    failedLoginsPerMinute: 5,
  });
  const ask = async (key: string) => {
    const headers = { "x-api-key": key, "x-organization-id": OURS };
    return (await app.inject({ url: "/v1/countries", headers })).statusCode;
  };
  const flood = (from: number, count: number) => Array.from({ length: count }, (_, n) => ask(`wrong-${from + n}`));
  await Promise.all(flood(0, 20));
  const before = flood(20, 200);
  const first = rights.map(ask);
  const after = flood(220, 200);
  expect(await Promise.all(first)).toEqual(rights.map(() => 200));
  const wrong = await Promise.all([...before, ...after]);
  expect(new Set(wrong)).toEqual(new Set([429]));
  expect(lookUpsIn(calls)).toBe(20 + 200 + rights.length + 200);
});

it("ends the check of a password whose client has gone, and counts it as failed", async () => {
  let [begun, ended] = [0, 0];
  const login = async ({ password }: { password: string }, { signal }: HandlerContext) => {
    if (password !== "slow") return { userId: USER, email: EMAIL, sessionId: SESSION };
    begun++;
    await once(signal, "abort");
    ended++;
    throw signal.reason;
  };
  const { app } = await gateway({ handlers: [serve(AccessService, { login })] });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/auth/login`;
  const headers = { "content-type": "application/json" };
  const signIn = (password: string, signal: AbortSignal | null = null) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify({ email: EMAIL, password }), signal });
  const clients = Array.from({ length: 30 }, () => new AbortController());
  const sent = clients.map(({ signal }) => signIn("slow", signal).catch(() => "gone"));
  await until("all passwords are being checked", async () => begun === clients.length);
  expect((await signIn("right")).status).toBe(429);
  for (const client of clients) client.abort();
  await until("no password is being checked", async () => ended === clients.length);
  expect(await Promise.all(sent)).toEqual(clients.map(() => "gone"));
  expect((await signIn("right")).status).toBe(429);
});
