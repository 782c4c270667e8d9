import { statfs } from "node:fs/promises";
import { type Background, repeat } from "@emissions/kit/process/repeat";

const CHECK_MS = 5_000;
const ANSWER_LIMIT_MS = 3_000;
/** A fault that lasts for longer does not end by itself. */
const FAULT_MS_MAX = 60_000;
/** With less space, the next messages would meet the same fault. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;

interface Watched {
  healthUrl: string;
  storeDir: string;
  /** The starter of the server starts it again. */
  endServer(): Promise<void>;
  everyMs?: number;
  faultMsMax?: number;
  freeBytes?: (folder: string) => Promise<number>;
}

/** Ends a NATS whose streams have met a full disk, as soon as there is space. They store nothing before a restart. */
export function watchNats(watched: Watched): Background {
  const { healthUrl, storeDir, endServer } = watched;
  const { everyMs = CHECK_MS, faultMsMax = FAULT_MS_MAX, freeBytes = bytesFree } = watched;
  /** Value of `performance.now()`. */
  let faultySince: number | undefined;
  return repeat({
    everyMs,
    // A server that is away does not answer, and its process is watched elsewhere.
    onError: () => {
      faultySince = undefined;
    },
    work: async () => {
      if (!(await hasWriteError(healthUrl))) {
        faultySince = undefined;
        return;
      }
      faultySince ??= performance.now();
      const isLasting = performance.now() - faultySince >= faultMsMax;
      if (!isLasting || (await freeBytes(storeDir)) < FREE_BYTES_MIN) return;
      faultySince = undefined;
      console.log("NATS stores nothing since its disk was full, and there is space again; restarting it");
      await endServer();
    },
  });
}

/** The health of NATS names a stream that could not write, until a restart. */
async function hasWriteError(healthUrl: string): Promise<boolean> {
  const answer = await fetch(healthUrl, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  const text = await answer.text();
  return !answer.ok && text.includes("write error");
}

async function bytesFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
