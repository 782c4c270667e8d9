import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../start/settings.ts";

const FOLDER = join(ROOT, "docs/adr");
const index = readFileSync(join(FOLDER, "README.md"), "utf8");
const pages = globSync("[0-9]*.md", { cwd: FOLDER })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), "utf8") }));

/** The row of the index for a page. A page that is replaced as a whole says so in its title there. */
function rowOf({ file, text }: (typeof pages)[number]): string {
  const [, title] = /^# \d+\.? (.*)/.exec(text)!;
  const [, replaced] = /^Status: replaced by \[(\d+)\]/m.exec(text) ?? [];
  return `| [${file.slice(0, 4)}](${file}) | ${title}${replaced === undefined ? "" : ` (replaced by ${replaced})`} |`;
}

it("the index of the decisions has every page once, in order", () => {
  expect(index.split("\n").filter((line) => line.startsWith("| ["))).toEqual(pages.map(rowOf));
});

it("every decision says whether it is current, and names a page that exists if it is replaced", () => {
  const files = new Set(pages.map(({ file }) => file));
  const wrong = pages.filter(({ text }) => {
    const [, status = ""] = /^# .*\n\nStatus: (.*)\n/.exec(text) ?? [];
    const [, link] = /replaced by \[\d+\]\((.*?)\)$/.exec(status) ?? [];
    return !(link === undefined ? status === "current" : files.has(basename(link)));
  });
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
