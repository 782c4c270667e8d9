import { type Consumer, on } from "@emissions/kit/messages/consume";
import { NIL_ID } from "@emissions/kit/process/id";
import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import { RECORDS_MAX } from "../records/announce.ts";
import { recalculateRecords } from "../records/delete.ts";
import type { InputCatalogues } from "../records/kind.ts";
import { purchases } from "./purchase.ts";

/** Calculates the purchases of a corrected supplier again. Each event handles one page of ids and announces the next. */
export const purchaseConsumers = (context: InputCatalogues): Consumer[] => [
  on(SupplierCorrectedSchema, async (write, { supplierId, purchasesDoneToId }) => {
    const { tx, org, emit } = write;
    const rows = await tx<{ id: string }[]>`
      select id from purchases
      where organization_id = ${org} and supplier_id = ${supplierId} and id > ${purchasesDoneToId || NIL_ID}
      order by id limit ${RECORDS_MAX}`;
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await recalculateRecords(context, write, purchases, ids);
    if (ids.length === RECORDS_MAX) emit(SupplierCorrectedSchema, { supplierId, purchasesDoneToId: ids.at(-1)! });
  }),
];
