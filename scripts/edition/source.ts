import type { Target } from "./catalogue.ts";
import type { Finding } from "./findings.ts";
import type { PublishedFile } from "./grid.ts";

export interface ReadContext {
  file: PublishedFile;
  /** Stated by the caller; needed where the file does not say it. */
  year: string | undefined;
  /** Folder of the catalogue. */
  catalogue: URL;
}

/** The result of reading a file. Without targets it could not be read. */
export interface Edition {
  /** Name of the data set, as accepted findings have it. */
  dataset: string;
  targets: Target[];
  findings: Finding[];
  /** Published rows that the catalogue does not take, by reason. */
  leftOut: Record<string, number>;
}

export interface Source {
  name: string;
  /** The file to download, for the help. */
  file: string;
  read(context: ReadContext): Promise<Edition>;
}

export const unread = (dataset: string, findings: Finding[]): Edition => ({
  dataset,
  targets: [],
  findings,
  leftOut: {},
});
