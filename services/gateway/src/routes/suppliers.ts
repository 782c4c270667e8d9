import {
  SupplierCodeTypeSchema,
  SupplierService,
  SupplierStatusSchema,
} from "@emissions/proto/activity/v1/supplier_service";
import { SectorEditionSchema } from "@emissions/proto/factors/v1/sector_service";
import { z } from "zod";
import { country, enumOf, pattern, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { createSupplier, getSupplier, listSuppliers, updateSupplier, deleteSupplier } = SupplierService.method;

const NewSupplier = z.strictObject({
  business_name: text(255),
  country,
  vat: text(64).nullish(),
  code_type: enumOf(SupplierCodeTypeSchema).nullish(),
  code: pattern(/^[0-9A-Za-z][0-9A-Za-z./ -]{0,19}$/).nullish(),
  sector_edition: enumOf(SectorEditionSchema).nullish(),
});
const example = { business_name: "Papelera del Norte", country: "ES", code_type: "nace", code: "17.12" };

const Changes = NewSupplier.extend({ status: enumOf(SupplierStatusSchema) })
  .partial()
  .meta({ examples: [{ code_type: "nace", code: "62.01" }] });

const one = "/v1/suppliers/{id}";

export const supplierRoutes = [
  route(createSupplier, {
    http: "POST /v1/suppliers",
    summary: "Create a supplier",
    body: NewSupplier.meta({ examples: [example] }),
    status: 201,
  }),
  describedRoute(listSuppliers, {
    http: "GET /v1/suppliers",
    summary: "List suppliers",
    query: listQuery(listSuppliers.input, 50),
    list: "pages",
    cursors: true,
  }),
  route(getSupplier, { http: `GET ${one}`, summary: "Get a supplier" }),
  route(updateSupplier, { http: `PATCH ${one}`, versioned: true, summary: "Change a supplier", body: Changes }),
  route(deleteSupplier, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a supplier",
    refuses: ["SUPPLIER_IN_USE"],
  }),
];
