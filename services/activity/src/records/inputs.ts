import type { Tx, Write } from "@emissions/kit/db/transactions";
import { type OrganizationRow, selectOrganization } from "../organization/queries.ts";
import {
  type InputCatalogues,
  isCounted,
  type PricingContext,
  type RecordInput,
  type RecordKind,
  type StoredRecord,
  tableOf,
} from "./kind.ts";
import { locationOf } from "./owner.ts";
import { selectRecords } from "./table.ts";

/** The input of the calculation of one record: the kind adds what is particular to it. */
export function toInput<V extends object, L extends object, R extends object>(
  kind: RecordKind<V, L, R>,
  row: V & StoredRecord,
  pricing: Parameters<RecordKind<V, L, R>["input"]>[1],
): RecordInput {
  return {
    recordId: row.id,
    revision: row.revision,
    entityType: kind.entityType,
    gwpSet: pricing.gwpSet,
    excludedFromTotals: !isCounted(kind, row),
    // Totals by facility follow it.
    ...(kind.owner?.table === "facilities" && { facilityId: (row as Record<string, string>)[kind.owner.key]! }),
    ...kind.input(row, pricing),
  };
}

/** The part of the context of pricing that is the same for all records of an organization. */
export const settingsOf = ({ country, ...settings }: Omit<OrganizationRow, "id">) => ({
  gwpSet: settings.gwpSet,
  radiativeForcing: settings.radiativeForcing,
  sectorEdition: settings.sectorEdition,
  organizationCountry: country,
});

/** Days and amount of an activity. The last day selects the factor. */
export const activityOf = (
  { startDate, endDate }: Record<"startDate" | "endDate", string>,
  { value, unitId }: Record<"value" | "unitId", string>,
  { units }: Pick<PricingContext, "units">,
) => ({
  referenceDate: endDate,
  startDate,
  endDate,
  quantity: { value: { value }, unitId, unit: units.get(unitId)?.code ?? "" },
});

interface Around {
  /** Other rows that the records refer to, as they will be. */
  related?: object;
  /** Whether the owners are locked; always by default. */
  isLocked?: boolean;
}

async function readAround(
  catalogues: InputCatalogues,
  kind: RecordKind,
  { tx, org }: Pick<Write, "tx" | "org">,
  rows: readonly object[],
  { isLocked, purpose }: { isLocked: boolean; purpose: "write" | "announce" },
) {
  const ownerOf = (row: object) => (row as Record<string, string>)[kind.owner!.key]!;
  const locations = isLocked ? kind.owner?.lockLocations : kind.owner?.selectLocations;
  const [organization, owners, related, units] = await Promise.all([
    selectOrganization(tx, org),
    locations?.(tx, org, rows.map(ownerOf)),
    kind.selectRelated?.(tx, [org], rows, purpose, catalogues) ?? {},
    catalogues.units.all(),
  ]);
  const locationFor = (row: object) => locationOf(owners, () => ownerOf(row), organization!);
  return { organization, related, units, locationFor };
}

/** Adapts rows that depend on locked records to a change of their owner. */
export async function adaptRelated(
  catalogues: InputCatalogues,
  write: Write,
  kind: RecordKind,
  rows: readonly StoredRecord[],
): Promise<void> {
  if (kind.adapt === undefined || rows.length === 0) return;
  const how = { isLocked: true, purpose: "write" } as const;
  await kind.adapt(rows, await readAround(catalogues, kind, write, rows, how)).store(write);
}

/** The inputs of records as `rows` has them. */
export async function inputsOf(
  catalogues: InputCatalogues,
  kind: RecordKind,
  { tx, org }: Pick<Write, "tx" | "org">,
  rows: readonly StoredRecord[],
  { isLocked = true, related }: Around = {},
): Promise<RecordInput[]> {
  if (rows.length === 0) return [];
  const how = { isLocked, purpose: "announce" } as const;
  const { organization, units, locationFor, ...around } = await readAround(catalogues, kind, { tx, org }, rows, how);
  if (organization === null) return [];
  const common = { ...settingsOf(organization), units, ...around.related, ...related };
  return rows.map((row) => toInput(kind, row, { ...common, ...locationFor(row) }));
}

/** Current inputs of the existing records. Locks their owners. */
export const selectInputs = async (
  catalogues: InputCatalogues,
  kind: RecordKind,
  { tx, org, ids }: { tx: Tx; org: string; ids: readonly string[] },
): Promise<RecordInput[]> =>
  inputsOf(catalogues, kind, { tx, org }, await selectRecords<StoredRecord>(tx, org, tableOf(kind), ids));
