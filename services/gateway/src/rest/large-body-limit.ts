import type { Socket } from "node:net";
import { type Readable, Transform } from "node:stream";
import { exhausted } from "@emissions/kit/wire/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SharedLimit } from "./shared-limit.ts";

/** Every route accepts bodies up to this size. They are not counted. */
export const BODY_BYTES_MAX = 1024 * 1024;
const MIB = 1024 * 1024;
/** A key may repeat a batch of 5,000 wastes 50 times at once, which is 85 MiB: all get the answer to the first. */
const LARGE_BYTES_MAX = { key: 96 * MIB, organization: 112 * MIB, group: 128 * MIB, process: 192 * MIB };

interface Pace {
  bytes: number;
  ms: number;
}

/** A large body must have the first pace at its beginning, and the next one from then on. */
interface Paces {
  first: Pace;
  /** Slower bodies above 1 MiB would not arrive within the 30 s of a request. */
  next: Pace;
}

const PACES: Paces = { first: { bytes: 64 * 1024, ms: 3_000 }, next: { bytes: 128 * 1024, ms: 5_000 } };

interface Options {
  max?: typeof LARGE_BYTES_MAX;
  paces?: Paces;
  /** Refuses a client that sends too slowly. */
  onLate: (socket: Socket) => void;
}

/** Limits the received bytes of large bodies in flight, so that many of them together cannot fill the memory. */
export class LargeBodyLimit {
  readonly #shares: SharedLimit;
  readonly #paces: Paces;
  readonly #onLate: (socket: Socket) => void;

  constructor({ max = LARGE_BYTES_MAX, paces = PACES, onLate }: Options) {
    this.#shares = new SharedLimit(max, () =>
      exhausted("TOO_MANY_REQUESTS", "Too many large requests at once. Wait for the answers to earlier ones."),
    );
    this.#paces = paces;
    this.#onLate = onLate;
  }

  /** Refuses a body whose declared length would not fit now, before any of it is read. */
  check({ headers, principal }: FastifyRequest, bytesMax: number): void {
    const declared = Number(headers["content-length"] ?? 0);
    // A body beyond the limit of the route is refused before it is read.
    if (declared > BODY_BYTES_MAX && declared <= bytesMax) this.#shares.check(principal, declared);
  }

  /** The body, counted while it arrives and until the answer. A body without a declared length may be a large one. */
  count(request: FastifyRequest, reply: FastifyReply, body: Readable): Readable {
    const declared = request.headers["content-length"];
    if (declared !== undefined && Number(declared) <= BODY_BYTES_MAX) return body;
    const share = this.#shares.open(request.principal);
    let received = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        received += chunk.length;
        try {
          share.add(chunk.length);
          done(null, chunk);
        } catch (refusal) {
          share.release();
          done(refusal as Error);
        }
      },
    });
    // A body of a wrong type has no reader, who would handle it.
    counted.on("error", () => {});
    // `pipe` does not pass on that the client disconnected.
    body.once("error", (error) => counted.destroy(error));
    const watch = this.#watch(
      () => (counted.writableEnded || counted.destroyed ? undefined : received),
      () => {
        share.release();
        this.#onLate(request.raw.socket);
      },
    );
    reply.raw.once("close", () => {
      watch.stop();
      share.release();
    });
    return body.pipe(counted);
  }

  /** Calls `onLate` once if too little arrives. `received` is undefined when nothing more is awaited. */
  #watch(received: () => number | undefined, onLate: () => void): { stop(): void } {
    const { first, next } = this.#paces;
    const after = (before: number, { bytes, ms }: Pace): NodeJS.Timeout =>
      setTimeout(() => {
        const now = received();
        if (now === undefined) return;
        if (now - before < bytes) onLate();
        else timer = after(now, next);
      }, ms);
    let timer = after(0, first);
    return { stop: () => clearTimeout(timer) };
  }
}
