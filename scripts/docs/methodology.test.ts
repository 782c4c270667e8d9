import { existsSync, readdirSync, readFileSync } from "node:fs";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { expect, it } from "vitest";
import {
  SCOPE_1_CATEGORIES,
  SCOPE_2_CATEGORIES,
  SCOPE_3_CATEGORIES,
} from "../../services/calc/src/methods/ghg-category.ts";
import { STAND_INS_PATH, standInsDocument } from "./stand-ins.ts";

const DOCS = new URL("../../docs/", import.meta.url);
const methodology = readFileSync(new URL("methodology.md", DOCS), "utf8");

it("docs/stand-ins.md has the limits of the catalogue (npm run docs)", () => {
  expect(readFileSync(STAND_INS_PATH, "utf8")).toBe(standInsDocument());
});

it("the methodology names every mark", () => {
  const marks = FitnessMarkSchema.values
    .filter(({ number }) => number !== 0)
    .map(({ name }) => name.replace("FITNESS_MARK_", "").toLowerCase());
  expect(marks.filter((mark) => !methodology.includes(`\`${mark}\``))).toEqual([]);
});

it("the methodology says of every category of the GHG Protocol whether it is covered", () => {
  const categories = [...SCOPE_1_CATEGORIES, ...SCOPE_2_CATEGORIES, ...SCOPE_3_CATEGORIES];
  expect(categories.filter((category) => !methodology.includes(`\`${category}\``))).toEqual([]);
});

it("the methodology links every method, and only files that exist", () => {
  const methods = new URL("../../services/calc/src/methods/", import.meta.url);
  const folders = readdirSync(methods, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const links = [...methodology.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path!);
  expect(links.filter((path) => !path.startsWith("https:") && !existsSync(new URL(path, DOCS)))).toEqual([]);
  expect(folders.filter(({ name }) => !links.some((path) => path.endsWith(`/${name}/README.md`)))).toEqual([]);
});
