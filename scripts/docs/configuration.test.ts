import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONFIGURATION_PATH, chosenNames, configurationDocument } from "./configuration.ts";

/** Each further name is one more question to every operator: derive it, or make it a constant (decision 111). */
const NAMES_MAX = 55;

it("docs/configuration.md has every variable of the schemas (npm run docs)", () => {
  expect(readFileSync(CONFIGURATION_PATH, "utf8")).toBe(configurationDocument());
});

it("an operator chooses few of them", () => {
  expect(chosenNames().length).toBeLessThanOrEqual(NAMES_MAX);
});
