import type { Tx } from "@emissions/kit/db/transactions";
import { selectUsersById } from "../organization/queries.ts";
import { selectSuppliersById } from "../supplier/queries.ts";
import type { Related } from "./message.ts";
import type { PurchaseRow } from "./queries.ts";

/** The suppliers and people that the purchases name, to be asked for by row. */
export async function selectRelated(tx: Tx, orgs: readonly string[], rows: readonly PurchaseRow[]) {
  const [suppliers, users] = await Promise.all([
    selectSuppliersById(tx, orgs, [...new Set(rows.flatMap(({ supplierId }) => supplierId ?? []))]),
    selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]),
  ]);
  const supplierOf = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const userOf = new Map(users.map((user) => [user.id, user]));
  return ({ supplierId, uploadedBy }: PurchaseRow): Pick<Related, "supplier" | "user"> => ({
    supplier: supplierOf.get(supplierId ?? "") ?? null,
    user: userOf.get(uploadedBy ?? "") ?? null,
  });
}
