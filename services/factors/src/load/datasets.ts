import { type CsvRow, readCsv, text } from "./csv.ts";

/** Attributes of all rows of a library file. `dataset` is the name of the file. */
export interface Dataset {
  dataset: string;
  source: string;
  sourceYear: string;
  licence: string;
  gwpSet: string;
  priority: string;
  /** Warming potentials of single groups, as their source states them, by the first name of the group. */
  gwpExceptions?: Readonly<Record<string, string>>;
}

/** Throws for a dataset in the wrong folder: it would be loaded or excluded against its licence. */
export async function readDatasets(
  file: URL,
  { shareAlike, exceptions }: { shareAlike: boolean; exceptions: readonly CsvRow[] },
): Promise<Dataset[]> {
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
      ...gwpExceptions(exceptions.filter((exception) => text(exception, "dataset") === dataset)),
    };
  });
}

/** Absent without rows, so that the digests of other datasets stay the same. */
const gwpExceptions = (rows: readonly CsvRow[]): Pick<Dataset, "gwpExceptions"> =>
  rows.length === 0
    ? {}
    : { gwpExceptions: Object.fromEntries(rows.map((row) => [text(row, "group"), text(row, "gwp_set")])) };
