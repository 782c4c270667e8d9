import type { Tx } from "@emissions/kit/db/transactions";
import type { PurchaseValues } from "./rules.ts";

export interface PurchaseRow extends PurchaseValues {
  id: string;
  organizationId: string;
  revision: number;
  /** Of the group that it names; null when it names none. */
  customGroupRevision: number | null;
  uploadedBy: string | null;
  calculationStatus: string;
  calculationErrorCode: string | null;
  co2e: string | null;
  exchangeRateToEur: string | null;
  exchangeRateDate: string | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** How a purchase stands until its result comes. */
export const NOT_CALCULATED = {
  calculationStatus: "pending",
  calculationErrorCode: null,
  co2e: null,
  exchangeRateToEur: null,
  exchangeRateDate: null,
} as const;

export interface NewPurchase extends PurchaseValues {
  id: string;
  customGroupRevision: number | null;
  uploadedBy: string | null;
  createdAt: Date;
}

export const insertPurchase = (tx: Tx, org: string, p: NewPurchase) => tx`
  insert into purchases (
    organization_id, id, product_name, description, sector, quantity, unit_id, non_currency_quantity,
    non_currency_unit_id, purchase_date, expense_type, purchase_type, status, recycled, frequency, supplier_id,
    custom_emission_factor_id, custom_group_revision, file_id, file_name, file_url, uploaded_by, created_at)
  values (
    ${org}, ${p.id}, ${p.productName}, ${p.description}, ${p.sector}, ${p.quantity}, ${p.unitId},
    ${p.nonCurrencyQuantity}, ${p.nonCurrencyUnitId}, ${p.purchaseDate}, ${p.expenseType}, ${p.purchaseType},
    ${p.status}, ${p.recycled}, ${p.frequency}, ${p.supplierId}, ${p.customEmissionFactorId},
    ${p.customGroupRevision}, ${p.fileId}, ${p.fileName}, ${p.fileUrl}, ${p.uploadedBy}, ${p.createdAt})`;

/** The row as the statement above stores it: the database decides nothing. */
export const inserted = (org: string, p: NewPurchase): PurchaseRow => ({
  ...p,
  ...NOT_CALCULATED,
  organizationId: org,
  revision: 1,
  updatedAt: null,
});

export async function selectPurchase(tx: Tx, org: string, id: string, lock?: "to change"): Promise<PurchaseRow | null> {
  const [row] = await tx<PurchaseRow[]>`
    select * from purchases where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

export async function updatePurchase(tx: Tx, org: string, p: PurchaseRow): Promise<PurchaseRow> {
  const [row] = await tx<[PurchaseRow]>`
    update purchases set
      revision = ${p.revision}, product_name = ${p.productName}, description = ${p.description}, sector = ${p.sector},
      quantity = ${p.quantity}, unit_id = ${p.unitId}, non_currency_quantity = ${p.nonCurrencyQuantity},
      non_currency_unit_id = ${p.nonCurrencyUnitId}, purchase_date = ${p.purchaseDate},
      expense_type = ${p.expenseType}, purchase_type = ${p.purchaseType}, status = ${p.status},
      recycled = ${p.recycled}, frequency = ${p.frequency}, supplier_id = ${p.supplierId},
      custom_emission_factor_id = ${p.customEmissionFactorId}, custom_group_revision = ${p.customGroupRevision}, file_id = ${p.fileId}, file_name = ${p.fileName},
      file_url = ${p.fileUrl}, calculation_status = ${p.calculationStatus},
      calculation_error_code = ${p.calculationErrorCode}, co2e = ${p.co2e},
      exchange_rate_to_eur = ${p.exchangeRateToEur}, exchange_rate_date = ${p.exchangeRateDate}, updated_at = now()
    where organization_id = ${org} and id = ${p.id}
    returning *`;
  return row;
}

/** Gives back the last revision of what was deleted. */
export async function deletePurchase(tx: Tx, org: string, id: string): Promise<{ revision: number } | null> {
  const [row] = await tx<{ revision: number }[]>`
    delete from purchases where organization_id = ${org} and id = ${id} returning revision`;
  return row ?? null;
}
