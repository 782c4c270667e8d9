import { readFileSync } from "node:fs";
import { ONE, parse } from "@emissions/quantity/decimal";
import { expect, it } from "vitest";
import { inBase, UNIT_CODES } from "./units.ts";

const CATALOGUE = new URL("../../../factors/catalog/units.csv", import.meta.url);
const rows = readFileSync(CATALOGUE, "utf8").split("\n");
/** Of the base units of the catalogue. */
const SIZES = { kWh: inBase(ONE, "kWh"), l: inBase(ONE, "l"), kg: inBase(ONE, "kg") };

it.each(UNIT_CODES.map((unit) => [unit]))("%s is as large as in the catalogue of units", (unit) => {
  const [, , , , base, numerator, denominator] = rows.find((row) => row.startsWith(`${unit},`))!.split(",");
  const size = SIZES[base as keyof typeof SIZES];
  expect(inBase(ONE, unit).times(parse(denominator!)).toFixed()).toBe(size.times(parse(numerator!)).toFixed());
});
