import type { FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "./errors.ts";

/** Every route takes as much without a question. */
export const BODY_BYTES_MAX = 1024 * 1024;
/** Of larger bodies, together; whoever comes then is told to come again. Read, one takes several times its bytes. */
const LARGE_BYTES_MAX = 128 * 1024 * 1024;

/** Counts the bytes of large bodies that are being taken, so that a crowd of them cannot fill the memory. */
export class LargeBodies {
  #bytes = 0;
  readonly #max: number;

  constructor(max = LARGE_BYTES_MAX) {
    this.#max = max;
  }

  /** What is sent without a length is counted as what it may be at most. */
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
