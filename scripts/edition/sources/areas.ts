import { catalogueRows } from "../catalogue.ts";

/** Names of countries by a column of `countries.csv` that holds their code. */
export function countriesBy(column: "code" | "alpha3", catalogue: URL): Map<string, { code: string; name: string }> {
  const rows = catalogueRows("countries.csv", catalogue);
  return new Map(rows.map((row) => [row[column] ?? "", { code: row.code ?? "", name: row.name ?? "" }]));
}
