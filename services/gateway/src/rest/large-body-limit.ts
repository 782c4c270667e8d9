import type { FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "./errors.ts";

/** Every route accepts bodies up to this size. They are not counted. */
export const BODY_BYTES_MAX = 1024 * 1024;
/**
 * Limit of the sum of larger bodies; beyond it a request is refused with 503. A parsed body takes several times its
 * size in memory.
 */
const LARGE_BYTES_MAX = 128 * 1024 * 1024;

/** Limits the bytes of large bodies in flight, so that many of them together cannot fill the memory. */
export class LargeBodyLimit {
  #bytes = 0;
  readonly #max: number;

  constructor(max = LARGE_BYTES_MAX) {
    this.#max = max;
  }

  /**
   * A body without a declared length counts as the largest that the route accepts. Refuses with SERVICE_UNAVAILABLE.
   */
  admit(request: FastifyRequest, reply: FastifyReply, bytesMax: number): void {
    const declared = request.headers["content-length"];
    const bytes = declared === undefined ? bytesMax : Number(declared);
    // A body beyond the limit of the route is refused before it is read.
    if (bytes <= BODY_BYTES_MAX || bytes > bytesMax) return;
    if (this.#bytes + bytes > this.#max) throw unavailable();
    this.#bytes += bytes;
    reply.raw.once("close", () => {
      this.#bytes -= bytes;
    });
  }
}
