import { create } from "@bufbuild/protobuf";
import { factorKey } from "@emissions/factors/catalogue/snapshot";
import { type CsvRow, list, readCsv } from "@emissions/factors/load/csv";
import { resolve } from "@emissions/factors/selection/resolve";
import { newId } from "@emissions/kit/process/id";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import {
  LibrarySelectorSchema,
  MaterialSelectorSchema,
  SpendSelectorSchema,
  WasteSelectorSchema,
} from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { fraction, plus, round, textOf, times } from "@emissions/quantity/oracle";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

const CATALOGUE = new URL("../../services/factors/catalog/", import.meta.url);
const PER_DATASET = 15;
const FIGURES_MIN = 300;

/** Gases outside the Kyoto Protocol are in no scope, and the CO2e of a blend can contain them. */
const KYOTO = /^(hfc|pfc|sf6|nf3)/;
/** Compositions of blends. Their CO2e follows from those of the components. */
const COMPOSITIONS = "ashrae-34-blends";
const GWP: Readonly<Record<string, { ch4: string; n2o: string }>> = {
  AR4: { ch4: "25", n2o: "298" },
  AR5: { ch4: "28", n2o: "265" },
  AR6: { ch4: "27.9", n2o: "273" },
};

interface Figure {
  dataset: string;
  gwpSet: string;
  row: CsvRow;
  area: string;
}

const datasets = (
  await Promise.all(
    ["library/", "share-alike/library/"].map(async (folder) => {
      const rows = await readCsv(new URL(`${folder}datasets.csv`, CATALOGUE));
      return rows.map((row) => ({ name: row.dataset!, gwpSet: row.gwp_set!, file: `${folder}${row.dataset}.csv` }));
    }),
  )
)
  .flat()
  .filter(({ name }) => name !== COMPOSITIONS);
/** Spend of the United States and materials have files of their own, with other columns. */
const TABLES = [
  { name: "spend", file: "spend.csv", category: "spend", country: "US" },
  { name: "materials", file: "materials.csv", category: "materials", country: "GB" },
];

const figuresOfTable = async ({ name, file, category, country }: (typeof TABLES)[number]): Promise<Figure[]> => {
  const none = { co2_kg: "", ch4_g: "", n2o_g: "", biogenic_co2_kg: "" };
  const rows = await readCsv(new URL(file, CATALOGUE));
  return rows.map((row) => {
    const key = category === "spend" ? row.code! : row.key!;
    return { dataset: name, gwpSet: row.gwp_set!, row: { ...none, ...row, category, key }, area: country };
  });
};

const figuresOf = async ({ name, gwpSet, file }: (typeof datasets)[number]): Promise<Figure[]> => {
  const rows = (await readCsv(new URL(file, CATALOGUE))).filter(
    ({ category, key }) => category !== "refrigerants" || KYOTO.test(key!),
  );
  return rows.map((row) => ({ dataset: name, gwpSet, row, area: list(row, "areas")[0]! }));
};

let services: FactorsAndCalc;
const calculations = new Map<Figure, Calculation>();
beforeAll(async () => {
  services = await factorsAndCalc();
  const all = [...datasets.map(figuresOf), ...TABLES.map(figuresOfTable)];
  const chosen = (await Promise.all(all)).flatMap(sample);
  const org = newId();
  const ids = await services.store(org, chosen.map(oneUnit));
  for (const [at, figure] of chosen.entries()) calculations.set(figure, await services.explain(org, ids[at]!));
});
afterAll(() => services.drop());

/** Figures at equal distances in the file. The figures of another data set come before some of them. */
function sample(figures: readonly Figure[]): Figure[] {
  const step = Math.max(1, Math.floor(figures.length / PER_DATASET));
  const spread = Array.from({ length: step }, (_, from) => figures.filter((_figure, at) => at % step === from)).flat();
  const chosen: Figure[] = [];
  for (const figure of spread) {
    if (chosen.length < PER_DATASET && isSelected(figure)) chosen.push(figure);
  }
  return chosen;
}

