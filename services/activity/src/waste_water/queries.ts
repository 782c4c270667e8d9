import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorPin } from "../records/custom-factors.ts";
import type { NewTreatmentValues } from "./rules.ts";

export interface NewTreatment extends NewTreatmentValues, FactorPin {
  id: string;
  uploadedBy: string | null;
}

export interface TreatmentRow extends NewTreatment {
  organizationId: string;
  revision: number;
  status: string;
  errorCode: string | null;
  errorDetail: string | null;
  co2e: string | null;
  co2eBiomass: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** How a treatment stands until its result comes. */
export const NOT_CALCULATED = {
  status: "loading",
  errorCode: null,
  errorDetail: null,
  co2e: null,
  co2eBiomass: null,
} as const;

export async function insertTreatment(tx: Tx, org: string, t: NewTreatment): Promise<TreatmentRow> {
  const [row] = await tx<[TreatmentRow]>`
    insert into waste_water_treatments (organization_id, id, facility_id, name, description, start_date, end_date,
      quantity, unit_id, custom_ef_record_id, custom_emission_factor_id, custom_factor_owner_id,
      custom_factor_revision, uploaded_by)
    values (${org}, ${t.id}, ${t.facilityId}, ${t.name}, ${t.description}, ${t.startDate}, ${t.endDate},
      ${t.quantity}, ${t.unitId}, ${t.customEfRecordId}, ${t.customEmissionFactorId}, ${t.customFactorOwnerId},
      ${t.customFactorRevision}, ${t.uploadedBy})
    returning *`;
  return row;
}

export async function selectTreatment(tx: Tx, org: string, id: string, lock?: "to change") {
  const [row] = await tx<TreatmentRow[]>`
    select * from waste_water_treatments
    where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export const selectTreatmentsById = (tx: Tx, org: string, ids: readonly string[]) => tx<TreatmentRow[]>`
  select * from waste_water_treatments
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id`;

export async function updateTreatment(tx: Tx, org: string, t: TreatmentRow): Promise<TreatmentRow> {
  const [row] = await tx<[TreatmentRow]>`
    update waste_water_treatments set
      revision = ${t.revision}, name = ${t.name}, description = ${t.description}, start_date = ${t.startDate},
      end_date = ${t.endDate}, quantity = ${t.quantity}, unit_id = ${t.unitId},
      custom_ef_record_id = ${t.customEfRecordId}, custom_emission_factor_id = ${t.customEmissionFactorId},
      custom_factor_owner_id = ${t.customFactorOwnerId}, custom_factor_revision = ${t.customFactorRevision},
      status = ${t.status}, error_code = ${t.errorCode}, error_detail = ${t.errorDetail}, co2e = ${t.co2e},
      co2e_biomass = ${t.co2eBiomass}, updated_at = now()
    where organization_id = ${org} and id = ${t.id}
    returning *`;
  return row;
}
