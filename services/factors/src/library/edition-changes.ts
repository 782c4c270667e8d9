import type { MessageInitShape } from "@bufbuild/protobuf";
import { EditionChangeKind, type EditionChangeSchema } from "@emissions/proto/factors/v1/library_service";
import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import { derived } from "../catalogue/derived.ts";
import type { PublishedEdition } from "../catalogue/editions.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { GasColumns } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { figuresOf } from "./editions.ts";

interface Change {
  kind: EditionChangeKind;
  before: LibraryFactor | undefined;
  after: LibraryFactor | undefined;
}

const RATIO_DECIMALS = 6;
const GASES = ["co2e", "co2", "ch4", "n2o", "biogenicCo2"] as const satisfies readonly (keyof GasColumns)[];

const compared = derived(() => new Map<string, readonly Change[]>());

/** All changes of an edition against the one that it follows. Each state of the catalogue compares them once. */
export function changesOf(snapshot: Snapshot, { id, follows }: PublishedEdition): readonly Change[] {
  const known = compared(snapshot).get(id);
  if (known !== undefined) return known;
  const figures = figuresOf(snapshot);
  const changes = follows === "" ? [] : compare(figures.get(follows) ?? [], figures.get(id) ?? []);
  compared(snapshot).set(id, changes);
  return changes;
}

function compare(before: readonly LibraryFactor[], after: readonly LibraryFactor[]): Change[] {
  const byYear = hasSeveralYears(before) || hasSeveralYears(after);
  const keyOf = (factor: LibraryFactor) => (byYear ? `${seriesOf(factor)}\n${factor.year}` : seriesOf(factor));
  const [earlier, later] = [before, after].map((each) => new Map(each.map((factor) => [keyOf(factor), factor])));
  return [...new Set([...earlier!.keys(), ...later!.keys()])]
    .sort()
    .map((key) => changeOf(earlier!.get(key), later!.get(key)))
    .filter((change) => change !== null);
}

const seriesOf = ({ category, scheme, key, region, unit }: LibraryFactor) =>
  [category, scheme, key, region, unit].join("\n");

const hasSeveralYears = (figures: readonly LibraryFactor[]) => new Set(figures.map(seriesOf)).size < figures.length;

function changeOf(before: LibraryFactor | undefined, after: LibraryFactor | undefined): Change | null {
  if (before === undefined) return { kind: EditionChangeKind.ADDED, before, after };
  if (after === undefined) return { kind: EditionChangeKind.REMOVED, before, after };
  const differs = GASES.some((gas) => {
    const [was, is] = [before.row[gas], after.row[gas]];
    return was !== null && is !== null && !new Decimal(was).equals(is);
  });
  return differs ? { kind: EditionChangeKind.CHANGED, before, after } : null;
}

export function toChange({ kind, before, after }: Change): MessageInitShape<typeof EditionChangeSchema> {
  const ratio = before && after && ratioOf(before.row, after.row);
  return {
    change: kind,
    ...(before && { before: before.message }),
    ...(after && { after: after.message }),
    ...(ratio && { ratio: { value: ratio } }),
  };
}

function ratioOf(before: GasColumns, after: GasColumns): string | null {
  const gas = before.co2e === null && after.co2e === null ? "co2" : "co2e";
  const [was, is] = [before[gas], after[gas]];
  if (was === null || is === null || Number(was) === 0) return null;
  return plain(divide(new Decimal(is), new Decimal(was)).toDecimalPlaces(RATIO_DECIMALS));
}
