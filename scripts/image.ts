// `npm run image`: builds the image of all processes and prints its digest and size. deploy/README.md has the options.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pinBase, pinnedBase } from "./image/base.ts";
import { commandsOf, findBuilder } from "./image/builders.ts";
import { ROOT } from "./start/settings.ts";

const USAGE = `npm run image [-- options]
  --pin                asks the registry for the digest of the base image, writes it to a file, and builds nothing
  --base <image>       another base image, such as localhost/emissions-node:24.19.0 of npm run image:base
  --builder <name>     docker, podman or buildah; the default is the first one that works
  --extra-ca <file>    certificates of a proxy that terminates TLS; the default is NODE_EXTRA_CA_CERTS
  --npmrc <file>       configuration of npm for private registries; the default is ~/.npmrc
  --no-cache           builds every layer again, for a comparison of digests
  --tag <name>         the default is emissions:<version>
  --source <url>       the address of the sources, for the label`;
const NPMRC = join(homedir(), ".npmrc");
/** The goal for everything in the image. */
const SIZE_MAX = 250_000_000;

const string = { type: "string" } as const;
const options = {
  pin: { type: "boolean" },
  base: string,
  builder: string,
  "extra-ca": string,
  npmrc: string,
  "no-cache": { type: "boolean" },
  tag: string,
  source: string,
} as const;

try {
  const { values } = parseArgs({ options });
  if (values.pin) console.log(pinBase());
  else build(values);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}

function build(values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"]): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { tag = `emissions:${version}`, source = "" } = values;
  const epoch = process.env.SOURCE_DATE_EPOCH ?? git("log", "-1", "--format=%ct");
  const builder = findBuilder(values.builder);
  const documents = join(ROOT, ".local", "image");
  mkdirSync(documents, { recursive: true });
  const commands = commandsOf(builder, {
    base: values.base ?? pinnedBase(),
    tag,
    epoch,
    buildArgs: {
      VERSION: version,
      REVISION: git("rev-parse", "HEAD") + (git("status", "--porcelain") === "" ? "" : "-changed"),
      CREATED: new Date(Number(epoch) * 1000).toISOString(),
      SOURCE: source,
    },
    secrets: {
      ca: values["extra-ca"] ?? process.env.NODE_EXTRA_CA_CERTS,
      npmrc: values.npmrc ?? (existsSync(NPMRC) ? NPMRC : undefined),
    },
    documents,
    cached: values["no-cache"] !== true,
  });
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch };
  for (const command of commands) run(command, env);

  const [program = "", ...args] = builder.inspect(tag);
  const [digest, size] = execFileSync(program, args, { encoding: "utf8" }).trim().split(/ (.*)/);
  console.log(`\nimage      ${tag}\ndigest     ${digest}\nsize       ${sizeOf(size!)}\ndocuments  ${documents}`);
}

function run([program = "", ...args]: string[], env: NodeJS.ProcessEnv): void {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ended with ${error?.message ?? status}`);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

function sizeOf(printed: string): string {
  const bytes = Number(printed);
  if (!Number.isInteger(bytes)) return printed;
  const warning = bytes > SIZE_MAX ? `, more than ${SIZE_MAX / 1e6} MB` : "";
  return `${(bytes / 1e6).toFixed(1)} MB${warning}`;
}
