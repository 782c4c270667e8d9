import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { LogisticsPackageStatus } from "@emissions/proto/activity/v1/logistics_package_service";
import { toDecimal } from "../records/view.ts";
import { packagesWithTotals } from "./list.ts";

export interface PackageRow {
  id: string;
  shipmentId: string;
  packageKey: string;
  clientBillingId: string | null;
  weightKg: string | null;
  totalDistanceKm: string;
  totalCo2e: string | null;
  /** Legs that are not deleted. */
  legs: number;
  createdAt: Date;
  updatedAt: Date | null;
}

/** The columns of a leg that packages and footprints show. */
export interface LegRow {
  id: string;
  packageId: string;
  origin: string | null;
  destination: string | null;
  tocId: string | null;
  /** Mode of transport of the TOC. */
  mode: string | null;
  hubId: string | null;
  effectiveLoadKg: string | null;
  kilometres: string | null;
  /** Of a measured flight. */
  greatCircleKm: string | null;
  /** The message Journey as JSON. */
  journey: string | null;
  tonneKilometres: string | null;
  co2e: string | null;
  operationCo2e: string | null;
  hubCo2e: string | null;
}

export async function selectPackage(tx: Tx, org: string, id: string): Promise<PackageRow | null> {
  const [row] = await tx<PackageRow[]>`
    ${packagesWithTotals(tx)} where t.organization_id = ${org} and t.id = ${id}`;
  return row ?? null;
}

/** The legs of packages in the order of their creation. `LEGS_MAX` limits those of each package. */
export const selectLegs = (tx: Tx, org: string, packageIds: readonly string[]) => tx<LegRow[]>`
  select id, package_id, origin, destination, toc_id, mode, hub_id, effective_load_kg, kilometres,
    great_circle_km, journey, tonne_kilometres, co2e, operation_co2e, hub_co2e
  from logistics_requests
  where organization_id = ${org} and package_id = any(${packageIds as string[]}::uuid[])
  order by package_id, id`;

/** Without `legs` the message has none, so JSON leaves the field out. */
export function toPackage(row: PackageRow, legs?: readonly LegRow[]) {
  const { id, shipmentId, packageKey, clientBillingId, createdAt, updatedAt } = row;
  return {
    id,
    shipmentId,
    packageKey,
    clientBillingId: clientBillingId ?? undefined,
    weightKg: toDecimal(row.weightKg),
    totalDistanceKm: toDecimal(row.totalDistanceKm),
    totalCo2e: toDecimal(row.totalCo2e),
    status: row.legs > 0 ? LogisticsPackageStatus.ACTIVE : LogisticsPackageStatus.INACTIVE,
    createdAt: timestampFromDate(createdAt),
    updatedAt: updatedAt ? timestampFromDate(updatedAt) : undefined,
    ...(legs && { detail: { case: "legs" as const, value: { items: legs.map(toLeg) } } }),
  };
}

const toLeg = ({ id, origin, destination, kilometres, co2e }: LegRow) => ({
  id,
  origin: origin ?? undefined,
  destination: destination ?? undefined,
  distanceKm: toDecimal(kilometres),
  co2e: toDecimal(co2e),
});
