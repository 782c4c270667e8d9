/** Where the figures of a dataset and category were published. Empty texts are unknown. */
export interface PublicationRow {
  dataset: string;
  /** Empty for all categories without a row of their own. */
  category: string;
  publisher: string;
  /** Empty if the source of the factor names the document. */
  document: string;
  tableName: string;
  url: string;
  publishedOn: string;
  sha256: string;
}

/** Undefined for a dataset that is not listed. */
export type FindPublication = (dataset: string, category: string) => PublicationRow | undefined;

export function indexPublications(rows: readonly PublicationRow[]): FindPublication {
  const publications = new Map(rows.map((row) => [`${row.dataset}/${row.category}`, row]));
  return (dataset, category) => publications.get(`${dataset}/${category}`) ?? publications.get(`${dataset}/`);
}
