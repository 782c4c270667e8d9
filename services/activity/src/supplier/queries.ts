import type { Tx } from "@emissions/kit/db/transactions";
import { SupplierSchema } from "@emissions/proto/activity/v1/supplier_service";
import { rowWriter } from "../rows.ts";
import type { SupplierValues } from "./rules.ts";

export interface SupplierRow extends SupplierValues {
  id: string;
  organizationId: string;
  createdAt: Date;
  updatedAt: Date | null;
}

export const toSupplier = rowWriter(SupplierSchema);

export async function insertSupplier(tx: Tx, org: string, id: string, supplier: SupplierValues): Promise<SupplierRow> {
  const { businessName, country, vat, codeType, code, sectorEdition, status } = supplier;
  const [row] = await tx<[SupplierRow]>`
    insert into suppliers (organization_id, id, business_name, country, vat, code_type, code, sector_edition, status)
    values (${org}, ${id}, ${businessName}, ${country}, ${vat}, ${codeType}, ${code}, ${sectorEdition}, ${status})
    returning *`;
  return row;
}

/** `for update` prevents changes of the supplier until the transaction ends. */
export async function selectSupplier(
  tx: Tx,
  org: string,
  id: string,
  lock?: "for update",
): Promise<SupplierRow | null> {
  const [row] = await tx<SupplierRow[]>`
    select * from suppliers where organization_id = ${org} and id = ${id} ${lock ? tx`for update` : tx``}`;
  return row ?? null;
}

/** The lock prevents deletions of the suppliers until the transaction ends. Locks in order of id. */
export const selectSuppliersById = (tx: Tx, orgs: readonly string[], ids: readonly string[], lock?: "lock") => tx<
  SupplierRow[]
>`
  select * from suppliers
  where organization_id = any(${orgs as string[]}::uuid[]) and id = any(${ids as string[]}::uuid[])
  order by id ${lock ? tx`for key share` : tx``}`;

export async function updateSupplier(tx: Tx, org: string, id: string, supplier: SupplierValues): Promise<SupplierRow> {
  const { businessName, country, vat, codeType, code, sectorEdition, status } = supplier;
  const [row] = await tx<[SupplierRow]>`
    update suppliers set business_name = ${businessName}, country = ${country}, vat = ${vat}, code_type = ${codeType},
      code = ${code}, sector_edition = ${sectorEdition}, status = ${status}, updated_at = now()
    where organization_id = ${org} and id = ${id}
    returning *`;
  return row;
}

export async function isSupplierInUse(tx: Tx, org: string, id: string): Promise<boolean> {
  const [row] = await tx<[{ used: boolean }]>`
    select exists (select from purchases where organization_id = ${org} and supplier_id = ${id}) as used`;
  return row.used;
}

export const deleteSupplier = (tx: Tx, org: string, id: string) =>
  tx`delete from suppliers where organization_id = ${org} and id = ${id}`;
