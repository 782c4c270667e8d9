import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@emissions/testkit/poll";
import { afterEach, beforeEach, expect, it } from "vitest";
import { identify } from "../packages/testkit/src/lock.mjs";
import { launchersIn } from "./launchers.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emissions-launchers-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The launchers of a process whose parent has ended, and whether each of them runs. */
async function launchersOfOrphan(npmPackage: string): Promise<boolean[]> {
  const script = join(folder, "script.mjs");
  const told = join(folder, "told");
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from "node:fs";
     import { launchers } from ${JSON.stringify(new URL("./launchers.mjs", import.meta.url).href)};
     import { lives } from ${JSON.stringify(new URL("../packages/testkit/src/lock.mjs", import.meta.url).href)};
     writeFileSync("draft", JSON.stringify(launchers(${JSON.stringify(folder)}).map(lives)));
     renameSync("draft", "told");`,
  );
  const env = { ...process.env, npm_package_json: npmPackage };
  // The shell ends at once, before the script runs.
  execFileSync("sh", ["-c", `(sleep 0.3; exec ${process.execPath} script.mjs) > /dev/null 2>&1 &`], {
    cwd: folder,
    env,
  });
  await until("the script to tell its launchers", () => existsSync(told));
  return JSON.parse(readFileSync(told, "utf8"));
}

it("names a missing launcher if npm was killed before the script could see it", async () => {
  expect(await launchersOfOrphan(join(folder, "package.json"))).toEqual([true, false]);
});

it("are the process alone if no npm of this checkout runs it, so that it may outlive its shell", async () => {
  expect(await launchersOfOrphan("/elsewhere/package.json")).toEqual([true]);
});

it("arrive through the environment", () => {
  const own = identify(process.pid);
  expect(launchersIn({ EMISSIONS_LAUNCHERS: JSON.stringify([own]) })).toEqual([own]);
  for (const EMISSIONS_LAUNCHERS of [undefined, "", "{", "7"]) expect(launchersIn({ EMISSIONS_LAUNCHERS })).toEqual([]);
});
