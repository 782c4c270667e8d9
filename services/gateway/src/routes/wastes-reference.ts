import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { z } from "zod";
import { id, pattern } from "../rest/fields.ts";
import { choice, page, size } from "../rest/query-fields.ts";
import { route } from "../rest/route.ts";

const { listRdCodes, listLerCodes, listWasteFactors } = WasteCatalogueService.method;

const Treatments = z.object({ ler_code_id: id.optional() });

const Codes = z.object({ search: z.string().max(255).optional(), hazardous: choice });

const Pairs = z.object({
  page,
  size: size(50, 100),
  region: pattern(/^([A-Z]{2}|GLO)$/, "value_error.country", "expected GLO or two capital letters").optional(),
  low_code: pattern(/^\d{2} ?\d{2} ?\d{2}$/).optional(),
  rd_code: pattern(/^[RD]\d{1,2}$/).optional(),
});

export const wasteReferenceRoutes = [
  route(listRdCodes, {
    http: "GET /v1/wastes/rd-codes",
    summary: "List recovery and disposal codes",
    query: Treatments,
    list: "bare",
  }),
  route(listLerCodes, { http: "GET /v1/wastes/ler-codes", summary: "List LER codes", query: Codes, list: "bare" }),
  route(listWasteFactors, {
    http: "GET /v1/waste-efs",
    summary: "List pairs of codes that have a factor",
    query: Pairs,
    list: "pages",
  }),
];
