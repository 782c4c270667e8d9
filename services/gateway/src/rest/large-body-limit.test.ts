import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { LargeBodyLimit } from "./large-body-limit.ts";

const MIB = 1024 * 1024;
const key = { organizationId: "a", apiKeyId: "1", userId: null };
const sameOrganization = { ...key, apiKeyId: "2" };
const other = { ...key, organizationId: "b" };

const limitOf = (keyMib: number, organizationMib: number, processMib: number) =>
  new LargeBodyLimit({
    max: { key: keyMib * MIB, organization: organizationMib * MIB, process: processMib * MIB },
    onLate: () => {},
  });

function arrival(limit: LargeBodyLimit, principal: object, bytes?: number) {
  const raw = new EventEmitter();
  const headers = { ...(bytes !== undefined && { "content-length": String(bytes) }) };
  const request = { headers, principal, raw: { socket: { bytesRead: 0 }, complete: true } };
  limit.admit(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply, 4 * MIB);
  return () => raw.emit("close");
}

it("admits large bodies of a key up to its share, and more after one was answered", () => {
  const limit = limitOf(8, 100, 100);
  const close = arrival(limit, key, 4 * MIB);
  arrival(limit, key, 4 * MIB);
  expect(() => arrival(limit, key, 2 * MIB)).toThrow("Too many large requests");
  arrival(limit, sameOrganization, 4 * MIB);
  close();
  arrival(limit, key, 4 * MIB);
});

it("admits large bodies of all keys of an organization up to its share", () => {
  const limit = limitOf(4, 8, 100);
  arrival(limit, key, 4 * MIB);
  arrival(limit, sameOrganization, 4 * MIB);
  expect(() => arrival(limit, { ...key, apiKeyId: "3" }, 2 * MIB)).toThrow("Too many large requests");
  arrival(limit, other, 4 * MIB);
});

it("counts users with tokens by user", () => {
  const limit = limitOf(4, 100, 100);
  const user = { organizationId: "a", apiKeyId: null, userId: "u1" };
  arrival(limit, user, 4 * MIB);
  expect(() => arrival(limit, user, 2 * MIB)).toThrow("Too many large requests");
  arrival(limit, { ...user, userId: "u2" }, 4 * MIB);
});

it("admits large bodies of all organizations up to a sum", () => {
  const limit = limitOf(4, 4, 6);
  arrival(limit, key, 4 * MIB);
  expect(() => arrival(limit, other, 4 * MIB)).toThrow("unavailable");
});

it("always admits small bodies, and bodies that the route refuses anyway", () => {
  const limit = limitOf(0, 0, 0);
  arrival(limit, key, MIB);
  arrival(limit, key, 5 * MIB);
});

it("counts a body of unknown length as the largest that the route accepts", () => {
  const limit = limitOf(7, 100, 100);
  arrival(limit, key);
  expect(() => arrival(limit, key)).toThrow("Too many large requests");
});
