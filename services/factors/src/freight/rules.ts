import { Decimal, parse } from "@emissions/quantity/decimal";
import { derived } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { CombinationRow, FreightKeys, TocRow } from "../catalogue/freight.ts";
import { factorKey, type Snapshot } from "../catalogue/snapshot.ts";
import { LIBRARY_SCHEME } from "../selection/lookup/library.ts";
import { GLOBAL } from "../selection/rules.ts";

const TKM = "tkm";
/** Figures of plug-in hybrids and battery-electric vehicles apply only to this country. */
const REGIONS = [GLOBAL, "GB"];

export interface ListedCombination extends CombinationRow {
  referenceProduct: string;
}

export interface ListedToc extends TocRow {
  wtw: Decimal;
}

/** The combinations with the published name of their figure in its newest edition. */
export const combinationsOf = derived((snapshot): readonly ListedCombination[] =>
  snapshot.freight.combinations.map((row) => ({ ...row, referenceProduct: published(snapshot, row).name })),
);

/** The categories with the sum of both parts of their figure in its newest edition. */
export const tocsOf = derived((snapshot): readonly ListedToc[] =>
  snapshot.freight.tocs.map((row) => {
    if (row.kwhPerTkm !== null) return { ...row, wtw: new Decimal(0) };
    const operation = published(snapshot, row);
    const provision = newest(snapshot, `${operation.category}_upstream`, operation.key, operation.year);
    return { ...row, wtw: kilograms(operation).plus(kilograms(provision)) };
  }),
);

/** The figure of the first key that applies to more than the United States. */
function published(snapshot: Snapshot, { id, keys }: FreightKeys): LibraryFactor {
  const found = keys.map((key) => newest(snapshot, "freight", key)).find((factor) => factor !== undefined);
  if (found === undefined) throw new Error(`the means of transport ${id} has no factor`);
  return found;
}

/** The figure of the year, or else the newest one. */
const newest = ({ factors }: Snapshot, category: string, key: string, year?: number): LibraryFactor | undefined =>
  (factors.get(factorKey(category, LIBRARY_SCHEME, key)) ?? [])
    .filter(({ region, unit }) => REGIONS.includes(region) && unit === TKM)
    .filter((factor) => year === undefined || factor.year === year)
    .reduce<LibraryFactor | undefined>((latest, one) => (latest && latest.year >= one.year ? latest : one), undefined);

function kilograms(factor: LibraryFactor | undefined): Decimal {
  if (factor?.row.co2e == null) throw new Error(`no CO2e is published for ${factor?.key}`);
  return parse(factor.row.co2e);
}
