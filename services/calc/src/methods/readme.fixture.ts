import { readdirSync, readFileSync } from "node:fs";

/** One row of the example table in the README of a method. */
export interface ExampleRow {
  part: string;
  category: string;
  lookedUpIn: string;
  quantity: string;
  unit: string;
  multiplyBy: string;
  divideBy: string;
  /** Kilograms per unit: "co2e", "ch4", "biogenic_co2" ... */
  factor: Record<string, string>;
  /** Gases of a refrigerant: kilograms, and the warming potential of the example. */
  gases: Record<string, [kilograms: string, gwp: string]>;
  memo: boolean;
  calculation: string;
  kg: string;
  scope: number;
}

export interface Readme {
  method: string;
  text: string;
  rows: ExampleRow[];
  /** Emissions of the record, from the sentence below the table. */
  kg: string;
  /** Null if no factor states it. */
  biogenicKg: string | null;
}

const HERE = new URL("./", import.meta.url);
const RESULT = /The record emits (\S+) kg CO2e(?: and (\S+) kg of biogenic CO2\.|; no factor states biogenic CO2\.)/;

export const readmes = (): Readme[] =>
  readdirSync(HERE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readmeOf(name));

function readmeOf(method: string): Readme {
  const text = readFileSync(new URL(`${method}/README.md`, HERE), "utf8");
  const [, kg = "", biogenicKg = null] = RESULT.exec(text) ?? [];
  const table = text.slice(text.indexOf("\n## Example")).split("\n");
  const lines = kg === "" ? [] : table.filter((line) => line.startsWith("|")).slice(2);
  return { method, text, rows: lines.map(rowOf), kg, biogenicKg };
}

function rowOf(line: string): ExampleRow {
  const cells = line.split("|").map((cell) => cell.trim());
  const [, part, category, lookedUpIn, amount, ratio, factor, calculation, kg, scope] = cells as string[];
  const [quantity, unit] = amount!.split(" ") as [string, string];
  const values = factor!.split(", ").map((value) => value.split(" ") as [string, string]);
  const [multiplyBy, divideBy] = (ratio || "1 / 1").split(" / ") as [string, string];
  return {
    part: part!.replace(" (memo)", ""),
    category: category!,
    lookedUpIn: lookedUpIn!,
    quantity,
    unit,
    multiplyBy,
    divideBy,
    factor: Object.fromEntries(values.filter(([, value]) => !value.includes("x"))),
    gases: Object.fromEntries(
      values
        .filter(([, value]) => value.includes("x"))
        .map(([gas, value]) => [gas, value.split("x") as [string, string]]),
    ),
    memo: part!.endsWith("(memo)"),
    calculation: calculation!.replaceAll("`", ""),
    kg: kg!,
    scope: Number(scope),
  };
}
