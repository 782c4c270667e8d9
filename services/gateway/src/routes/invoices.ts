import {
  InvoiceActivitySchema,
  InvoiceService,
  InvoiceStatus,
  InvoiceStatusSchema,
  InvoiceValuesSchema,
} from "@emissions/proto/activity/v1/invoice_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { decimal, enumOf, id } from "../rest/fields.ts";
import { bodySchema, changesSchema } from "../rest/message-schema.ts";
import { route } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = InvoiceService;

const FACILITIES_MAX = 100;
const RECALCULATED_MAX = 1_000;

const example = {
  type: "electricity",
  facility_id: "0197f3a0-0000-7000-8000-000000000001",
  base_quantity: 1250.5,
  unit_id: unitId("kWh"),
  start_date: "2025-01-01",
  end_date: "2025-01-31",
  invoice_id: "F-2025-0117",
  cups: "ES0021000000000001JN",
};
const change = { base_quantity: 1300, invoice_id: "F-2025-0118" };

const Share = z.strictObject({
  organization_id: id,
  facility_id: id,
  percentage: decimal({ min: "0", max: "1" }),
  company_name: z.string().max(255).nullish(),
  facility_name: z.string().max(255).nullish(),
});

const NewInvoice = bodySchema(InvoiceValuesSchema)
  .extend({
    facility_id: id.nullish(),
    facility_percentages: z.array(Share).min(1).max(FACILITIES_MAX).optional(),
    uploaded_by: id.nullish(),
  })
  .meta({ examples: [example] });

const { ACTIVE, UPLOADED, REVIEW, INACTIVE } = InvoiceStatus;

const Changes = changesSchema(InvoiceValuesSchema)
  .extend({
    status: enumOf(InvoiceStatusSchema, [ACTIVE, UPLOADED, REVIEW, INACTIVE]).optional(),
    uploaded_by: id.nullish(),
  })
  .meta({ examples: [change] });

const Recalculation = z
  .strictObject({
    invoice_ids: z.array(id).min(1).max(RECALCULATED_MAX),
    activity_categories: z.array(enumOf(InvoiceActivitySchema)).min(1).max(InvoiceActivitySchema.values.length),
  })
  .meta({
    examples: [{ invoice_ids: ["0197f3a0-0000-7000-8000-000000000001"], activity_categories: ["electricity"] }],
  });

const usual = recordRoutes({
  service: InvoiceService,
  fields: ["type", "status", "facility_id", "file_id"],
  requiredInBatch: ["facility_id"],
  example,
  change,
  differs: { create: { body: NewInvoice }, update: { body: Changes } },
});

export const invoiceRoutes = [
  ...usual,
  route(method.recalculateInvoices, {
    http: "POST /v1/invoices/recalculate",
    summary: "Calculate invoices again",
    restates: true,
    body: Recalculation,
    limits: { items: RECALCULATED_MAX },
    status: 202,
    dry: { total: (_, { recalculation }) => recalculation?.count ?? 0 },
    refuses: ["MIXED_INVOICE_TYPES", "UNSUPPORTED_INVOICE_TYPE", "ACTIVITY_CATEGORY_MISMATCH"],
  }),
  route(method.getInvoice, {
    http: "GET /v3/invoices/{id}",
    summary: "Get an invoice, under its other address",
    operation: "getInvoiceV3",
  }),
];
