import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";

/**
 * Below the ephemeral ports (Linux from 32768, others from 49152): an outgoing connection could take one of those
 * first. Random, because test processes run in parallel.
 */
const [FIRST, BEHIND_LAST] = [20_000, 32_000];
const TRIES_MAX = 100;

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries++) {
    if (tries === TRIES_MAX + count) throw new Error("the system has no free port");
    const port = randomInt(FIRST, BEHIND_LAST);
    if (!found.has(port) && !(await isTaken(port))) found.add(port);
  }
  return [...found];
}

export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(true);
      else reject(error);
    });
    server.listen(port, LOOPBACK, () => server.close(() => resolve(false)));
  });
}
