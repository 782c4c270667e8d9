import { readFileSync } from "node:fs";
import { type Fraction, fraction } from "./fraction.ts";

const folder = new URL("../../services/factors/catalog/", import.meta.url);

/** A file of the catalogue, parsed without the code of the service. */
export function table(file: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(new URL(file, folder), "utf8").trim().split("\n");
  const names = cells(head!);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i], cell])));
}

const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? "").replaceAll('""', '"'),
  );

const spend = table("spend.csv");
const figaro = ["spend-figaro-2023", "spend-figaro-purchaser-2023"].flatMap((name) => table(`share-alike/${name}.csv`));
const materials = table("materials.csv");
const rates = table("exchange-rates/daily.csv");
const currencies = table("currencies.csv");
const prices = table("price-indices.csv");

const gridLosses = table("grid-losses.csv");

/** Percent of the generated electricity that the grid of a country loses, by the World Bank. */
export function lossPercent(country: string, year: number): Fraction {
  const row = gridLosses.find((r) => r.country === country && r.year === String(year) && r.source?.startsWith("World"));
  if (!row) throw new Error(`no losses of ${country} in ${year}`);
  return fraction(row.loss_percent!);
}

/** kg CO2e per unit of money. */
export function spendFactor(code: string, area: string): Fraction {
  const hasCode = (r: Record<string, string>) => (r.code ?? r.codes)?.split(";").includes(code);
  const row = [...spend, ...figaro].find((r) => hasCode(r) && r.areas?.split(";").includes(area));
  if (!row?.co2e_kg) throw new Error(`no spend factor ${code} for ${area}`);
  return fraction(row.co2e_kg);
}

/** Consumer prices of a country: the index of a year. */
export function consumerPrices(country: string, year: number): Fraction {
  const row = prices.find((r) => r.country === country && r.year === String(year));
  if (!row?.consumer_prices) throw new Error(`no consumer prices of ${country} in ${year}`);
  return fraction(row.consumer_prices);
}

/** kg CO2e per tonne. */
export function materialFactor(key: string, year: number): Fraction {
  const row = materials.find((r) => r.key === key && r.year === String(year));
  if (!row?.co2e_kg) throw new Error(`no material factor ${key} of ${year}`);
  return fraction(row.co2e_kg);
}

/** Units of the currency for one euro, of the day or the last published day before it. */
export function euroRate(currency: string, day: string): Fraction {
  const row = rates.filter((r) => r.day! <= day && r[currency]).at(-1);
  if (!row) throw new Error(`no rate of ${currency} on ${day}`);
  return fraction(row[currency]!);
}

export function fixedRate(currency: string): Fraction {
  return fraction(currencies.find((r) => r.code === currency)!.fixed_units_per_euro!);
}

const library = new Map<string, Record<string, string>[]>();

interface FactorQuery {
  category: string;
  key: string;
  unit: string;
  /** Needed where the file has several. */
  year?: number;
  area?: string;
}

/** kg CO2e per unit of activity, from one file of the library. */
export function libraryFactor(file: string, query: FactorQuery): Fraction {
  if (!library.has(file)) library.set(file, table(`library/${file}.csv`));
  const { category, key, unit, year, area } = query;
  const row = library
    .get(file)!
    .filter((r) => (year === undefined || r.year === String(year)) && (!area || r.areas?.split(";").includes(area)))
    .find((r) => r.category === category && r.key === key && r.unit === unit);
  if (!row?.co2e_kg) throw new Error(`no factor ${category} ${key} per ${unit} in ${file}`);
  return fraction(row.co2e_kg);
}
