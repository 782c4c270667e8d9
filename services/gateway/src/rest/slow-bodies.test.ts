import { randomUUID } from "node:crypto";
import { type AddressInfo, connect } from "node:net";
import { setInterval as every } from "node:timers/promises";
import { newId } from "@emissions/kit/process/id";
import { unauthenticated } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { gateway } from "../../test/gateway.ts";
import { exampleOf } from "../../test/hostile-requests.ts";

const MIB = 1024 * 1024;
const SLOW = 12;
/** Sent at once, so that the slow bodies together have more than the share of a group. */
const BEGUN_BYTES = 11 * MIB;
const DRIP_BYTES = 32 * 1024;
const DRIP_MS = 500;
const BATCHES = 7;

const root = newId();
const outsider = newId();
const members = Array.from({ length: SLOW - 1 }, newId);

/** Each organization has its id as its key. Those of the group have the root above them. */
const access = serve(AccessService, {
  authenticate({ organizationId, credential }) {
    if (credential.value !== organizationId) throw unauthenticated("INVALID_API_KEY", "Invalid API key");
    const ancestors = members.includes(organizationId) ? [{ id: root, name: "Holding" }] : [];
    return { membership: { organizationId, userId: "u1", apiKeyId: organizationId, role: Role.ADMIN, ancestors } };
  },
});
const { app, routes } = await gateway({ handlers: [access] });
const WASTES = routes.find(({ verb, path }) => `${verb} ${path}` === "POST /v2/wastes")!;
const port = () => (app.server.address() as AddressInfo).port;
beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }).then(() => {}));
afterAll(() => app.close());

const headersOf = (organizationId: string) => ({
  "x-api-key": organizationId,
  "x-organization-id": organizationId,
  "content-type": "application/json",
  "idempotency-key": randomUUID(),
});

/** Declares the largest body, sends most of it, and goes on slowly. */
function beginSlowly(organizationId: string) {
  const socket = connect(port(), "127.0.0.1");
  const sent = { answer: "", written: false, end: () => void socket.destroy() };
  const headers = { host: "a", ...headersOf(organizationId), "content-length": WASTES.spec.limits.bodyBytes };
  onTestFinished(sent.end);
  socket.on("error", () => {});
  socket.on("data", (data) => {
    sent.answer += data;
  });
  const lines = Object.entries(headers).map((header) => `${header.join(": ")}\r\n`);
  socket.write(`POST /v2/wastes HTTP/1.1\r\n${lines.join("")}\r\n`);
  socket.write(Buffer.alloc(BEGUN_BYTES, " "), () => {
    sent.written = true;
    void drip();
  });
  async function drip() {
    for await (const _ of every(DRIP_MS)) {
      if (socket.destroyed || sent.answer !== "") return;
      socket.write(Buffer.alloc(DRIP_BYTES, " "));
    }
  }
  return sent;
}

/** Batches are short, so the spread of a loaded machine is a large part of them. A batch that waited takes seconds. */
const SPREAD_MS = 200;

/** Milliseconds of batches of 2 MiB, one after another: those of half of them. */
async function msOfBatches(organizationId: string): Promise<number> {
  const body = JSON.stringify(exampleOf(WASTES)).padEnd(2 * MIB);
  const times: number[] = [];
  for (let n = 0; n < BATCHES; n++) {
    const begun = performance.now();
    const url = `http://127.0.0.1:${port()}/v2/wastes`;
    const answer = await fetch(url, { method: "POST", headers: headersOf(organizationId), body });
    await answer.text();
    expect(answer.status).toBe(202);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(BATCHES / 2)]!;
}

it("twelve slow large bodies of a group leave others their batches, in at most twice the usual time", async () => {
  await msOfBatches(outsider);
  const before = await msOfBatches(outsider);
  const slow = [root, ...members].map(beginSlowly);
  await until("the slow bodies to have begun", () => slow.every(({ written, answer }) => written || answer !== ""));
  const beside = await msOfBatches(outsider);
  // Some were refused, because the group has its share only; the others still arrive.
  const refused = slow.filter(({ answer }) => answer.startsWith("HTTP/1.1 429 "));
  expect(refused.length).toBeGreaterThan(0);
  expect(slow.filter(({ answer }) => answer === "")).toHaveLength(SLOW - refused.length);
  for (const { end } of slow) end();
  // The load of a shared machine changes meanwhile.
  const after = await msOfBatches(outsider);
  console.info(`milliseconds of a batch of 2 MiB: ${[before, beside, after].map(Math.round)} before, beside and after`);
  expect(beside).toBeLessThanOrEqual(2 * Math.max(before, after) + SPREAD_MS);
});
