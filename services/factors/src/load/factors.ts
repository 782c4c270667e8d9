import { catalogueId } from "@emissions/quantity/catalogue-id";
import { kilograms } from "../grams.ts";
import { type CsvRow, list, text, textOrNull } from "./csv.ts";
import type { Dataset } from "./datasets.ts";

/** A factor of the catalogue. The columns of the table have the same names. */
export interface CatalogueFactor {
  id: string;
  category: string;
  scheme: string;
  key: string;
  name: string;
  region: string;
  year: string;
  unit: string;
  method: "spend_based" | "average_data";
  co2e: string | null;
  gwpSet: string;
  source: string;
  sourceYear: string;
  licence: string;
  note: string;
  /** Only for library factors. */
  library?: LibraryColumns;
  /** Only for spend factors. */
  spend?: SpendColumns;
}

export interface SpendColumns {
  priceYear: string;
  priceBasis: string;
  pricePerPurchaserPrice: string | null;
  co2: string | null;
  sourceKey: string;
}

export interface LibraryColumns {
  co2: string | null;
  ch4: string | null;
  n2o: string | null;
  biogenicCo2: string | null;
  groupPath: string;
  sourceKey: string;
  uncertaintyPercent: string | null;
  priority: string;
}

export const materialFactors = (row: CsvRow): CatalogueFactor[] =>
  withAreas(row, {
    category: "materials",
    scheme: "material",
    key: text(row, "key"),
    name: text(row, "name"),
    method: "average_data",
    note: `Material group ${text(row, "material_group")}, ${text(row, "variant").replace("_", " ")} production.`,
  });

export type CommonFields = Pick<CatalogueFactor, "category" | "scheme" | "key" | "name" | "method" | "note">;

/** One factor per area of the row. */
export function withAreas(row: CsvRow, own: CommonFields): CatalogueFactor[] {
  const co2e = text(row, "co2e_kg");
  return list(row, "areas").map((region) => inRegion(row, own, { region, co2e }));
}

/** The factor of a row for one region. The columns of its publication have the same names in all files. */
export function inRegion(row: CsvRow, own: CommonFields, { region, co2e }: { region: string; co2e: string }) {
  const year = text(row, "year");
  const unit = text(row, "unit");
  return {
    ...own,
    id: catalogueId("factor", [own.category, own.scheme, own.key, region, year, unit].join(":")),
    region,
    year,
    unit,
    co2e,
    gwpSet: text(row, "gwp_set"),
    source: text(row, "source"),
    sourceYear: text(row, "source_year"),
    licence: text(row, "licence"),
  };
}

/** One factor per area of the row. Methane and nitrous oxide are published in grams. */
export const libraryFactors = (set: Dataset) => (row: CsvRow) => {
  const [category, key, year, unit] = ["category", "key", "year", "unit"].map((column) => text(row, column)) as [
    string,
    string,
    string,
    string,
  ];
  const groupPath = text(row, "group");
  const common = {
    category,
    scheme: "library",
    key,
    name: text(row, "name"),
    year,
    unit,
    method: "average_data" as const,
    co2e: textOrNull(row, "co2e_kg"),
    gwpSet: set.gwpExceptions?.[groupPath.split(" > ")[0]!] ?? set.gwpSet,
    source: set.source,
    sourceYear: set.sourceYear,
    licence: set.licence,
    note: text(row, "note"),
    library: {
      co2: textOrNull(row, "co2_kg"),
      ch4: gramsOrNull(row, "ch4_g"),
      n2o: gramsOrNull(row, "n2o_g"),
      biogenicCo2: textOrNull(row, "biogenic_co2_kg"),
      groupPath,
      sourceKey: text(row, "source_key"),
      uncertaintyPercent: textOrNull(row, "uncertainty_percent"),
      priority: set.priority,
    },
  };
  // The dataset is part of the key, because several can have a factor for the same region and year.
  const id = (region: string) => catalogueId("factor", [set.dataset, category, key, region, year, unit].join(":"));
  return list(row, "areas").map((region): CatalogueFactor => ({ ...common, id: id(region), region }));
};

function gramsOrNull(row: CsvRow, column: string): string | null {
  const grams = textOrNull(row, column);
  return grams === null ? null : kilograms(grams);
}
