import type { IncomingMessage } from "node:http";

interface Limits {
  bytes: number;
  ms: number;
}

/** More than the largest body of any route, a file of 25 MiB, and the time that it takes at 1.3 MB a second. */
const DROPPED_MAX: Limits = { bytes: 32 * 1024 * 1024, ms: 20_000 };

export const isUnread = ({ complete, readableEnded }: IncomingMessage): boolean => !complete && !readableEnded;

/**
 * Reads and drops the rest of a refused body. Some clients read the answer only after they wrote the whole body, and a
 * socket that is closed before would reset the connection. Beyond a limit the socket is closed.
 */
export function dropRest(request: IncomingMessage, { bytes, ms }: Limits = DROPPED_MAX): void {
  let left = bytes;
  // With the request, its connection is closed.
  const close = () => request.destroy();
  const timer = setTimeout(close, ms).unref();
  // An earlier reader may have paused it.
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  request.resume();
  request.once("end", () => clearTimeout(timer));
}
