import { plainColumn, column as quotedColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorPin } from "../records/custom-factors.ts";
import type { NewWasteValues } from "./rules.ts";

export interface NewWaste extends NewWasteValues, FactorPin {
  id: string;
  uploadedBy: string | null;
  createdAt: Date;
}

export interface WasteRow extends NewWaste {
  organizationId: string;
  revision: number;
  status: string;
  errorCode: string | null;
  errorDetail: string | null;
  co2e: string | null;
  co2eBiomass: string | null;
  updatedAt: Date | null;
}

/** How a waste stands until its result comes. */
export const NOT_CALCULATED = {
  status: "loading",
  errorCode: null,
  errorDetail: null,
  co2e: null,
  co2eBiomass: null,
} as const;

/**
 * One array for each column; `uploadedBy` and `createdAt` are the same for all. Ids, days and numbers have been
 * checked, so their arrays need no quotes.
 */
export function insertWastes(tx: Tx, org: string, wastes: readonly NewWaste[]) {
  const texts = (value: (waste: NewWaste) => string | null) => quotedColumn(wastes.map(value));
  const column = (value: (waste: NewWaste) => string | number | null) => plainColumn(wastes.map(value));
  const { uploadedBy, createdAt } = wastes[0]!;
  return tx`
    insert into wastes (organization_id, uploaded_by, created_at, id, facility_id, identification_name, description,
      destination, start_date, end_date, base_quantity, unit_id, total_km_to_waste_center, ler_code_id,
      waste_rd_code_id, custom_ef_record_id, custom_emission_factor_id, custom_factor_owner_id,
      custom_factor_revision, external_id, file_id, file_name, file_url)
    select ${org}::uuid, ${uploadedBy}::uuid, ${createdAt}::timestamptz, * from unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ facilityId }) => facilityId)}::uuid[],
      ${texts(({ identificationName }) => identificationName)}::text[],
      ${texts(({ description }) => description)}::text[],
      ${texts(({ destination }) => destination)}::text[],
      ${column(({ startDate }) => startDate)}::date[],
      ${column(({ endDate }) => endDate)}::date[],
      ${column(({ baseQuantity }) => baseQuantity)}::numeric[],
      ${column(({ unitId }) => unitId)}::uuid[],
      ${column(({ totalKmToWasteCenter }) => totalKmToWasteCenter)}::numeric[],
      ${column(({ lerCodeId }) => lerCodeId)}::uuid[],
      ${column(({ wasteRdCodeId }) => wasteRdCodeId)}::uuid[],
      ${column(({ customEfRecordId }) => customEfRecordId)}::uuid[],
      ${column(({ customEmissionFactorId }) => customEmissionFactorId)}::uuid[],
      ${column(({ customFactorOwnerId }) => customFactorOwnerId)}::uuid[],
      ${column(({ customFactorRevision }) => customFactorRevision)}::int[],
      ${texts(({ externalId }) => externalId)}::text[],
      ${column(({ fileId }) => fileId)}::uuid[],
      ${texts(({ fileName }) => fileName)}::text[],
      ${texts(({ fileUrl }) => fileUrl)}::text[]
    )`;
}

/** The row as the statement above stores it: the database decides nothing. */
export const inserted = (org: string, waste: NewWaste): WasteRow => ({
  ...waste,
  ...NOT_CALCULATED,
  organizationId: org,
  revision: 1,
  updatedAt: null,
});

export async function selectWaste(tx: Tx, org: string, id: string, lock?: "to change"): Promise<WasteRow | null> {
  const [row] = await tx<WasteRow[]>`
    select * from wastes where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export const selectWastesById = (tx: Tx, org: string, ids: readonly string[]) => tx<WasteRow[]>`
  select * from wastes where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id`;

export async function updateWaste(tx: Tx, org: string, w: WasteRow): Promise<WasteRow> {
  const [row] = await tx<[WasteRow]>`
    update wastes set
      revision = ${w.revision}, identification_name = ${w.identificationName}, description = ${w.description},
      destination = ${w.destination}, start_date = ${w.startDate}, end_date = ${w.endDate},
      base_quantity = ${w.baseQuantity}, unit_id = ${w.unitId},
      total_km_to_waste_center = ${w.totalKmToWasteCenter}, ler_code_id = ${w.lerCodeId},
      waste_rd_code_id = ${w.wasteRdCodeId}, custom_ef_record_id = ${w.customEfRecordId},
      custom_emission_factor_id = ${w.customEmissionFactorId}, custom_factor_owner_id = ${w.customFactorOwnerId},
      custom_factor_revision = ${w.customFactorRevision}, external_id = ${w.externalId}, file_id = ${w.fileId},
      file_name = ${w.fileName}, file_url = ${w.fileUrl}, status = ${w.status}, error_code = ${w.errorCode},
      error_detail = ${w.errorDetail}, co2e = ${w.co2e}, co2e_biomass = ${w.co2eBiomass}, updated_at = now()
    where organization_id = ${org} and id = ${w.id}
    returning *`;
  return row;
}
