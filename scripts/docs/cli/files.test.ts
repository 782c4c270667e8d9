import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { DESCRIPTION } from "../client/files.ts";
import { cliFiles } from "./files.ts";

const files = cliFiles(JSON.parse(readFileSync(DESCRIPTION, "utf8"))).map((file) => ({
  ...file,
  name: basename(file.path),
}));

it.each(files)("$name of the command line is up to date; if not, run `npm run docs`", ({ path, text }) => {
  expect(readFileSync(path, "utf8") === text).toBe(true);
});
