import { inOrder } from "@emissions/kit/db/in-order";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { Context } from "../context.ts";
import type { FacilityDependant } from "../facility/dependant.ts";
import { lockFacilities } from "../facility/queries.ts";
import { selectNext } from "../facility/records.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import { completeItemsOfDeleted } from "../job/deleted-records.ts";
import { announceAllDeleted, announceStored } from "../records/announce.ts";
import { nameOf } from "../records/record-type.ts";
import { type InvoiceRow, selectInvoicesById } from "./queries.ts";
import { invoiceRecords } from "./record-type.ts";
import { isCounted } from "./rules.ts";

const INVOICES = { table: "invoices" };

/** Deletes those of the invoices that there are, takes them out of all totals, and tells which there were. */
export async function deleteInvoices(write: Write, ids: readonly string[]): Promise<string[]> {
  const gone = await removeInvoices(write, ids);
  const there = gone.map(({ id }) => id);
  await inOrder(
    () => completeItemsOfDeleted(write, nameOf(EntityType.INVOICES), there),
    () => leaveFacilityTotals(write.tx, write.org, gone),
  );
  return there;
}

/** The part of one facility by its id, or all parts by that of their invoice. */
export async function selectParts(tx: Tx, org: string, id: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from invoices where organization_id = ${org} and (id = ${id} or source_invoice_id = ${id})`;
  return rows.map((row) => row.id);
}

/** Leaves the totals of the facilities alone, and the items that wait for the invoices. */
async function removeInvoices(write: Write, ids: readonly string[]): Promise<InvoiceRow[]> {
  const { tx, org } = write;
  const gone = await selectInvoicesById(tx, org, ids, "to change");
  await tx`
    delete from invoices where organization_id = ${org} and id in (select unnest(${gone.map(({ id }) => id)}::uuid[]))`;
  announceAllDeleted(write, EntityType.INVOICES, gone);
  return gone;
}

/** Takes what invoices show out of the totals of their facilities. */
export const leaveFacilityTotals = (tx: Tx, org: string, invoices: readonly InvoiceRow[]) =>
  moveFacilityTotals(
    tx,
    org,
    invoices.filter(isCounted).map(({ facilityId, ...was }) => ({ facilityId, was, is: null })),
  );

export const invoicesOfFacilities = (context: Pick<Context, "units">): FacilityDependant => ({
  entityType: EntityType.INVOICES,
  deleteOfFacility: async (write, facilityId, doneTo) => {
    const { ids, progress } = await selectNext(write, INVOICES, facilityId, doneTo);
    const gone = await removeInvoices(write, ids);
    return { gone: gone.map(({ id }) => id), progress };
  },
  announceOfFacility: async (write, facilityId, doneTo) => {
    const { tx, org } = write;
    // Before its invoices, in the order in which it is deleted.
    await lockFacilities(tx, org, [facilityId]);
    const { ids, progress } = await selectNext(write, INVOICES, facilityId, doneTo);
    const held = await selectInvoicesById(tx, org, ids, "to change");
    const there = held.map(({ id }) => id);
    await resetInvoices(tx, org, there);
    await leaveFacilityTotals(tx, org, held);
    announceStored(write, await invoiceRecords(context).selectInputs(tx, org, there));
    return progress;
  },
});

/** Takes the number off invoices; what clients set as their status stays. */
const resetInvoices = (tx: Tx, org: string, ids: readonly string[]) => tx`
  update invoices set revision = revision + 1, calculation_status = 'pending', error_code = null, error_detail = null,
    co2e = null, co2e_biomass = null,
    status = case when status in ('uploaded', 'review', 'inactive') then status else 'loading' end
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))`;
