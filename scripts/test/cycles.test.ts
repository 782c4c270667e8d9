import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testFolder } from "@emissions/testkit/infra";
import { afterEach, describe, expect, it } from "vitest";
import { cyclesIn, foldersOf, importsIn } from "./cycles.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function write(files: Record<string, string>): string {
  const folder = testFolder();
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const chain = {
  "a.ts": 'import { b } from "./low/b.ts";',
  "low/b.ts": 'export { c } from "../lower/c.ts";',
  "lower/c.ts": "export const c = 1;",
};

describe("import cycles", () => {
  it("are not found in a chain of imports", () => {
    const files = importsIn(write(chain));
    expect([cyclesIn(files), cyclesIn(foldersOf(files))]).toEqual([[], []]);
  });

  it("are found among files, with type imports", () => {
    const files = importsIn(write({ ...chain, "lower/c.ts": 'import type { A } from "../a.ts";' }));
    expect(cyclesIn(files)).toEqual([["a.ts", "low/b.ts", "lower/c.ts"]]);
  });

  it("are found among files with markup", () => {
    const files = importsIn(write({ "a.tsx": 'import type { B } from "./b.ts";', "b.ts": 'import "./a.tsx";' }));
    expect(cyclesIn(files)).toEqual([["a.tsx", "b.ts"]]);
  });

  it("are found among folders without a cycle of files", () => {
    const files = importsIn(write({ ...chain, "lower/d.ts": 'import { e } from "../low/e.ts";', "low/e.ts": "" }));
    expect([cyclesIn(files), cyclesIn(foldersOf(files))]).toEqual([[], [["low", "lower"]]]);
  });

  it("are not found in the imports of tests", () => {
    const files = importsIn(write({ ...chain, "lower/c.test.ts": 'import { b } from "../low/b.ts";' }));
    expect(cyclesIn(foldersOf(files))).toEqual([]);
  });
});
