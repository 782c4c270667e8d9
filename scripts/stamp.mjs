// Plain JavaScript, because the boot script uses it on any Node from 18 on.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A digest of words, and of names and contents of files.
 * @param {string[]} words
 * @param {string[]} files
 */
export function digestOf(words, files) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * A digest of all inputs of the generated protobuf code.
 * @param {string} root
 */
export function protoDigest(root) {
  const proto = join(root, "proto");
  const sources = filesIn(join(proto, "emissions")).filter((file) => file.endsWith(".proto"));
  return digestOf([], [join(proto, "buf.yaml"), join(proto, "buf.gen.yaml"), ...sources]);
}

/**
 * A digest of all inputs of the built console.
 * @param {string} root
 */
export function consoleDigest(root) {
  const own = join(root, "packages", "console");
  const client = join(root, "packages", "client", "src");
  const files = ["index.html", "build.ts", "package.json", "tsconfig.json"].map((name) => join(own, name));
  const sources = [...filesIn(join(own, "src")), ...filesIn(client)].filter((file) => !file.endsWith(".test.ts"));
  return digestOf([], [...files, join(root, "pnpm-lock.yaml"), ...sources]);
}

/**
 * A digest of all inputs of the description of the API that the gateway serves.
 * @param {string} root
 */
export function descriptionDigest(root) {
  const folders = ["packages/api-docs", "packages/kit", "packages/quantity", "services/gateway"];
  const sources = folders.flatMap((folder) => filesIn(join(root, folder, "src")));
  const files = [...sources.filter((file) => !file.endsWith(".test.ts")), join(root, "pnpm-lock.yaml")];
  return digestOf([protoDigest(root)], files);
}

/**
 * @param {string} root
 */
export function descriptionStamp(root) {
  return join(root, "services", "gateway", "dist", ".stamp");
}

/**
 * @param {string} root
 */
export function consoleStamp(root) {
  return join(root, "packages", "console", "dist", ".stamp");
}

/**
 * @param {string} root
 */
export function protoStamp(root) {
  return join(root, "proto", "gen", ".stamp");
}

/**
 * @param {string} file
 * @param {string} digest
 */
export function stampHolds(file, digest) {
  return existsSync(file) && readFileSync(file, "utf8") === digest;
}

/**
 * @param {string} file
 * @param {string} digest
 */
export function writeStamp(file, digest) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, digest);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    })
    .sort();
}
