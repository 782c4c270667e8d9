import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Which program a process runs. */
export interface Build {
  /** That of the release, such as "0.1.0". */
  version: string;
  /** The commit in git, 40 hexadecimal digits; or "unknown". */
  commit: string;
}

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const GIT_TIMEOUT_MS = 2_000;
const UNKNOWN = "unknown";

let found: Build | undefined;

/** The build of this process. It is read once. */
export function build(): Build {
  found ??= buildOf(process.env, ROOT);
  return found;
}

/** An image names its build in the environment. A checkout asks its own files and git. */
export function buildOf(env: NodeJS.ProcessEnv, root: string): Build {
  return {
    version: env.EMISSIONS_VERSION || versionIn(root),
    commit: env.EMISSIONS_COMMIT || commitIn(root),
  };
}

function versionIn(root: string): string {
  const file = `${root}/package.json`;
  return existsSync(file) ? String(JSON.parse(readFileSync(file, "utf8")).version) : UNKNOWN;
}

function commitIn(root: string): string {
  // Without this check git would answer for a repository that contains the folder.
  if (!existsSync(`${root}/.git`)) return UNKNOWN;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: GIT_TIMEOUT_MS,
    }).trim();
  } catch {
    return UNKNOWN;
  }
}
