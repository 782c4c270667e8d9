import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Below this version, streams could vanish when the server is killed. From FLOOR on the service works, with that risk.
 */
const PREFERRED = [2, 10];
const FLOOR = [2, 9];
const NAME = "nats-server";
/** Newest first. The packages need only the C library, so they run on Debian 12 as well. */
const DEBIAN_RELEASES = ["forky", "sid", "trixie", "bookworm"];
const DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";
const DOWNLOAD_LIMIT_MS = 90_000;

/**
 * Finds the NATS server in this order: this checkout, the cache, a recent one on the path, Debian's package (fetched,
 * not installed), an old one on the path.
 */
export async function natsBinary(): Promise<string> {
  const own = fileURLToPath(new URL(`../../../.local/bin/${NAME}`, import.meta.url));
  const cached = join(cacheFolder(), NAME);
  for (const binary of [own, cached]) if (await atLeast(binary, FLOOR)) return binary;
  if (await atLeast(NAME, PREFERRED)) return NAME;
  const failures = await fetchFromDebian(cached);
  if (failures === null) return cached;
  if (await atLeast(NAME, FLOOR)) return NAME;
  throw new Error(
    `no NATS server: none on the path, and ${failures}; install nats-server 2.10 or newer, or set NATS_URL to one`,
  );
}

/** All checkouts share the cache. */
function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "emissions-accounting");
}

async function atLeast(binary: string, wanted: number[]): Promise<boolean> {
  const version = await versionOf(binary);
  if (version === null) return false;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted;
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

async function versionOf(binary: string): Promise<string | null> {
  const answer = await run(binary, ["--version"]).catch(() => null);
  return answer?.stdout.match(/v(\d+\.\d+\.\d+)/)?.[1] ?? null;
}

/** Writes the binary of the newest package that runs here to the given path, or answers why none does. */
async function fetchFromDebian(place: string): Promise<string | null> {
  const mirror = await debianMirror();
  if (mirror === null) return "this machine has no Debian package source";
  const work = await mkdtemp(join(tmpdir(), "emissions-nats-"));
  const failures: string[] = [];
  try {
    for (const release of DEBIAN_RELEASES) {
      const failure = await fetchRelease({ mirror, release, work: join(work, release), place }).catch(reasonOf);
      if (failure === null) return null;
      failures.push(`${release}: ${failure}`);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return `Debian's package could not be had (${failures[0]})`;
}

interface Fetch {
  mirror: string;
  release: string;
  work: string;
  place: string;
}

async function fetchRelease({ mirror, release, work, place }: Fetch): Promise<string | null> {
  await mkdir(join(work, "lists", "partial"), { recursive: true });
  await mkdir(join(work, "cache", "archives", "partial"), { recursive: true });
  const keys = existsSync(DEBIAN_KEYS) ? `[signed-by=${DEBIAN_KEYS}] ` : "";
  await writeFile(join(work, "source.list"), `deb ${keys}${mirror} ${release} main\n`);
  const options = aptOptions({
    "Dir::Etc::sourcelist": join(work, "source.list"),
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": join(work, "lists"),
    "Dir::State::status": "/dev/null",
    "Dir::Cache": join(work, "cache"),
    // The helper user of apt may not write to the folder of root.
    "APT::Sandbox::User": "",
    "APT::Update::Error-Mode": "any",
    "Acquire::Languages": "none",
    "Acquire::Retries": "1",
    "Acquire::http::Timeout": "15",
  });
  const limits = { cwd: work, timeout: DOWNLOAD_LIMIT_MS };
  await run("apt-get", [...options, "-q", "update"], limits);
  await run("apt-get", [...options, "-q", "download", NAME], limits);
  const archive = (await readdir(work)).find((file) => file.endsWith(".deb"));
  if (archive === undefined) return "nothing was downloaded";
  await run("dpkg", ["-x", archive, "package"], limits);
  const binary = join(work, "package", "usr", "sbin", NAME);
  if (!(await atLeast(binary, FLOOR))) return "the package does not run on this system";
  await putInPlace(binary, place);
  return null;
}

/** Renamed in one step, because another start may look for it at this moment. */
async function putInPlace(binary: string, place: string) {
  const draft = `${place}.${process.pid}`;
  await mkdir(join(place, ".."), { recursive: true });
  await copyFile(binary, draft);
  await chmod(draft, 0o755);
  await rename(draft, place);
}

/** The package sources of this machine. */
async function debianMirror(): Promise<string | null> {
  const empty = await mkdtemp(join(tmpdir(), "emissions-apt-"));
  try {
    await mkdir(join(empty, "partial"));
    // With an empty folder of lists, apt prints every configured source.
    const options = aptOptions({ "Dir::State::lists": empty });
    const { stdout } = await run("apt-get", [...options, "indextargets", "--no-release-info", "--format", "$(SITE)"]);
    return stdout.split("\n").find((site) => /\/debian\/?$/.test(site)) ?? null;
  } catch {
    return null;
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
}

function aptOptions(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

function reasonOf(error: Error & { stderr?: string }): string {
  return (error.stderr?.trim() || error.message).split("\n")[0] ?? "unknown";
}
