import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../start/settings.ts";

interface Base {
  image: string;
  digest: string | null;
}

const FILE = join(ROOT, "deploy", "image", "build", "base.json");
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The base image with its digest. */
export function pinnedBase(): string {
  const { image, digest } = readBase();
  if (digest !== null && DIGEST.test(digest)) return `${image}@${digest}`;
  throw new Error(
    `${FILE} has no digest of ${image}. On a machine that reaches its registry run\n` +
      "  npm run image -- --pin\nand commit the file. Without a registry make a base image with `npm run image:base`.",
  );
}

/** Asks the registry for the present digest and writes it to the file. */
export function pinBase(): string {
  const base = readBase();
  const digest = digestFromRegistry(base.image);
  writeFileSync(FILE, `${JSON.stringify({ ...base, digest }, null, 2)}\n`);
  return `${base.image}@${digest}`;
}

function readBase(): Base {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

function digestFromRegistry(image: string): string {
  const commands = [
    ["docker", "buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"],
    ["skopeo", "inspect", "--format", "{{.Digest}}", `docker://${image}`],
  ] as const;
  const failures: string[] = [];
  for (const [program, ...args] of commands) {
    try {
      const digest = execFileSync(program, args, { encoding: "utf8", stdio: "pipe" }).trim();
      if (DIGEST.test(digest)) return digest;
      failures.push(`${program} printed ${digest}`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(failures.join("\n"));
}
