import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import type { Location } from "../records/owner.ts";
import type { FacilityValues, NewFacilityValues } from "./rules.ts";

export interface NewFacilityRow extends NewFacilityValues {
  id: string;
  uploadedBy: string | null;
  createdAt: Date;
}

export interface FacilityRow extends NewFacilityRow {
  organizationId: string;
  /** Kilograms. */
  co2e: string;
  co2eBiomass: string;
  updatedAt: Date | null;
}

/** JSON, because rows have lists of different lengths, and Postgres arrays cannot hold them. */
export const insertFacilities = (tx: Tx, org: string, facilities: readonly NewFacilityRow[]) => tx`
  insert into facilities (organization_id, id, name, type, country, address, logistic_factor, categories, cups_list,
    external_id, grid_zone, status, uploaded_by, created_at)
  select ${org}::uuid, id, name, type, country, address, "logisticFactor", categories, "cupsList", "externalId", "gridZone",
    status, "uploadedBy", "createdAt"
  from json_to_recordset(${JSON.stringify(facilities)}::text::json) as f (id uuid, name text, type text, country text,
    address text, "logisticFactor" numeric, categories text[], "cupsList" text[], "externalId" text, "gridZone" text, status text,
    "uploadedBy" uuid, "createdAt" timestamptz)`;

/** The stored row. The database computes no column, so no query is necessary. */
export const inserted = (org: string, facility: NewFacilityRow): FacilityRow => ({
  ...facility,
  organizationId: org,
  co2e: "0",
  co2eBiomass: "0",
  updatedAt: null,
});

/** Facilities with the sums of the emissions of their records. */
export const withTotals = (tx: Tx) => tx`
  select t.*, coalesce(s.co2e, 0) as co2e, coalesce(s.co2e_biomass, 0) as co2e_biomass
  from facilities t left join facility_totals s on s.organization_id = t.organization_id and s.facility_id = t.id`;

/** A lock prevents changes of the facility until the transaction ends. */
export async function selectFacility(tx: Tx, org: string, id: string, lock?: "to change"): Promise<FacilityRow | null> {
  const [row] = await tx<FacilityRow[]>`
    ${withTotals(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update of t` : tx``}`;
  return row ?? null;
}

/**
 * Locks the existing facilities against deletion until the transaction ends, and returns them.
 */
export const lockFacilities = (tx: Tx, org: string, ids: readonly string[]) => tx<(Location & { id: string })[]>`
  select id, country, grid_zone from facilities where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
  order by id for key share`;

/**
 * Locations of the existing facilities, by id. Locks them against deletion until the transaction ends.
 */
export async function lockLocations(
  tx: Tx,
  org: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Location>> {
  const facilities = await lockFacilities(tx, org, [...new Set(ids)].filter(isId));
  return new Map(facilities.map(({ id, country, gridZone }) => [id, { country, gridZone }]));
}

export const updateFacility = (tx: Tx, org: string, id: string, values: FacilityValues & { updatedAt: Date }) => tx`
  update facilities set name = ${values.name}, type = ${values.type}, country = ${values.country},
    address = ${values.address}, logistic_factor = ${values.logisticFactor},
    categories = ${values.categories}::text[], cups_list = ${values.cupsList}::text[],
    grid_zone = ${values.gridZone}, status = ${values.status},
    updated_at = ${values.updatedAt}
  where organization_id = ${org} and id = ${id}`;
