import {
  ExpenseTypeSchema,
  PurchaseFrequencySchema,
  PurchaseService,
  PurchaseStatusSchema,
  PurchaseTypeSchema,
} from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { explanation } from "../compose/calculations.ts";
import { activityDay, decimal, enumOf, groupView, id, listOf, text } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { amount, DELETED_BYTES_MAX, DELETED_MAX, filedFilter, paged, Seen } from "./lists.ts";

const {
  createPurchase,
  getPurchase,
  listPurchases,
  updatePurchase,
  deletePurchase,
  listPurchaseValues,
  deletePurchases,
  deletePurchasesByFilters,
} = PurchaseService.method;

const Fields = z.strictObject({
  product_name: text(255),
  description: z.string().max(500).nullish(),
  sector: text(255),
  quantity: amount().nullish(),
  unit_id: id.nullish(),
  non_currency_quantity: amount().nullish(),
  non_currency_unit_id: id.nullish(),
  purchase_date: activityDay(),
  expense_type: enumOf(ExpenseTypeSchema),
  purchase_type: enumOf(PurchaseTypeSchema).optional(),
  status: enumOf(PurchaseStatusSchema).optional(),
  recycled: decimal({ min: "0", max: "1" }).nullish(),
  frequency: enumOf(PurchaseFrequencySchema).optional(),
  supplier_id: id.nullish(),
  custom_emission_factor_id: id.nullish(),
  file_id: id.nullish(),
  file_name: text(255).nullish(),
  file_url: text(2048).nullish(),
});

/** One pair is needed. */
const AMOUNT_PAIRS = ["quantity", "unit_id", "non_currency_quantity", "non_currency_unit_id"] as const;
const PAIR =
  "exactly one complete pair is needed: quantity and unit_id, or non_currency_quantity and non_currency_unit_id";
const given = (value: unknown) => value !== undefined && value !== null;

/** Looks at what was sent, also when other fields are wrong, so that all mistakes are told at once. */
const NewPurchase = Fields.refine(
  (sent) =>
    given(sent.quantity) === given(sent.unit_id) &&
    given(sent.non_currency_quantity) === given(sent.non_currency_unit_id) &&
    given(sent.quantity) !== given(sent.non_currency_quantity),
  {
    message: PAIR,
    params: { type: "value_error.amount_pair" },
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
).meta({
  examples: [
    {
      product_name: "Office paper",
      sector: "17.12",
      quantity: 1250.5,
      unit_id: unitId("EUR"),
      purchase_date: "2025-03-14",
      expense_type: "opex",
    },
  ],
});

const Filter = z.object({
  status: listOf(enumOf(PurchaseStatusSchema)),
  calculation_status: listOf(enumOf(CalculationStatusSchema)),
  purchase_type: listOf(enumOf(PurchaseTypeSchema)),
  expense_type: listOf(enumOf(ExpenseTypeSchema)),
  file_name: listOf(z.string().max(255)),
  supplier_id: listOf(id),
  ...filedFilter,
});

const FIELDS = ["status", "calculation_status", "purchase_type", "expense_type", "supplier_id", "file_id"] as const;

const Ids = z
  .strictObject({ purchase_ids: z.array(id).min(1).max(DELETED_MAX) })
  .meta({ examples: [{ purchase_ids: ["0197f3a0-0000-7000-8000-000000000001"] }] });

const one = "/v1/purchases/{id}";

export const purchaseRoutes = [
  route(createPurchase, {
    http: "POST /v1/purchases",
    summary: "Create a purchase",
    body: NewPurchase,
    returns: "purchase",
    status: 201,
    essential: ["product_name", "sector", "purchase_date", "expense_type", ...AMOUNT_PAIRS],
  }),
  route(listPurchases, {
    http: "GET /v1/purchases",
    summary: "List purchases",
    query: Filter.extend(paged("purchase_date", "created_at")),
    returns: "purchases",
    list: "pages",
    beside: ["filterHash", "totalCapped"],
  }),
  route(listPurchaseValues, {
    http: "GET /v1/purchases/unique-values",
    summary: "List the values of a field of the purchases",
    query: z.object({ field: z.enum(FIELDS), ...groupView }),
    returns: "uniqueValues",
  }),
  route(deletePurchases, {
    http: "POST /v1/purchases/bulk-delete",
    summary: "Delete purchases",
    body: Ids,
    bodyBytesMax: DELETED_BYTES_MAX,
    itemsMax: DELETED_MAX,
    returns: "deletion",
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
  }),
  route(deletePurchasesByFilters, {
    http: "POST /v1/purchases/bulk-delete-by-filters",
    summary: "Delete all purchases that match",
    query: Filter,
    body: Seen,
    returns: "deletion",
    counts: (_, { deletion }) => deletion?.successCount ?? 0,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
  route(getPurchase, { http: `GET ${one}`, summary: "Get a purchase", returns: "purchase" }),
  route(updatePurchase, {
    http: `PATCH ${one}`,
    summary: "Change a purchase",
    body: Fields.partial().meta({ examples: [{ sector: "62.02", recycled: 0.25 }] }),
    returns: "purchase",
    refuses: ["PURCHASE_CHANGED_MEANWHILE"],
  }),
  route(deletePurchase, { http: `DELETE ${one}`, summary: "Delete a purchase" }),
  explanation({
    http: `GET ${one}/calculation`,
    what: "a purchase",
    entityType: EntityType.PURCHASES,
    get: getPurchase,
    record: ({ purchase }) => purchase,
  }),
];
