import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import {
  type CreateInvoiceRequest,
  InvoiceSchema,
  InvoiceService,
  InvoiceStatus,
  InvoiceType,
  type ListInvoicesRequest,
} from "@emissions/proto/activity/v1/invoice_service";

export const INVOICE_ID = "0190f3a0-0000-7000-8000-0000000000d1";
const FILTER_HASH = "a3f1c2e4b5d6a7b8";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

/** What was asked for last. */
export interface AskedOfInvoices {
  create?: CreateInvoiceRequest;
  list?: ListInvoicesRequest;
}

/** Knows one invoice of its caller. */
export function invoiceService(asked: AskedOfInvoices, organizationId: string): ServiceEntry {
  const invoice = create(InvoiceSchema, {
    id: INVOICE_ID,
    organizationId,
    type: InvoiceType.ELECTRICITY,
    status: InvoiceStatus.ACTIVE,
    baseQuantity: { value: "0.1" },
    quantity: { value: "0.03333333333333333" },
    percentage: { value: "0.3333333333333333" },
    startDate: "2025-01-01T00:00:00",
    endDate: "2025-01-31T00:00:00",
    co2e: { value: "26.700000000001" },
    enabled: true,
    createdAt: NOW,
  });
  const one = (id: string) => {
    if (id !== INVOICE_ID) throw notFound("invoice");
    return { invoice };
  };
  return serve(InvoiceService, {
    createInvoice: (request) => {
      asked.create = request;
      return { invoice };
    },
    getInvoice: ({ id }) => one(id),
    listInvoices: (request) => {
      asked.list = request;
      return { invoices: [invoice], total: 1, filterHash: FILTER_HASH };
    },
    listInvoiceValues: ({ field }) => ({ uniqueValues: { field, totalCount: 1, values: [{ value: "x", count: 1 }] } }),
    updateInvoice: ({ id }) => one(id),
    deleteInvoice: ({ id }) => {
      one(id);
      return {};
    },
    deleteInvoices: ({ invoiceIds }) => ({
      deletion: { successCount: invoiceIds.length, successIds: invoiceIds, message: "Deleted." },
    }),
    deleteInvoicesByFilters: ({ filterHash }) => {
      if (filterHash !== FILTER_HASH) throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
      return { deletion: { message: "0 deleted." } };
    },
    recalculateInvoices: ({ invoiceIds, activityCategories }) => ({
      recalculation: {
        invoiceIds,
        count: invoiceIds.length,
        processingJobIds: activityCategories.map(() => newId()),
      },
    }),
  });
}
