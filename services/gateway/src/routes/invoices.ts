import {
  InvoiceActivitySchema,
  InvoiceService,
  InvoiceStatusSchema,
  InvoiceTypeSchema,
} from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { activityDay, decimal, enumOf, groupView, id, listOf, text } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { amount, DELETED_BYTES_MAX, DELETED_MAX, filedFilter, paged, Seen } from "./lists.ts";

const {
  createInvoice,
  getInvoice,
  listInvoices,
  listInvoiceValues,
  updateInvoice,
  deleteInvoice,
  deleteInvoices,
  deleteInvoicesByFilters,
  recalculateInvoices,
} = InvoiceService.method;

const FACILITIES_MAX = 100;
const RECALCULATED_MAX = 1_000;

const Fields = z.strictObject({
  base_quantity: amount(),
  unit_id: id,
  start_date: activityDay(),
  end_date: activityDay(),
  facility_fuel_id: id.nullish(),
  supplier_id: id.nullish(),
  custom_ef_record_id: id.nullish(),
  custom_emission_factor_id: id.nullish(),
  invoice_id: text(255).nullish(),
  cups: text(255).nullish(),
  toc: text(255).nullish(),
  toc_id: id.nullish(),
  file_id: id.nullish(),
  file_name: text(255).nullish(),
  file_url: text(2048).nullish(),
  uploaded_by: id.nullish(),
});

const Share = z.strictObject({
  organization_id: id,
  facility_id: id,
  percentage: decimal({ min: "0", max: "1" }),
  company_name: z.string().max(255).nullish(),
  facility_name: z.string().max(255).nullish(),
});

const NewInvoice = Fields.extend({
  type: enumOf(InvoiceTypeSchema),
  facility_percentages: z.array(Share).min(1).max(FACILITIES_MAX).optional(),
  facility_id: id.nullish(),
}).meta({
  examples: [
    {
      type: "electricity",
      facility_id: "0197f3a0-0000-7000-8000-000000000001",
      base_quantity: 1250.5,
      unit_id: unitId("kWh"),
      start_date: "2025-01-01",
      end_date: "2025-01-31",
      invoice_id: "F-2025-0117",
      cups: "ES0021000000000001JN",
    },
  ],
});

const Changes = Fields.extend({ facility_id: id, status: enumOf(InvoiceStatusSchema) })
  .partial()
  .meta({ examples: [{ base_quantity: 1300, invoice_id: "F-2025-0118" }] });

const Ids = z
  .strictObject({ invoice_ids: z.array(id).min(1).max(DELETED_MAX) })
  .meta({ examples: [{ invoice_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const Recalculation = z
  .strictObject({
    invoice_ids: z.array(id).min(1).max(RECALCULATED_MAX),
    activity_categories: z.array(enumOf(InvoiceActivitySchema)).min(1).max(InvoiceActivitySchema.values.length),
  })
  .meta({
    examples: [{ invoice_ids: ["0197f3a0-0000-7000-8000-000000000001"], activity_categories: ["electricity"] }],
  });

const Filter = z.object({
  type: listOf(enumOf(InvoiceTypeSchema)),
  status: listOf(enumOf(InvoiceStatusSchema)),
  facility_id: listOf(id),
  ...filedFilter,
});

const FIELDS = ["type", "status", "facility_id", "file_id"] as const;

const one = "/v1/invoices/{id}";

export const invoiceRoutes = [
  route(createInvoice, {
    http: "POST /v1/invoices",
    summary: "Create an invoice",
    body: NewInvoice,
    returns: "invoice",
    status: 201,
  }),
  route(listInvoices, {
    http: "GET /v1/invoices",
    summary: "List invoices",
    query: Filter.extend(paged("start_date", "created_at")),
    returns: "invoices",
    list: "pages",
    beside: ["filterHash", "totalCapped"],
  }),
  route(listInvoiceValues, {
    http: "GET /v1/invoices/unique-values",
    summary: "List the values of a field of the invoices",
    query: z.object({ field: z.enum(FIELDS), ...groupView }),
    returns: "uniqueValues",
  }),
  route(recalculateInvoices, {
    http: "POST /v1/invoices/recalculate",
    summary: "Calculate invoices again",
    body: Recalculation,
    itemsMax: RECALCULATED_MAX,
    returns: "recalculation",
    status: 202,
    counts: (_, { recalculation }) => recalculation?.count ?? 0,
    refuses: ["MIXED_INVOICE_TYPES", "UNSUPPORTED_INVOICE_TYPE", "ACTIVITY_CATEGORY_MISMATCH"],
  }),
  route(deleteInvoices, {
    http: "POST /v1/invoices/bulk-delete",
    summary: "Delete invoices",
    body: Ids,
    bodyBytesMax: DELETED_BYTES_MAX,
    itemsMax: DELETED_MAX,
    returns: "deletion",
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
  }),
  route(deleteInvoicesByFilters, {
    http: "POST /v1/invoices/bulk-delete-by-filters",
    summary: "Delete all invoices that match",
    query: Filter,
    body: Seen,
    returns: "deletion",
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
  route(getInvoice, { http: `GET ${one}`, summary: "Get an invoice", returns: "invoice" }),
  route(getInvoice, {
    http: "GET /v3/invoices/{id}",
    summary: "Get an invoice, under its other address",
    operation: "getInvoiceV3",
    returns: "invoice",
  }),
  explanation({
    http: `GET ${one}/calculation`,
    what: "an invoice",
    operation: "getInvoiceCalculation",
    entityType: EntityType.INVOICES,
    get: getInvoice,
    record: ({ invoice }) => invoice,
  }),
  route(updateInvoice, {
    http: `PATCH ${one}`,
    summary: "Change an invoice",
    body: Changes,
    returns: "invoice",
    refuses: ["RECORD_CHANGED_MEANWHILE"],
  }),
  route(deleteInvoice, { http: `DELETE ${one}`, summary: "Delete an invoice" }),
];
