import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identify, lives, startedAt, tryLock } from "./lock.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emissions-lock-"));
  file = join(folder, "lock");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("tryLock", () => {
  it("names the holder while it runs, and is free after the release", () => {
    const first = tryLock(file);
    expect(tryLock(file)).toEqual({ holder: process.pid, orphan: null });
    if ("release" in first) first.release();
    expect(tryLock(file)).toHaveProperty("release");
  });

  it("takes over the lock of a dead process", async () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    const gone = identify(child.pid!);
    await once(child, "exit");
    writeFileSync(file, JSON.stringify(gone));
    expect(tryLock(file)).toHaveProperty("release");
  });

  it("takes over if the pid now belongs to another program", () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, started: "another time" }));
    expect(tryLock(file)).toHaveProperty("release");
  });

  it("takes over if pid and start time are from before a reboot", () => {
    const { pid, started } = identify(process.pid);
    writeFileSync(file, JSON.stringify({ pid, started: started?.replace(/^[^/]*/, "another boot") }));
    expect(tryLock(file)).toHaveProperty("release");
  });

  it("names a holder as orphan if a launcher of it has ended, and not before", async () => {
    const launcher = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
    const own = identify(process.pid);
    tryLock(file, [own, identify(launcher.pid!)]);
    expect(tryLock(file)).toEqual({ holder: process.pid, orphan: null });
    launcher.kill("SIGKILL");
    await once(launcher, "exit");
    expect(tryLock(file)).toMatchObject({ holder: process.pid, orphan: own });
  });

  it("takes over an empty file", () => {
    writeFileSync(file, "");
    expect(tryLock(file)).toHaveProperty("release");
  });

  it("succeeds for one of many concurrent callers", async () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, started: "another time" }));
    const script = `
      import { tryLock } from ${JSON.stringify(fileURLToPath(new URL("./lock.mjs", import.meta.url)))};
      console.log("release" in tryLock(${JSON.stringify(file)}) ? "got it" : "held");
      process.stdin.resume().on("end", () => process.exit(0));`;
    const children = Array.from({ length: 6 }, () => spawn(process.execPath, ["--input-type=module", "-e", script]));
    const answers = await Promise.all(
      children.map(async (child) => String((await once(child.stdout, "data"))[0]).trim()),
    );
    for (const child of children) child.stdin.end();
    expect(answers.filter((answer) => answer === "got it")).toHaveLength(1);
    await Promise.all(children.map((child) => child.exitCode ?? once(child, "exit")));
    expect(readdirSync(folder)).toEqual(["lock"]);
  });
});

describe("startedAt", () => {
  it("answers null for a process that does not run", () => {
    expect(startedAt(process.pid)).toMatch(/\w/);
    expect(startedAt(999_999_999)).toBeNull();
    expect(lives(identify(process.pid))).toBe(true);
  });
});
