import { appendFile, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CLUSTER, type CopiedFile, copyFile, MANIFEST, type Manifest } from "./cluster-backup.ts";
import { clusterHome, ownFolder, serverUser, type User } from "./postgres-files.ts";

/** The cluster gets its state of an instant after the backup. */
export interface PointInTime {
  /** Transactions that were committed later are left out. ISO 8601 with a zone. */
  until: string;
  /** Folder of the archived log files. The user of Postgres must be able to read it. */
  archive: string;
}

/** Folders that a server expects and a backup may have left empty. */
const EXPECTED = [
  ...["commit_ts", "dynshmem", "notify", "replslot", "serial", "snapshots", "stat", "stat_tmp", "subtrans", "tblspc"],
  ...["twophase", "wal", "logical/mappings", "logical/snapshots"],
].map((name) => `pg_${name}`);
/** Of the path of an archive, which becomes part of a command. */
const PLAIN_PATH = /^[\w./-]+$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
    throw new Error(`${folder} has no complete backup: ${MANIFEST} is missing`);
  });
  return JSON.parse(text);
}

/**
 * Makes the cluster of `dataDir` from a backup. The next start replays the log. A file that differs from the manifest
 * is refused, and nothing is left behind then.
 */
export async function restoreCluster(folder: string, dataDir: string, point?: PointInTime): Promise<void> {
  if (point !== undefined) refuseBadPoint(point);
  const { files } = await readManifest(folder);
  const user = serverUser();
  const home = await clusterHome(dataDir, user);
  const draft = join(home, "data.draft");
  await rm(draft, { recursive: true, force: true });
  await ownFolder(home, user);
  try {
    await ownFolder(draft, user);
    for (const path of EXPECTED) await makeFolders(draft, path, user);
    for (const file of files) await restoreFile(join(folder, CLUSTER), draft, { file, user });
    if (point !== undefined) await recoverTo(draft, point, user);
    await rename(draft, join(home, "data"));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function restoreFile(from: string, to: string, { file, user }: { file: CopiedFile; user: User | undefined }) {
  await makeFolders(to, dirname(file.path), user);
  const { bytes, sha256 } = await copyFile(from, to, file.path);
  if (bytes !== file.bytes || sha256 !== file.sha256) throw new Error(`the backup is damaged: ${file.path} differs`);
  await own(join(to, file.path), user);
}

/** Each folder on the way, because all of them belong to the user of the server. */
async function makeFolders(root: string, path: string, user: User | undefined) {
  if (path === ".") return;
  const made = await mkdir(join(root, path), { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let each = path; each !== "."; each = dirname(each)) await own(join(root, each), user);
}

async function own(path: string, user: User | undefined) {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

function refuseBadPoint({ until, archive }: PointInTime) {
  if (!INSTANT.test(until)) throw new Error(`${until} is not an instant such as 2026-01-31T09:30:00Z`);
  if (!PLAIN_PATH.test(archive)) throw new Error(`${archive} has characters that are not safe in a command`);
}

async function recoverTo(data: string, { until, archive }: PointInTime, user: User | undefined) {
  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    // The abbreviation Z is not known yet when the server reads its settings.
    recovery_target_time: until.replace("T", " ").replace("Z", "+00:00"),
    recovery_target_action: "promote",
    // Nobody reads before the recovery has ended.
    hot_standby: "off",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(data, "postgresql.auto.conf"), lines.join(""));
  const signal = join(data, "recovery.signal");
  await writeFile(signal, "", { mode: 0o600 });
  await own(signal, user);
}
