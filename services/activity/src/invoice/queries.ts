import { column, plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import type { FactorPin } from "../records/custom-factors.ts";
import type { Keys } from "./references.ts";
import type { InvoiceType, InvoiceValues } from "./rules.ts";
import type { Share } from "./shares.ts";

export interface NewInvoice extends InvoiceValues, Keys, FactorPin, Share {
  id: string;
  type: InvoiceType;
  sourceInvoiceId: string;
  quantity: string;
  uploadedBy: string | null;
  createdAt: Date;
}

export interface InvoiceRow extends NewInvoice {
  organizationId: string;
  revision: number;
  status: string;
  calculationStatus: string;
  errorCode: string | null;
  errorDetail: string | null;
  co2e: string | null;
  co2eBiomass: string | null;
  updatedAt: Date | null;
}

/** How an invoice stands until its result comes. */
export const NOT_CALCULATED = {
  calculationStatus: "pending",
  errorCode: null,
  errorDetail: null,
  co2e: null,
  co2eBiomass: null,
} as const;

/** The parts of one invoice, which differ in their shares alone. */
export function insertInvoices(tx: Tx, org: string, invoices: readonly NewInvoice[]) {
  const i = invoices[0]!;
  const plain = (value: (invoice: NewInvoice) => string) => plainColumn(invoices.map(value));
  return tx`
    insert into invoices (organization_id, source_invoice_id, type, start_date, end_date, base_quantity, unit_id,
      facility_fuel_id, fuel_category, fuel_key, supplier_id, supplier_key, custom_ef_record_id,
      custom_emission_factor_id, custom_factor_owner_id, custom_factor_revision, invoice_id, cups, toc, toc_id, file_id,
      file_name, file_url, uploaded_by, created_at, id, facility_id, percentage, quantity, company_name)
    select ${org}::uuid, ${i.sourceInvoiceId}::uuid, ${i.type}::text, ${i.startDate}::date, ${i.endDate}::date,
      ${i.baseQuantity}::numeric, ${i.unitId}::uuid, ${i.facilityFuelId}::uuid, ${i.fuelCategory}::text,
      ${i.fuelKey}::text, ${i.supplierId}::uuid, ${i.supplierKey}::text, ${i.customEfRecordId}::uuid,
      ${i.customEmissionFactorId}::uuid, ${i.customFactorOwnerId}::uuid, ${i.customFactorRevision}::int,
      ${i.invoiceId}::text, ${i.cups}::text, ${i.toc}::text, ${i.tocId}::uuid, ${i.fileId}::uuid,
      ${i.fileName}::text, ${i.fileUrl}::text, ${i.uploadedBy}::uuid, ${i.createdAt}::timestamptz, r.*
    from unnest(
      ${plain(({ id }) => id)}::uuid[], ${plain(({ facilityId }) => facilityId)}::uuid[],
      ${plain(({ percentage }) => percentage)}::numeric[], ${plain(({ quantity }) => quantity)}::numeric[],
      ${column(invoices.map(({ companyName }) => companyName))}::text[]) as r`;
}

/** The row as the statement above stores it: the database decides nothing. */
export const inserted = (org: string, invoice: NewInvoice): InvoiceRow => ({
  ...invoice,
  ...NOT_CALCULATED,
  organizationId: org,
  revision: 1,
  status: "loading",
  updatedAt: null,
});

export async function selectInvoice(tx: Tx, org: string, id: string, lock?: "to change"): Promise<InvoiceRow | null> {
  const [row] = await tx<InvoiceRow[]>`
    select * from invoices where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/**
 * Locked in order of id, so that two writers do not block each other. A subquery, because a thousand ids in an array are
 * compared with one row after the other wherever the index is not taken.
 */
export const selectInvoicesById = (tx: Tx, org: string, ids: readonly string[], lock?: "to change") => tx<InvoiceRow[]>`
  select * from invoices
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) order by id
  ${lock ? tx`for update of invoices` : tx``}`;

export interface ShareRow extends Share {
  sourceInvoiceId: string;
  organizationId: string;
  facilityName: string;
}

/** Of each invoice all the shares that there are, in the order in which they were sent. */
export const selectShares = (tx: Tx, rows: readonly Pick<InvoiceRow, "organizationId" | "sourceInvoiceId">[]) => tx<
  ShareRow[]
>`
  select i.source_invoice_id, i.organization_id, i.facility_id, i.percentage, i.company_name, f.name as facility_name
  from invoices i join facilities f on f.organization_id = i.organization_id and f.id = i.facility_id
  where i.organization_id = any(${[...new Set(rows.map(({ organizationId }) => organizationId))]}::uuid[])
    and i.source_invoice_id = any(${[...new Set(rows.map(({ sourceInvoiceId }) => sourceInvoiceId))]}::uuid[])
  order by i.id`;

/** Before anything is locked: to know which factors to ask for. */
export async function selectCountries(tx: Tx, org: string, facilityIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ country: string }[]>`
    select distinct country from facilities
    where organization_id = ${org} and id = any(${facilityIds as string[]}::uuid[])`;
  return rows.map(({ country }) => country);
}

export async function updateInvoice(tx: Tx, org: string, i: InvoiceRow): Promise<InvoiceRow> {
  const [row] = await tx<[InvoiceRow]>`
    update invoices set
      revision = ${i.revision}, facility_id = ${i.facilityId}, start_date = ${i.startDate}, end_date = ${i.endDate},
      base_quantity = ${i.baseQuantity}, quantity = ${i.quantity}, unit_id = ${i.unitId},
      facility_fuel_id = ${i.facilityFuelId}, fuel_category = ${i.fuelCategory}, fuel_key = ${i.fuelKey},
      supplier_id = ${i.supplierId}, supplier_key = ${i.supplierKey}, custom_ef_record_id = ${i.customEfRecordId},
      custom_emission_factor_id = ${i.customEmissionFactorId}, custom_factor_owner_id = ${i.customFactorOwnerId},
      custom_factor_revision = ${i.customFactorRevision}, invoice_id = ${i.invoiceId}, cups = ${i.cups},
      toc = ${i.toc}, toc_id = ${i.tocId}, file_id = ${i.fileId}, file_name = ${i.fileName}, file_url = ${i.fileUrl},
      status = ${i.status}, calculation_status = ${i.calculationStatus}, error_code = ${i.errorCode},
      error_detail = ${i.errorDetail}, co2e = ${i.co2e}, co2e_biomass = ${i.co2eBiomass}, updated_at = now()
    where organization_id = ${org} and id = ${i.id}
    returning *`;
  return row;
}
