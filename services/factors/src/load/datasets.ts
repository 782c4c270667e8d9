import { readCsv, text } from "./csv.ts";

/** Attributes of all rows of a library file. `dataset` is the name of the file. */
export interface Dataset {
  dataset: string;
  source: string;
  sourceYear: string;
  licence: string;
  gwpSet: string;
  priority: string;
}

/** Throws for a dataset in the wrong folder: it would be loaded or excluded against its licence. */
export async function readDatasets(file: URL, shareAlike: boolean): Promise<Dataset[]> {
  const rows = await readCsv(file);
  return rows.map((row) => {
    const dataset = text(row, "dataset");
    if (text(row, "share_alike") !== String(shareAlike)) {
      throw new Error(`the data set ${dataset} is in the wrong folder for its licence`);
    }
    return {
      dataset,
      source: text(row, "source"),
      sourceYear: text(row, "source_year"),
      licence: text(row, "licence"),
      gwpSet: text(row, "gwp_set"),
      priority: text(row, "priority"),
    };
  });
}
