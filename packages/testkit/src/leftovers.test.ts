import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endLeftovers, STATE_MARK } from "./leftovers.ts";
import { identify, lives } from "./lock.mjs";

let folder: string;
const left: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emissions-leftovers-"));
  mkdirSync(join(folder, "run"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const identity of left.splice(0).map(identify)) if (lives(identity)) process.kill(identity.pid, "SIGKILL");
});

/** A process that runs until it is ended. */
function running(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore", env });
  left.push(child.pid!);
  return identify(child.pid!);
}

const pidFile = (text: string) => writeFileSync(join(folder, "run", "calc.pid"), text);

describe("endLeftovers", () => {
  it("ends the process of a pid file, and removes the file", async () => {
    const leftover = running();
    pidFile(JSON.stringify(leftover));
    await endLeftovers(folder);
    expect([lives(leftover), readdirSync(join(folder, "run"))]).toEqual([false, []]);
  });

  it("leaves a program alone that got the pid of an ended process", async () => {
    const stranger = running();
    pidFile(JSON.stringify({ pid: stranger.pid, started: "another time" }));
    await endLeftovers(folder);
    expect(lives(stranger)).toBe(true);
  });

  it.each(["", "{", '{"pid":', "\\u0000\\u0000", "null", "7"])("is not stopped by a pid file with %j", async (text) => {
    pidFile(text);
    await endLeftovers(folder);
    expect(readdirSync(join(folder, "run"))).toEqual([]);
  });

  it.runIf(process.platform === "linux")(
    "ends a process of the folder that was started just before the kill, without a pid file",
    async () => {
      const [ours, theirs] = [running({ [STATE_MARK]: folder }), running({ [STATE_MARK]: `${folder}-other` })];
      await endLeftovers(folder);
      expect([lives(ours), lives(theirs)]).toEqual([false, true]);
    },
  );
});
