import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { DESCRIPTION } from "../client/files.ts";
import { cliInputs, cliManual } from "./files.ts";

const files = [cliInputs(JSON.parse(readFileSync(DESCRIPTION, "utf8"))), await cliManual()].map((file) => ({
  ...file,
  name: basename(file.path),
}));

it.each(files)("$name of the command line is up to date; if not, run `npm run docs`", ({ path, text }) => {
  expect(readFileSync(path, "utf8") === text).toBe(true);
});
