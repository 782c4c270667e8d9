import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildOf } from "./build.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "emissions-build-"));
  writeFileSync(join(root, "package.json"), '{"version": "1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@acme.example", ...args], { cwd: root });

describe("the build of a process", () => {
  it("is that of the environment, in an image", () => {
    const env = { EMISSIONS_VERSION: "4.5.6", EMISSIONS_COMMIT: "0123456789abcdef" };
    expect(buildOf(env, root)).toEqual({ version: "4.5.6", commit: "0123456789abcdef" });
  });

  it("is the version of package.json and the commit of git, in a checkout", () => {
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "first");
    const { version, commit } = buildOf({ EMISSIONS_VERSION: "", EMISSIONS_COMMIT: "" }, root);
    expect(version).toBe("1.2.3");
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  });

  it("is unknown without files and git, also inside of another repository", () => {
    expect(buildOf({}, root)).toEqual({ version: "1.2.3", commit: "unknown" });
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "first");
    mkdirSync(join(root, "inner"));
    expect(buildOf({}, join(root, "inner"))).toEqual({ version: "unknown", commit: "unknown" });
  });
});
