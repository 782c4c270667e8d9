import type { FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "./errors.ts";

/** Bodies up to this size are taken by every route and not counted. */
export const BODY_BYTES_MAX = 1024 * 1024;
/**
 * Larger bodies may have so many bytes together; the next one is 503. In memory a parsed body takes several times its
 * size.
 */
const LARGE_BYTES_MAX = 128 * 1024 * 1024;

/** Counts the bytes of large bodies that are being taken, so that a crowd of them cannot fill the memory. */
export class LargeBodies {
  #bytes = 0;
  readonly #max: number;

  constructor(max = LARGE_BYTES_MAX) {
    this.#max = max;
  }

  /** A body without a declared length counts as the largest that the route takes. Refuses with SERVICE_UNAVAILABLE. */
  admit(request: FastifyRequest, reply: FastifyReply, bytesMax: number): void {
    const declared = request.headers["content-length"];
    const bytes = declared === undefined ? bytesMax : Number(declared);
    // Larger than the route takes: refused before it is read.
    if (bytes <= BODY_BYTES_MAX || bytes > bytesMax) return;
    if (this.#bytes + bytes > this.#max) throw unavailable();
    this.#bytes += bytes;
    reply.raw.once("close", () => {
      this.#bytes -= bytes;
    });
  }
}
