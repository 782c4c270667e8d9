/** The meanings of the year of a figure; the texts of YearMeaning. */
export type YearMeans = "edition" | "data" | "validity" | "prices" | "publication";

/** The years and places that the figures of a dataset and category stand in for. */
export interface StandInRule {
  yearMeans: YearMeans;
  /** Whole years after the year of the figure; null without a limit. */
  earlierMax: number | null;
  /** Whole years before the year of the figure; null without a limit. */
  laterMax: number | null;
  /** Country that the figures of region `GLO` describe; empty if they describe none. */
  origin: string;
  /** True for grid figures per used kWh: they include the losses of the grid. */
  lossesIncluded: boolean;
}

export interface StandInRow extends StandInRule {
  dataset: string;
  category: string;
}

/** Undefined for a dataset that is not listed, such as a removed one. */
export type FindStandIn = (dataset: string, category: string) => StandInRule | undefined;

/** The row of the dataset and category counts first, then that of the category, then that of the dataset. */
export function indexStandIns(rows: readonly StandInRow[]): FindStandIn {
  const rules = new Map(rows.map((row) => [`${row.dataset}/${row.category}`, row]));
  return (dataset, category) =>
    rules.get(`${dataset}/${category}`) ?? rules.get(`/${category}`) ?? rules.get(`${dataset}/`);
}
