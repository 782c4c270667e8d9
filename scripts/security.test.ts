import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./start/settings.ts";

const text = readFileSync(join(ROOT, "SECURITY.md"), "utf8");

it("every file that SECURITY.md links to exists", () => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(60);
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it("every threat names a test", () => {
  const [, table = ""] = /## Threats\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows.slice(1)) expect(row).toMatch(/\.test\.ts\) \|$/);
});
