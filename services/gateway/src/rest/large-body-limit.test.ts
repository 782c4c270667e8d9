import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as nextLoop } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { LargeBodyLimit } from "./large-body-limit.ts";

const MIB = 1024 * 1024;
const ROOT = { id: "root", name: "Holding" };
const key = { organizationId: "a", apiKeyId: "1", userId: null, ancestors: [ROOT] };
const sameOrganization = { ...key, apiKeyId: "2" };
const sameGroup = { ...key, organizationId: "b" };
const root = { ...key, organizationId: "root", ancestors: [] };
const other = { ...key, organizationId: "c", ancestors: [] };
const PLENTY = { key: 100, organization: 100, group: 100, process: 100 };

const limitOf = (mib: Partial<typeof PLENTY>) => {
  const { key, organization, group, process } = { ...PLENTY, ...mib };
  const max = { key: key * MIB, organization: organization * MIB, group: group * MIB, process: process * MIB };
  return new LargeBodyLimit({ max, onLate: () => {} });
};

/** A body that declares 4 MiB, or nothing, and sends what it is told. */
function arrival(
  limit: LargeBodyLimit,
  principal: object,
  { declared = (4 * MIB) as number | null, max = 4 * MIB } = {},
) {
  const [raw, body] = [new EventEmitter(), new PassThrough()];
  const headers = { ...(declared !== null && { "content-length": String(declared) }) };
  const request = { headers, principal, raw: { socket: {} } } as unknown as FastifyRequest;
  limit.check(request, max);
  const counted = limit.count(request, { raw } as unknown as FastifyReply, body).resume();
  let refusal = "";
  counted.on("error", ({ message }) => {
    refusal = message;
  });
  const send = async (mib: number) => {
    body.write(Buffer.alloc(mib * MIB));
    await nextLoop();
    await nextLoop();
    return refusal;
  };
  return { send, close: () => raw.emit("close"), end: () => body.end() };
}

/** Sends a whole body, and returns the refusal; empty without one. */
async function whole(limit: LargeBodyLimit, principal: object, mib = 4): Promise<string> {
  try {
    return await arrival(limit, principal, { declared: mib * MIB }).send(mib);
  } catch (error) {
    return (error as Error).message;
  }
}
const TOO_MANY = expect.stringContaining("Too many large requests");

it("admits large bodies of a key up to its share, and more after one was answered", async () => {
  const limit = limitOf({ key: 8 });
  const first = arrival(limit, key);
  expect([await first.send(4), await whole(limit, key)]).toEqual(["", ""]);
  expect(await whole(limit, key, 2)).toEqual(TOO_MANY);
  expect(await whole(limit, sameOrganization)).toBe("");
  first.close();
  expect(await whole(limit, key)).toBe("");
});

it("counts what has arrived, and not what was declared", async () => {
  const limit = limitOf({ key: 8, process: 12 });
  const declared = Array.from({ length: 12 }, () => arrival(limit, key));
  expect(await Promise.all(declared.map(({ send }) => send(0.5)))).toEqual(Array(12).fill(""));
  // Those that go beyond the share are refused in the middle, and what they had is free again.
  expect([await declared[0]!.send(2), await declared[1]!.send(2)]).toEqual(["", TOO_MANY]);
  expect(await declared[2]!.send(0.5)).toBe("");
  expect(await whole(limit, other)).toBe("");
});

it("refuses a body before it is read if its declared length would not fit", async () => {
  const limit = limitOf({ key: 6 });
  await whole(limit, key);
  expect(() => arrival(limit, key)).toThrow("Too many large requests");
});

it.each([
  ["keys of an organization", { organization: 8 }, [key, sameOrganization], { ...key, apiKeyId: "3" }],
  ["organizations of a group", { group: 8 }, [key, sameGroup], root],
])("admits large bodies of all %s up to its share", async (_what, max, [first, second], third) => {
  const limit = limitOf(max);
  expect([await whole(limit, first!), await whole(limit, second!)]).toEqual(["", ""]);
  expect(await whole(limit, third, 2)).toEqual(TOO_MANY);
  expect(await whole(limit, other)).toBe("");
});

it("counts users with tokens by user", async () => {
  const limit = limitOf({ key: 4 });
  const user = { ...key, apiKeyId: null, userId: "u1" };
  expect(await whole(limit, user)).toBe("");
  expect(await whole(limit, user)).toEqual(TOO_MANY);
  expect(await whole(limit, { ...user, userId: "u2" })).toBe("");
});

it("admits large bodies of all groups up to a sum", async () => {
  const limit = limitOf({ process: 6 });
  expect(await whole(limit, key)).toBe("");
  expect(await whole(limit, other)).toContain("unavailable");
});

it("always admits small bodies, and leaves bodies beyond the limit of the route to its refusal", async () => {
  const limit = limitOf({ key: 0, organization: 0, group: 0, process: 0 });
  expect(await whole(limit, key, 1)).toBe("");
  expect(() => arrival(limit, key, { declared: 5 * MIB })).not.toThrow();
});

it("counts a body of unknown length", async () => {
  const limit = limitOf({ key: 2 });
  const body = arrival(limit, key, { declared: null });
  expect([await body.send(2), await body.send(1)]).toEqual(["", TOO_MANY]);
});

it("refuses a body that stops after its first bytes, and none that has ended", async () => {
  let late = 0;
  const pace = { bytes: MIB, ms: 50 };
  const max = { key: 4 * MIB, organization: 4 * MIB, group: 4 * MIB, process: 4 * MIB };
  const limit = new LargeBodyLimit({ max, paces: { first: pace, next: pace }, onLate: () => late++ });
  const stopped = arrival(limit, key);
  await stopped.send(3);
  await until("the body to be refused", async () => late === 1);
  // Its share is free again.
  const ended = arrival(limit, key);
  expect(await ended.send(4)).toBe("");
  ended.end();
  ended.close();
  arrival(limit, other);
  await until("the silent body to be refused", async () => late === 2);
});
