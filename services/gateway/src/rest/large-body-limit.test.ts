import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { LargeBodyLimit } from "./large-body-limit.ts";

const MIB = 1024 * 1024;

function arrival(limit: LargeBodyLimit, bytes?: number) {
  const raw = new EventEmitter();
  const request = { headers: { ...(bytes !== undefined && { "content-length": String(bytes) }) } };
  limit.admit(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply, 4 * MIB);
  return () => raw.emit("close");
}

it("admits large bodies up to the limit, and more after one was answered", () => {
  const limit = new LargeBodyLimit(8 * MIB);
  const close = arrival(limit, 4 * MIB);
  arrival(limit, 4 * MIB);
  expect(() => arrival(limit, 2 * MIB)).toThrow("unavailable");
  close();
  arrival(limit, 4 * MIB);
});

it("always admits small bodies, and bodies that the route refuses anyway", () => {
  const limit = new LargeBodyLimit(0);
  arrival(limit, MIB);
  arrival(limit, 5 * MIB);
});

it("counts a body of unknown length as the largest that the route accepts", () => {
  const limit = new LargeBodyLimit(7 * MIB);
  arrival(limit);
  expect(() => arrival(limit)).toThrow("unavailable");
});
