import type { Marks } from "../../catalogue/sectors.ts";

/** A key of the category with the words for it. */
export interface TravelKey {
  key: string;
  label: string;
  /** Set for a figure of another trip than the recorded one. */
  marks?: Marks;
  inDataset?: (dataset: string) => boolean;
}
