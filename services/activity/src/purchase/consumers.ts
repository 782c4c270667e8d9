import type { Tx } from "@emissions/kit/db/transactions";
import { type Consumer, on } from "@emissions/kit/messages/consume";
import { NIL_ID } from "@emissions/kit/process/id";
import { SupplierCorrectedSchema } from "@emissions/proto/activity/v1/supplier_service";
import type { Context } from "../context.ts";
import { announceStored, RECORDS_MAX } from "../records/announce.ts";
import { purchaseRecords } from "./record-type.ts";

interface Piece {
  supplierId: string;
  doneToId: string;
}

/** Prices the purchases of a corrected supplier again: each event one piece of them, and announces the next piece. */
export const purchaseConsumers = (context: Pick<Context, "units">): Consumer[] => [
  on(SupplierCorrectedSchema, async (write, { supplierId, purchasesDoneToId }) => {
    const { tx, org, emit } = write;
    const rows = await resetPurchases(tx, org, { supplierId, doneToId: purchasesDoneToId || NIL_ID });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id).sort();
    announceStored(write, await purchaseRecords(context).selectInputs(tx, org, ids));
    if (ids.length === RECORDS_MAX) emit(SupplierCorrectedSchema, { supplierId, purchasesDoneToId: ids.at(-1)! });
  }),
];

/** Takes the number off the next purchases of a supplier, in order of id. */
const resetPurchases = (tx: Tx, org: string, { supplierId, doneToId }: Piece) => tx<{ id: string }[]>`
  update purchases set revision = revision + 1, calculation_status = 'pending', calculation_error_code = null,
    co2e = null, exchange_rate_to_eur = null, exchange_rate_date = null
  where organization_id = ${org} and id = any(array(
    select id from purchases
    where organization_id = ${org} and supplier_id = ${supplierId} and id > ${doneToId}
    order by id limit ${RECORDS_MAX} for update))
  returning id`;
