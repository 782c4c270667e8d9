/** An edition of a publication, as its publisher issued it. Empty texts are unknown. */
export interface PublishedEdition {
  id: string;
  publisher: string;
  /** With the version. */
  title: string;
  version: string;
  printedOn: string;
  publishedOn: string;
  fileName: string;
  bytes: string | null;
  sha256: string;
  url: string;
  licence: string;
  retrievedOn: string;
  reading: "transcribed" | "program" | null;
  /** The errors of an earlier edition that it corrects. */
  correction: string;
  /** Id of the edition that corrects it. */
  supersededBy: string;
  /** Id of the edition before. */
  follows: string;
  /** Datasets that come from it: "defra-2025", or "materials/2025" with the year of its source. */
  datasets: string[];
  /** "waste=Waste disposal": the table of a category. */
  tables: string[];
}

/** Where a figure is in the catalogue. */
export interface FigureOrigin {
  dataset: string;
  /** Year of publication. */
  sourceYear: number;
}

export interface Editions {
  /** Sorted by id. */
  all: readonly PublishedEdition[];
  byId: ReadonlyMap<string, PublishedEdition>;
  /** The edition that the current figures of a dataset come from. */
  currentOf: FindEdition;
  /** The one that its figures came from first, before the publisher corrected it. */
  firstOf: FindEdition;
}

export type FindEdition = (origin: FigureOrigin) => PublishedEdition | undefined;

export function indexEditions(all: readonly PublishedEdition[]): Editions {
  const corrections = new Set(all.map(({ supersededBy }) => supersededBy));
  return {
    all,
    byId: new Map(all.map((edition) => [edition.id, edition])),
    currentOf: finder(all, ({ supersededBy }) => supersededBy === ""),
    firstOf: finder(all, ({ id }) => !corrections.has(id)),
  };
}

/** Among several editions of a dataset a preferred one wins. */
function finder(all: readonly PublishedEdition[], isPreferred: (edition: PublishedEdition) => boolean): FindEdition {
  const found = new Map<string, PublishedEdition>();
  for (const edition of all) {
    for (const dataset of edition.datasets) {
      if (isPreferred(edition) || !found.has(dataset)) found.set(dataset, edition);
    }
  }
  return ({ dataset, sourceYear }) => found.get(`${dataset}/${sourceYear}`) ?? found.get(dataset);
}

/** The table of a category. Empty where its group names it. */
export function tableOf({ tables }: PublishedEdition, category: string): string {
  const entry = tables.find((table) => table.startsWith(`${category}=`));
  return entry?.slice(category.length + 1) ?? "";
}
