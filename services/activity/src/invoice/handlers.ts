import type { ServiceImpl } from "@connectrpc/connect";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import type { Context } from "../context.ts";
import { removeRecords } from "../records/delete.ts";
import { nounOf } from "../records/kind.ts";
import { partsOf } from "../records/parts.ts";
import { prepare } from "../records/prepare.ts";
import { recordStore } from "../records/store.ts";
import { createRecords } from "../records/store-records.ts";
import { selectRecords } from "../records/table.ts";
import { lockVersion } from "../records/version.ts";
import { checkDocument, documentViolation, placedIn } from "./document.ts";
import { checkStatus, heldStatusOf, invoices } from "./invoice.ts";
import { checkRequest, recalculate } from "./recalculation.ts";
import type { InvoiceRow } from "./row.ts";
import { selectPartIds, sharesOf, shareViolation } from "./shares.ts";

export const invoiceHandlers = (context: Context): ServiceImpl<typeof InvoiceService> => {
  const { db, factors } = context;
  const store = recordStore(context, invoices);
  const parts = partsOf(context, invoices);
  const { read, rules, toMessage, table } = parts;
  return {
    /** One record for each facility; the response has the first. */
    createInvoice: async (request, call) => {
      const sent = rules.withDefaults(read(request.values ?? {}), { inBatch: false });
      const shares = sharesOf(request, principalOf(call).organizationId);
      const sourceInvoiceId = newId();
      const values = shares.map((share) => ({ ...sent, ...share, sourceInvoiceId }));
      const prepared = await prepare(parts, call, values);
      const how = { call, request, prepared, place: shareViolation(request) };
      return createRecords(parts, how, ({ rows, lookups }) => {
        const shown = { ...lookups, shares: rows };
        return { invoice: toMessage(rows[0]!, shown, prepared.caller.user) };
      });
    },
    createDocumentInvoices: async (request, call) => {
      checkDocument(request);
      const { organizationId } = principalOf(call);
      const values = request.invoices.flatMap((invoice, index) => {
        const sent = rules.withDefaults(read(invoice.values ?? {}), { inBatch: false });
        const rule = { partial: true, place: placedIn(index) };
        const own = { sourceInvoiceId: newId(), invofoxId: request.readingId };
        return sharesOf(invoice, organizationId, rule).map((share) => ({ ...sent, ...share, ...own }));
      });
      const prepared = await prepare(parts, call, values);
      const how = { call, request, prepared, place: documentViolation(request) };
      return createRecords(parts, how, ({ rows, lookups }) => {
        const shown = { ...lookups, shares: rows };
        return { invoices: rows.map((row) => toMessage(row, shown, prepared.caller.user)) };
      });
    },
    createInvoices: (request, call) => store.createBatch(call, request),
    getInvoice: async ({ id }, call) => ({ invoice: await store.get(call, id) }),
    listInvoices: (request, call) => store.list(call, request, "invoices"),
    listInvoiceValues: async (request, call) => ({ uniqueValues: await store.uniqueValues(call, request) }),
    updateInvoice: (request, call) => {
      const { status } = request;
      if (request.updateMask?.paths.includes("status")) refuse(checkStatus(status));
      const more = { status: { heldStatus: heldStatusOf(status) }, uploaded_by: {} };
      return store.update(call, request, (invoice) => ({ invoice }), more);
    },
    deleteInvoice: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        await lockVersion(call, write, invoices, id);
        const ids = isId(id) ? await selectPartIds(write.tx, write.org, id) : [];
        const { length: count } = await removeRecords(write, invoices, ids);
        if (count === 0) throw notFound(nounOf(invoices));
        write.about(id);
        return { count };
      }),
    deleteInvoices: (request, call) => store.removeByIds(call, request, "invoice_ids"),
    deleteInvoicesByFilters: (request, call) => store.removeByFilter(call, request),
    recalculateInvoices: async (request, call) => {
      checkRequest(request);
      const rows = await db.read(call, (tx, org) => selectRecords<InvoiceRow>(tx, org, table, request.invoiceIds));
      const known = await factors.inForce(call, rows);
      return db.write(call, request, async (write) => ({
        recalculation: await recalculate(context, write, request, known),
      }));
    },
  };
};
