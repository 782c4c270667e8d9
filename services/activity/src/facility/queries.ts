import type { Tx } from "@emissions/kit/db/transactions";
import type { FacilityValues, NewFacilityValues } from "./rules.ts";

export interface FacilityRow extends NewFacilityValues {
  organizationId: string;
  id: string;
  uploadedBy: string | null;
  /** Kilograms. */
  co2e: string;
  co2eBiomass: string;
  createdAt: Date;
  updatedAt: Date | null;
}

/** JSON, because rows have lists of different lengths, and Postgres arrays cannot hold them. */
export const insertFacilities = (tx: Tx, org: string, facilities: readonly FacilityRow[]) => tx`
  insert into facilities (organization_id, id, name, type, country, address, logistic_factor, categories, cups_list,
    external_id, grid_zone, status, uploaded_by, created_at)
  select ${org}::uuid, id, name, type, country, address, "logisticFactor", categories, "cupsList", "externalId", "gridZone",
    status, "uploadedBy", "createdAt"
  from json_to_recordset(${JSON.stringify(facilities)}::text::json) as f (id uuid, name text, type text, country text,
    address text, "logisticFactor" numeric, categories text[], "cupsList" text[], "externalId" text, "gridZone" text, status text,
    "uploadedBy" uuid, "createdAt" timestamptz)`;

export const updateFacility = (tx: Tx, org: string, id: string, values: FacilityValues & { updatedAt: Date }) => tx`
  update facilities set name = ${values.name}, type = ${values.type}, country = ${values.country},
    address = ${values.address}, logistic_factor = ${values.logisticFactor},
    categories = ${values.categories}::text[], cups_list = ${values.cupsList}::text[],
    grid_zone = ${values.gridZone}, status = ${values.status},
    updated_at = ${values.updatedAt}
  where organization_id = ${org} and id = ${id}`;
