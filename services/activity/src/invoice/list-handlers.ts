import type { ServiceImpl } from "@connectrpc/connect";
import { principalOf } from "@emissions/kit/wire/principal";
import type { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import type { Context } from "../context.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery, parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { deleteInvoices } from "./deletion.ts";
import { invoiceList } from "./list.ts";
import { toInvoice } from "./message.ts";
import { type InvoiceRow, selectShares } from "./queries.ts";

type Handlers = Pick<
  ServiceImpl<typeof InvoiceService>,
  "listInvoices" | "listInvoiceValues" | "deleteInvoices" | "deleteInvoicesByFilters"
>;

export const invoiceListHandlers = ({ db, units, factors }: Context): Handlers => ({
  listInvoices: async (request, call) => {
    const asked = parseListQuery(invoiceList, request, principalOf(call));
    const { rows, shares, ...numbers } = await db.read(
      call,
      async (tx) => {
        const found = await selectList<InvoiceRow>(tx, asked);
        return { ...found, shares: await selectShares(tx, found.rows) };
      },
      asked.view,
    );
    const [known, own] = await Promise.all([units.all(), factors.forNames(call, rows)]);
    return { invoices: rows.map((row) => toInvoice(row, { units: known, factors: own, shares })), ...numbers };
  },

  listInvoiceValues: async ({ field, ...request }, call) => {
    checkField(invoiceList, field);
    const asked = parsePartialListQuery(invoiceList, request, principalOf(call));
    return { uniqueValues: await db.read(call, (tx) => selectValues(tx, invoiceList, asked, field), asked.view) };
  },

  deleteInvoices: (request, call) =>
    db.write(call, request, async (write) => {
      const named = { table: invoiceList.table, field: "invoice_ids", ids: request.invoiceIds };
      return { deletion: await deleteById(write, named, deleteInvoices) };
    }),

  deleteInvoicesByFilters: (request, call) => {
    const asked = parsePartialListQuery(invoiceList, request, principalOf(call));
    return db.write(call, request, async (write) => ({
      deletion: await deleteMatching(write, asked, request.filterHash, deleteInvoices),
    }));
  },
});
