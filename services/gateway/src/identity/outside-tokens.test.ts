import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { outsideTokens } from "./outside-tokens.ts";

const [ISSUER, AUDIENCE] = ["https://issuer.example", "emissions"];
const DAY_MS = 24 * 3_600_000;
let server: Server;
/** The keys that the issuer publishes now. */
let keys: object[] = [];

beforeAll(async () => {
  server = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Publishes a new key alone, and answers with a token of it. */
async function renewKey(kid: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  keys = [{ ...(await exportJWK(publicKey)), kid, alg: "ES256" }];
  const token = new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: kid });
  return token.setProtectedHeader({ alg: "ES256", kid }).setExpirationTime("1 hour").sign(privateKey);
}

it("keys of the issuer that were read while the clock was ahead do not stay when it is right again", async () => {
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const verify = outsideTokens({ issuer: ISSUER, audience: AUDIENCE, jwksUrl });
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await verify(await renewKey("old"))).toMatchObject({ subject: "old" });
  vi.useRealTimers();
  expect(await verify(await renewKey("new"))).toMatchObject({ subject: "new" });
});
