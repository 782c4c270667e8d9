import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { builtFiles } from "./built.ts";
import { generatedFiles } from "./surface.ts";

const files = generatedFiles().map((file) => ({ ...file, name: basename(file.path) }));
const built = builtFiles().map((file) => ({ ...file, name: basename(file.path) }));

it.each(files)("$name is up to date; if not, run `npm run docs`", ({ path, text }) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});

it.each(built)("$name is up to date; if not, run `npm run gen`", ({ path, text }) => {
  expect(readFileSync(path, "utf8") === text).toBe(true);
});

it("each configuration of sign-in has a description of its own", () => {
  expect(built.map(({ name }) => name)).toEqual([
    "openapi-none.json",
    "openapi-password.json",
    "openapi-provider.json",
  ]);
});
