import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { generatedFiles } from "./surface.ts";

const files = generatedFiles().map((file) => ({ ...file, name: basename(file.path) }));

it.each(files)("$name is up to date; if not, run `npm run docs`", ({ path, text }) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});
