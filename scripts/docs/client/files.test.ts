import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { clientFiles, DESCRIPTION } from "./files.ts";

const files = clientFiles(JSON.parse(readFileSync(DESCRIPTION, "utf8"))).map((file) => ({
  ...file,
  name: basename(file.path),
}));

it.each(files)("gen/$name of the client is up to date; if not, run `npm run docs`", ({ path, text }) => {
  expect(readFileSync(path, "utf8") === text).toBe(true);
});
