import type { Context } from "../context.ts";
import { facilityDeletable } from "../facility/delete.ts";
import { invoices } from "../invoice/invoice.ts";
import { purchases } from "../purchase/purchase.ts";
import { RECORDS_MAX } from "../records/announce.ts";
import { removeRecords } from "../records/delete.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { wastes } from "../waste/waste.ts";
import { wasteWater } from "../waste_water/waste_water.ts";
import type { Deletable } from "./deletion.ts";

const deletableRecords = (kind: RecordTable): Deletable => ({
  entityType: tableOf(kind),
  batchSize: RECORDS_MAX,
  deleteItems: async (write, ids) => void (await removeRecords(write, kind, ids)),
});

/** The entity types that jobs can delete. */
export const deletables = (context: Context): readonly Deletable[] => [
  ...[purchases, wastes, invoices, wasteWater].map(deletableRecords),
  facilityDeletable(context),
];
