import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { backUpCluster } from "./cluster-backup.ts";
import { restoreCluster } from "./cluster-restore.ts";
import { endLeftovers } from "./leftovers.ts";
import { identify, lives } from "./lock.mjs";
import { type OwnNats, restartableNats, startNats } from "./nats.ts";
import { removeCluster, removePostgres, startPostgres } from "./postgres.ts";

const PREFIX = "emissions-test-";
const OWNER_FILE = "owner.json";
/** A file system in memory, on Linux. */
const MEMORY = "/dev/shm";
/** Free bytes of MEMORY and of the machine without which the cluster of the tests is on the disk. */
const MEMORY_FREE_MIN = 8 * 1024 ** 3;

/** URLs of the Postgres and the NATS of this test run. */
export function testInfra(): { postgresUrl: string; natsUrl: string } {
  const { TEST_DATABASE_URL: postgresUrl, TEST_NATS_URL: natsUrl } = process.env;
  if (!postgresUrl || !natsUrl)
    throw new Error("no test servers: run this through vitest, whose global setup starts them");
  return { postgresUrl, natsUrl };
}

/** Starts a server for each of TEST_DATABASE_URL and TEST_NATS_URL that is not set, in a folder of this run. */
export async function startTestInfra(): Promise<{ stop(): Promise<void> }> {
  await clearDeadRuns();
  const folder = testFolder(clusterRoot());
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  if (!process.env.TEST_DATABASE_URL) {
    const dataDir = join(folder, "postgres");
    const server = await startPostgres({ dataDir, log: join(folder, "postgres.log"), durable: false });
    process.env.TEST_DATABASE_URL = server.url;
    stops.push(async () => {
      await server.stop();
      await removePostgres(dataDir);
    });
  }
  if (!process.env.TEST_NATS_URL) {
    const server = await startNats({ storeDir: join(folder, "nats"), log: join(folder, "nats.log") });
    process.env.TEST_NATS_URL = server.url;
    stops.push(server.stop);
  }
  return {
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** The NATS of all test files. Streams of one file are visible to the others. */
export function testNats(): { url: string } {
  return { url: testInfra().natsUrl };
}

/** A NATS for one test, which may stop, wipe and restart it under the same address. */
export async function ownNats(): Promise<OwnNats & { remove(): Promise<void> }> {
  const folder = testFolder();
  const nats = await restartableNats({ storeDir: join(folder, "nats"), log: join(folder, "nats.log") });
  return {
    ...nats,
    remove: async () => {
      await nats.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Postgres for one test, which may crash it. It keeps commits through a power cut. */
export interface OwnPostgres {
  url: string;
  crash(): Promise<void>;
  /** The same cluster under the same address. */
  start(): Promise<void>;
  /** Copies the cluster while it runs, in place of the last backup. */
  backUp(): Promise<void>;
  /** Crashes the server, deletes its cluster, and starts a new one from the backup, under the same address. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = testFolder();
  const options = { dataDir: join(folder, "postgres"), log: join(folder, "postgres.log"), durable: true };
  const backup = join(folder, "backup");
  let server = await startPostgres(options);
  const port = Number(new URL(server.url).port);
  const start = async () => {
    server = await startPostgres({ ...options, port });
  };
  return {
    url: server.url,
    crash: () => server.crash(),
    start,
    backUp: async () => {
      await rm(backup, { recursive: true, force: true });
      await backUpCluster(server.url, backup);
    },
    restore: async () => {
      await server.crash();
      await removeCluster(options.dataDir);
      await restoreCluster(backup, options.dataDir);
      await start();
    },
    remove: async () => {
      await server.kill();
      await removePostgres(options.dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each test file has a database of its own. A copy takes 40 ms in memory, and up to a second on a busy disk. */
function clusterRoot(): string {
  if (!existsSync(MEMORY) || freemem() < MEMORY_FREE_MIN) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < MEMORY_FREE_MIN ? tmpdir() : MEMORY;
}

/** A folder for one run, with an identity file of the process that will remove it. */
export function testFolder(root = tmpdir()): string {
  const folder = mkdtempSync(join(root, PREFIX));
  // The user of Postgres needs to pass through. Its own folder is closed.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(identify(process.pid)));
  return folder;
}

type Identity = ReturnType<typeof identify>;

/** Ends the servers and services of runs whose processes are gone, and removes their folders. */
export async function clearDeadRuns(): Promise<void> {
  const roots = [tmpdir(), MEMORY].filter((root) => existsSync(root));
  const names = roots.flatMap((root) => readdirSync(root).map((name) => ({ name, folder: join(root, name) })));
  for (const { name, folder } of names) {
    if (!name.startsWith(PREFIX)) continue;
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const owner = readJson<Identity>(join(folder, OWNER_FILE));
    if (owner === null || lives(owner)) continue;
    await endLeftovers(folder);
    await removePostgres(join(folder, "postgres"));
    await rm(folder, { recursive: true, force: true });
  }
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
