import {
  CertificateFilterSchema,
  CertificateService,
  CertificateValuesSchema,
  type CreateCertificateResponse,
} from "@emissions/proto/activity/v1/certificate_service";
import { z } from "zod";
import { id } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = CertificateService;

const BATCH_MAX = 1_000;
/** 1,000 certificates of some 4 KB. */
const BATCH_BYTES_MAX = 6 * 1024 * 1024;
const INVOICES_MAX = 1_000;

const example = {
  type: "guarantee_of_origin",
  technology: "wind",
  mwh: 120,
  country: "ES",
  production_start_date: "2025-03-01",
  production_end_date: "2025-03-31",
  registry: "CNMC",
  external_id: "643002406801000000000000112233",
};

const NewCertificate = bodySchema(CertificateValuesSchema);
const Changes = changesSchema(CertificateValuesSchema).meta({ examples: [{ mwh: 150, plant: "Wind farm 7" }] });
const Batch = z
  .strictObject({ records: recordsOf(NewCertificate, BATCH_MAX) })
  .meta({ examples: [{ records: [example] }] });
const Invoices = z
  .strictObject({ invoice_ids: z.array(id).min(1).max(INVOICES_MAX).optional() })
  .meta({ examples: [{ invoice_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const all = "/v2/certificates";
const one = `${all}/{id}` as const;
const matches = `${one}/matches` as const;

/** Common properties of the routes. */

/** Why a certificate does not cover an invoice. */
const MISMATCHES = [
  "CERTIFICATE_MARKET_MISMATCH",
  "CERTIFICATE_YEAR_MISMATCH",
  "CERTIFICATE_USED_UP",
  "CERTIFICATE_LIMIT_REACHED",
  "INVOICE_ALREADY_COVERED",
  "INVOICE_NOT_ELECTRICITY",
  "INVOICE_UNIT_NOT_ENERGY",
];

export const certificateRoutes = [
  describedRoute(method.createCertificate, {
    http: `POST ${all}`,
    summary: "Create a certificate",
    body: NewCertificate.meta({ examples: [example] }),
    status: 201,
    location: ({ certificate }: CreateCertificateResponse) => `${all}/${certificate?.id}`,
  }),
  route(method.createCertificates, {
    http: `POST ${all}/batch`,
    summary: "Create certificates",
    body: Batch,
    batch: "records",
    limits: { bodyBytes: BATCH_BYTES_MAX },
    list: "whole",
    status: 201,
    refuses: ["BULK_RECORDS_REJECTED"],
  }),
  describedRoute(method.listCertificates, {
    http: `GET ${all}`,
    summary: "List certificates",
    query: z.object({
      ...querySchema(CertificateFilterSchema),
      page,
      size: size(50, 100),
      sort: sortBy("production_start_date", "mwh", "created_at"),
      ...groupView,
    }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  route(method.getCertificate, { http: `GET ${one}`, summary: "Get a certificate" }),
  describedRoute(method.updateCertificate, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a certificate",
    body: Changes,
    refuses: ["CERTIFICATE_IN_USE"],
  }),
  route(method.deleteCertificate, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a certificate",
    restates: true,
    refuses: ["PERIOD_LOCKED"],
  }),
  route(method.matchCertificate, {
    http: `POST ${matches}`,
    summary: "Cover invoices by a certificate",
    body: Invoices,
    limits: { items: INVOICES_MAX },
    strict: true,
    status: 201,
    dry: { total: (_, { matching }) => matching?.matches.length ?? 0 },
    restates: true,
    refuses: [...MISMATCHES, "PERIOD_LOCKED", "RECORD_CHANGED_MEANWHILE"],
  }),
  describedRoute(method.listCertificateMatches, {
    http: `GET ${matches}`,
    summary: "List the invoices that a certificate covers",
    query: z.object({ page, size: size(50, 100) }),
    list: "pages",
  }),
  route(method.deleteCertificateMatch, {
    http: `DELETE ${matches}/{match_id}`,
    summary: "Delete a match of a certificate",
    restates: true,
    refuses: ["PERIOD_LOCKED"],
  }),
];
