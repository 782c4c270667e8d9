import type { Socket } from "node:net";
import { exhausted } from "@emissions/kit/wire/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SharedLimit } from "./shared-limit.ts";

/** Every route accepts bodies up to this size. They are not counted. */
export const BODY_BYTES_MAX = 1024 * 1024;
const MIB = 1024 * 1024;
/** A key may repeat a batch of 5,000 wastes 50 times at once, which is 85 MiB: all get the answer to the first. */
const LARGE_BYTES_MAX = { key: 96 * MIB, organization: 112 * MIB, process: 192 * MIB };
/** Slower bodies would not arrive within the 30 s of a request, but would hold their share for as long. */
const FIRST_BYTES = 64 * 1024;
const FIRST_BYTES_MS = 3_000;

interface Options {
  max?: typeof LARGE_BYTES_MAX;
  firstBytesMs?: number;
  /** Refuses a client that has not sent the first bytes in time. */
  onLate: (socket: Socket) => void;
}

/** Limits the bytes of large bodies in flight, so that many of them together cannot fill the memory. */
export class LargeBodyLimit {
  readonly #shares: SharedLimit;
  readonly #firstBytesMs: number;
  readonly #onLate: (socket: Socket) => void;

  constructor({ max = LARGE_BYTES_MAX, firstBytesMs = FIRST_BYTES_MS, onLate }: Options) {
    this.#shares = new SharedLimit(max, () =>
      exhausted("TOO_MANY_REQUESTS", "Too many large requests at once. Wait for the answers to earlier ones."),
    );
    this.#firstBytesMs = firstBytesMs;
    this.#onLate = onLate;
  }

  /** A body without a declared length counts as the largest that the route accepts. */
  admit(request: FastifyRequest, reply: FastifyReply, bytesMax: number): void {
    const declared = request.headers["content-length"];
    const bytes = declared === undefined ? bytesMax : Number(declared);
    // A body beyond the limit of the route is refused before it is read.
    if (bytes <= BODY_BYTES_MAX || bytes > bytesMax) return;
    const release = this.#shares.take(request.principal, bytes);
    const { socket } = request.raw;
    const enough = socket.bytesRead + FIRST_BYTES;
    const timer = setTimeout(() => {
      if (request.raw.complete || request.raw.readableEnded || socket.bytesRead >= enough) return;
      release();
      this.#onLate(socket);
    }, this.#firstBytesMs);
    reply.raw.once("close", () => {
      clearTimeout(timer);
      release();
    });
  }
}
