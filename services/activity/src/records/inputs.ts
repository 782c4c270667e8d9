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

/** Adapts rows that depend on locked records to a change of their owner. */
export async function adaptRelated<V extends object, L extends object, R extends object>(
  catalogues: InputCatalogues,
  write: Write,
  kind: RecordKind<V, L, R>,
  rows: readonly (V & StoredRecord)[],
): Promise<void> {
  const { tx, org } = write;
  if (kind.adapt === undefined || rows.length === 0) return;
  const ownerOf = (row: V) => (row as Record<string, string>)[kind.owner!.key]!;
  const [organization, owners, related, catalogue] = await Promise.all([
    selectOrganization(tx, org),
    kind.owner?.lockLocations(tx, org, rows.map(ownerOf)),
    kind.selectRelated?.(tx, [org], rows, "write", catalogues),
    catalogues.units.all(),
  ]);
  const locationFor = (row: V) => locationOf(owners, () => ownerOf(row), organization!);
  await kind.adapt(write, rows, { related: related as R, units: catalogue, locationFor });
}

/** Current inputs of the existing records. Locks their owners. */
export async function selectInputs<V extends object, L extends object, R extends object>(
  catalogues: InputCatalogues,
  kind: RecordKind<V, L, R>,
  { tx, org, ids }: { tx: Tx; org: string; ids: readonly string[] },
): Promise<RecordInput[]> {
  const [organization, rows] = await Promise.all([
    selectOrganization(tx, org),
    selectRecords<V & StoredRecord>(tx, org, tableOf(kind), ids),
  ]);
  if (organization === null || rows.length === 0) return [];
  const ownerOf = (row: V) => (row as Record<string, string>)[kind.owner!.key]!;
  const [owners, related, catalogue] = await Promise.all([
    kind.owner?.lockLocations(tx, org, rows.map(ownerOf)),
    kind.selectRelated?.(tx, [org], rows, "announce", catalogues),
    catalogues.units.all(),
  ]);
  const common = { ...settingsOf(organization), units: catalogue, ...(related as R) };
  return rows.map((row) => toInput(kind, row, { ...common, ...locationOf(owners, () => ownerOf(row), organization) }));
}
