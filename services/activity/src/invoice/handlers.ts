import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import { type InvoiceService, UpdateInvoiceRequestSchema } from "@emissions/proto/activity/v1/invoice_service";
import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { changeInvoice } from "./change.ts";
import { sentInvoice, storeInvoice } from "./create.ts";
import { deleteInvoices, selectParts } from "./deletion.ts";
import { invoiceListHandlers } from "./list-handlers.ts";
import { toInvoice } from "./message.ts";
import { selectCountries, selectInvoice, selectInvoicesById, selectShares } from "./queries.ts";
import { checkRequest, recalculate } from "./recalculation.ts";
import { forNames, lookUp } from "./references.ts";
import { checkStatus, needsRecalculation, sentValues } from "./rules.ts";

export const invoiceHandlers = (context: Context): ServiceImpl<typeof InvoiceService> => {
  const { db, factors } = context;
  const callerOf = callerCache(db);
  return {
    ...invoiceListHandlers(context),

    createInvoice: async (request, call) => {
      const sent = sentInvoice(request, principalOf(call).organizationId);
      const facilityIds = sent.shares.map(({ facilityId }) => facilityId);
      const countries = await db.read(call, (tx, org) => selectCountries(tx, org, facilityIds));
      const found = await lookUp(context, call, { invoice: sent.values, countries });
      const references = { ...found, gwpSet: (await callerOf(call)).organization.gwpSet };
      return db.write(call, request, async (write) => {
        const [first] = await storeInvoice(write, sent, references);
        write.about(first!.id);
        return { invoice: toInvoice(first!, { ...references, shares: await selectShares(write.tx, [first!]) }) };
      });
    },

    getInvoice: async ({ id }, call) => {
      const { row, shares } = await db.read(call, async (tx, org) => {
        const found = isId(id) ? await selectInvoice(tx, org, id) : null;
        if (found === null) throw notFound("invoice");
        return { row: found, shares: await selectShares(tx, [found]) };
      });
      return { invoice: toInvoice(row, { ...(await forNames(context, call, [row])), shares }) };
    },

    updateInvoice: async (request, call) => {
      const sent = { ...sentValues(request), status: request.status, uploadedBy: null };
      const { status, uploadedBy: _, ...changes } = masked(UpdateInvoiceRequestSchema, request.updateMask, sent);
      refuse(checkStatus(status));
      const { seen, countries } = await db.read(call, (tx, org) => selectToChange(tx, org, request.id, changes));
      const after = seen && { ...seen, ...changes };
      const references =
        after && needsRecalculation(seen, changes)
          ? await lookUp(context, call, { invoice: after, countries })
          : await forNames(context, call, seen ? [seen] : []);
      return db.write(call, request, async (write) => {
        // Only now, for a repeat gets the first answer although the invoice is gone since.
        if (seen === null) throw notFound("invoice");
        write.about(seen.id);
        const row = await changeInvoice(write, { seen, changes, status }, references);
        return { invoice: toInvoice(row, { ...references, shares: await selectShares(write.tx, [row]) }) };
      });
    },

    deleteInvoice: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        const parts = isId(id) ? await selectParts(write.tx, write.org, id) : [];
        if ((await deleteInvoices(write, parts)).length === 0) throw notFound("invoice");
        write.about(id);
        return {};
      }),

    recalculateInvoices: async (request, call) => {
      checkRequest(request);
      const rows = await db.read(call, (tx, org) => selectInvoicesById(tx, org, request.invoiceIds));
      const known = await factors.inForce(call, rows);
      return db.write(call, request, async (write) => ({
        recalculation: await recalculate(context, write, request, known),
      }));
    },
  };
};

/** With the country where it will be priced. */
async function selectToChange(tx: Tx, org: string, id: string, changes: { facilityId?: string }) {
  const seen = isId(id) ? await selectInvoice(tx, org, id) : null;
  const facilityId = changes.facilityId ?? seen?.facilityId ?? "";
  return { seen, countries: isId(facilityId) ? await selectCountries(tx, org, [facilityId]) : [] };
}
