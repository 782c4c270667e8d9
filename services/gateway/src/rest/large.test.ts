import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { LargeBodies } from "./large.ts";

const MIB = 1024 * 1024;

function arrival(large: LargeBodies, bytes?: number) {
  const raw = new EventEmitter();
  const request = { headers: { ...(bytes !== undefined && { "content-length": String(bytes) }) } };
  large.admit(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply, 4 * MIB);
  return () => raw.emit("close");
}

it("lets as many large bodies in as there is room for, and more when one has gone", () => {
  const large = new LargeBodies(8 * MIB);
  const gone = arrival(large, 4 * MIB);
  arrival(large, 4 * MIB);
  expect(() => arrival(large, 2 * MIB)).toThrow("unavailable");
  gone();
  arrival(large, 4 * MIB);
});

it("always lets small ones in, and those that the route refuses anyway", () => {
  const large = new LargeBodies(0);
  arrival(large, MIB);
  arrival(large, 5 * MIB);
});

it("counts one of unknown length as the largest there is", () => {
  const large = new LargeBodies(7 * MIB);
  arrival(large);
  expect(() => arrival(large)).toThrow("unavailable");
});
