import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type EditionReading,
  EditionReadingSchema,
  type EditionSchema,
} from "@emissions/proto/factors/v1/library_service";
import { derived } from "../catalogue/derived.ts";
import type { PublishedEdition } from "../catalogue/editions.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { plainText } from "../plain-text.ts";

/** The path of the public API. */
const RECALCULATIONS = "/v2/recalculations";

/** The current factors of each edition, by its id. */
export const figuresOf = derived(({ factors }) =>
  Map.groupBy([...factors.values()].flat(), ({ edition }) => edition?.id ?? ""),
);

/** Editions that no other one follows or corrects. */
const currentOnes = derived(({ editions: { all } }) => {
  const earlier = new Set(all.flatMap(({ id, follows, supersededBy }) => [follows, ...(supersededBy ? [id] : [])]));
  return new Set(all.filter(({ id }) => !earlier.has(id)));
});

export interface EditionFilter {
  publisher: string;
  dataset: string;
  current: boolean;
}

export function matchingEditions(snapshot: Snapshot, { publisher, dataset, current }: EditionFilter) {
  const wanted = plainText(publisher);
  return snapshot.editions.all.filter(
    (edition) =>
      plainText(edition.publisher).includes(wanted) &&
      (dataset === "" || edition.datasets.some((name) => name === dataset || name.startsWith(`${dataset}/`))) &&
      (!current || currentOnes(snapshot).has(edition)),
  );
}

export function toEdition(snapshot: Snapshot, edition: PublishedEdition): MessageInitShape<typeof EditionSchema> {
  const { id, publisher, title, licence, reading, datasets, bytes } = edition;
  const figures = figuresOf(snapshot).get(id) ?? [];
  const { version, printedOn, publishedOn, fileName, sha256, url, retrievedOn, correction, supersededBy } = edition;
  return {
    ...{ id, publisher, title, licence, datasets },
    ...known({ version, printedOn, publishedOn, fileName, sha256, url, retrievedOn, correction, supersededBy }),
    ...known({ follows: edition.follows }),
    ...(bytes !== null && { bytes: BigInt(bytes) }),
    ...(reading !== null && { reading: enumNumber(EditionReadingSchema, reading) as EditionReading }),
    current: currentOnes(snapshot).has(edition),
    categories: [...new Set(figures.map(({ category }) => category))].sort(),
    factors: figures.length,
    ...offerOf(snapshot, edition),
  };
}

/** Without the empty texts. */
const known = <T extends Readonly<Record<string, string>>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) as Partial<T>;

/** Calculates the records again that use figures of the edition before. */
export function offerOf(snapshot: Snapshot, { follows }: PublishedEdition) {
  const figures: readonly LibraryFactor[] = figuresOf(snapshot).get(follows) ?? [];
  const sources = [...new Set(figures.map(({ source }) => source))];
  return sources.length > 0 && { recalculation: { path: RECALCULATIONS, sources } };
}