function isSelected(figure: Figure): boolean {
  const { dataset, row } = figure;
  const { selector, unitId, day } = oneUnit(figure);
  const answer = resolve(
    { snapshot: services.snapshot, findCustom: () => undefined },
    { selector: selector as Exclude<Activity["selector"], { case: undefined }>, unitId, day },
  );
  const { category, key, year, unit, id = "" } = answer.factor ?? {};
  const found = services.snapshot.factors.get(factorKeyOf(row));
  return (
    [category, key, String(year), unit].join() === [row.category, row.key, row.year, row.unit].join() &&
    found?.find((factor) => factor.id === id)?.row.dataset === dataset
  );
}

const SCHEMES: Readonly<Record<string, string>> = { spend: "naics_2017", materials: "material" };
const factorKeyOf = ({ category, key }: CsvRow) => factorKey(category!, SCHEMES[category!] ?? "library", key!);

/** The country of a figure, one of its region, or none for a figure that applies everywhere. */
function countryOf(area: string): string {
  if (/^[A-Z]{2}$/.test(area)) return area;
  return services.snapshot.countries.find(({ region, subregion }) => [region, subregion].includes(area))?.code ?? "";
}

/** One unit of the activity in the year and country of the figure. */
function oneUnit({ dataset, gwpSet, row, area }: Figure): Activity {
  const [category, key] = [row.category!, row.key!];
  const country = countryOf(area);
  const [ler, rd] = key.split("/") as [string, string];
  const organizationCountry = dataset.startsWith("waste-epa") ? "US" : "GB";
  const pair = { lerCodeId: catalogueId("ler", ler), rdCodeId: catalogueId("rd", rd), country, organizationCountry };
  const selectors: Readonly<Record<string, Activity["selector"]>> = {
    waste: { case: "waste", value: create(WasteSelectorSchema, pair) },
    spend: { case: "spend", value: create(SpendSelectorSchema, { sector: key, country }) },
    materials: { case: "material", value: create(MaterialSelectorSchema, { productName: row.name!, country }) },
  };
  const library = { case: "library" as const, value: create(LibrarySelectorSchema, { category, key, country }) };
  const selector = selectors[category] ?? library;
  return { selector, quantity: "1", unitId: services.unitId(row.unit!), day: `${row.year}-06-30`, gwpSet };
}

const published = (row: CsvRow, column: string) => (row[column] === "" ? undefined : fraction(row[column]!));
const stored = (kg: ReturnType<typeof fraction>) => textOf(round(kg, 12));
const THOUSANDTH = fraction("0.001");

/** The published CO2e, or the published gases with the warming potentials of the data set. */
function co2eOf({ row, gwpSet }: Figure): string {
  const co2e = published(row, "co2e_kg");
  if (co2e !== undefined) return stored(co2e);
  const { ch4, n2o } = GWP[gwpSet]!;
  const grams = (column: string, potential: string) =>
    times(times(published(row, column) ?? fraction("0"), THOUSANDTH), fraction(potential));
  return stored([published(row, "co2_kg") ?? fraction("0"), grams("ch4_g", ch4), grams("n2o_g", n2o)].reduce(plus));
}

const SETS = [...datasets, ...TABLES];

describe("one unit of an activity results in the figure of the data set, to the last digit", () => {
  it(`in at least ${FIGURES_MIN} figures of all data sets`, () => {
    expect(calculations.size).toBeGreaterThanOrEqual(FIGURES_MIN);
    const covered = new Set([...calculations.keys()].map(({ dataset }) => dataset));
    expect(SETS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each(SETS)("$name", ({ name }) => {
    for (const [figure, { co2e, impacts, conversions, factor }] of calculations) {
      if (figure.dataset !== name) continue;
      const { row } = figure;
      const [impact] = impacts;
      const found = {
        key: factor?.key,
        year: String(factor?.year),
        conversions: conversions.length,
        co2e: co2e?.value,
        co2: impact?.co2?.value,
        ch4: impact?.ch4?.value,
        n2o: impact?.n2o?.value,
        biogenicCo2: impact?.biogenicCo2?.value,
      };
      const kilograms = (column: string) => {
        const mass = published(row, column);
        return mass && stored(column.endsWith("_g") ? times(mass, THOUSANDTH) : mass);
      };
      expect(found).toEqual({
        key: row.key,
        year: row.year,
        conversions: 0,
        co2e: co2eOf(figure),
        co2: kilograms("co2_kg"),
        ch4: kilograms("ch4_g"),
        n2o: kilograms("n2o_g"),
        biogenicCo2: kilograms("biogenic_co2_kg"),
      });
    }
  });
});
