import {
  NewCountrySaleSchema,
  SoldProductPeriodService,
} from "@emissions/proto/activity/v1/sold_product_period_service";
import {
  NewSoldProductSaleSchema,
  SoldProductSaleService,
} from "@emissions/proto/activity/v1/sold_product_sale_service";
import {
  SoldProductEnergySchema,
  SoldProductService,
  SoldProductStageSchema,
} from "@emissions/proto/activity/v1/sold_product_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { activityDay, country, day, decimal, id, text } from "../rest/fields.ts";
import { bodySchema } from "../rest/message-schema.ts";
import { listOf, searchedList } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, route } from "../rest/route.ts";
import { BATCH_MAX, recordRoutes } from "./records.ts";

const products = SoldProductService.method;
const periods = SoldProductPeriodService.method;

const all = "/v1/sold-products";
const one = `${all}/{product_id}` as const;
const ofPeriods = `${all}/periods` as const;
const onePeriod = `${ofPeriods}/{period_id}` as const;

const COUNTRIES_MAX = 300;

const energy = bodySchema(SoldProductEnergySchema);
const stage = bodySchema(SoldProductStageSchema);
const positive = (max: string) => decimal({ above: "0", max, scale: 6 });

const NewProduct = z
  .strictObject({
    product_name: text(255),
    lifetime_years: positive("200"),
    uses_per_year: positive("999999999").nullish(),
    energy_per_use: energy.nullish(),
    energy_per_year: energy.nullish(),
    manufacture: stage.nullish(),
    end_of_life: stage.nullish(),
  })
  .meta({
    examples: [
      {
        product_name: "Kettle",
        lifetime_years: 10,
        uses_per_year: 200,
        energy_per_use: { quantity: 0.8, unit_id: unitId("kWh"), energy_type: "electricity" },
        manufacture: { co2e: 12.5, source: "Environmental product declaration, 2025" },
      },
    ],
  });
const Changes = NewProduct.partial().meta({ examples: [{ lifetime_years: 8 }] });

const NewPeriod = z
  .strictObject({
    start_date: activityDay(),
    end_date: activityDay(),
    country_sales: z.array(bodySchema(NewCountrySaleSchema)).max(COUNTRIES_MAX).optional(),
  })
  .meta({
    examples: [
      { start_date: "2025-01-01", end_date: "2025-12-31", country_sales: [{ country: "ES", quantity: 1000 }] },
    ],
  });
const Days = z
  .strictObject({ start_date: activityDay().optional(), end_date: activityDay().optional() })
  .meta({ examples: [{ end_date: "2025-06-30" }] });

const sale = { start_date: "2025-01-01", end_date: "2025-12-31", country: "ES", quantity: 1000 };
const Batch = z
  .strictObject({ records: recordsOf(bodySchema(NewSoldProductSaleSchema), BATCH_MAX) })
  .meta({ examples: [{ records: [{ product_name: "Kettle", ...sale, external_id: "row-2" }] }] });

const countrySaleRoutes = recordRoutes({
  service: SoldProductSaleService,
  called: ["a country sale", "country sales"],
  fields: ["file_id", "country", "product_id"],
  example: { product_id: "0197f3a0-0000-7000-8000-000000000001", ...sale },
  change: { quantity: 1200 },
  differs: {
    createBatch: { http: "POST /v2/sold-products", summary: "Create country sales of sold products", body: Batch },
  },
});

export const soldProductRoutes = [
  describedRoute(products.createSoldProduct, {
    http: `POST ${all}`,
    summary: "Create a sold product",
    body: NewProduct,
    status: 201,
    refuses: ["SOLD_PRODUCT_ALREADY_EXISTS"],
  }),
  route(products.listSoldProducts, {
    http: `GET ${all}`,
    summary: "List sold products",
    query: z.object({ name: z.string().max(255).optional(), page: searchedList.page, size: searchedList.size }),
    list: "bare",
    refuses: ["TOO_MANY_ROWS"],
  }),
  route(periods.listExistingCountrySales, {
    http: `GET ${all}/existing-country-sales`,
    summary: "List the countries in which products were sold",
    query: z.object({
      product_id: listOf(id),
      country: listOf(country),
      start_date: day.optional(),
      end_date: day.optional(),
    }),
    list: "bare",
    refuses: ["TOO_MANY_ROWS"],
  }),
  route(periods.checkSoldProductPeriodOverlap, {
    http: `GET ${ofPeriods}/check-overlap`,
    summary: "Check whether a range of days touches a period of a sold product",
    query: z.object({ start_date: day, end_date: day }),
  }),
  ...countrySaleRoutes,
  route(periods.getSoldProductPeriod, { http: `GET ${onePeriod}`, summary: "Get a period of a sold product" }),
  describedRoute(periods.updateSoldProductPeriod, {
    http: `PATCH ${onePeriod}`,
    versioned: true,
    summary: "Change the days of a period of a sold product",
    body: Days,
    strict: true,
    restates: true,
    refuses: ["RECORD_CHANGED_MEANWHILE", "TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  route(periods.deleteSoldProductPeriod, {
    http: `DELETE ${onePeriod}`,
    versioned: true,
    summary: "Delete a period of a sold product",
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  route(periods.listCountrySales, {
    http: `GET ${onePeriod}/country-sales`,
    summary: "List the sales of a period by country",
    list: "bare",
  }),
  route(periods.getSoldProductPeriodEmissions, {
    http: `GET ${onePeriod}/emissions`,
    summary: "Get the emissions of a period by country",
  }),
  route(products.getSoldProduct, { http: `GET ${one}`, summary: "Get a sold product" }),
  describedRoute(products.updateSoldProduct, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a sold product",
    body: Changes,
    refuses: ["SOLD_PRODUCT_ALREADY_EXISTS", "RECORD_CHANGED_MEANWHILE"],
  }),
  route(products.deleteSoldProduct, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a sold product",
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  route(products.getSoldProductFootprint, {
    http: `GET ${one}/footprint`,
    summary: "Get the footprint of one unit of a sold product",
    query: z.object({ country: country.optional() }),
  }),
  route(periods.listSoldProductPeriods, {
    http: `GET ${one}/periods`,
    summary: "List the periods of a sold product",
    list: "bare",
  }),
  describedRoute(periods.createSoldProductPeriod, {
    http: `POST ${one}/periods`,
    summary: "Create a period of a sold product with its sales",
    body: NewPeriod,
    strict: true,
    restates: true,
    status: 201,
    refuses: ["PERIOD_LOCKED"],
  }),
];
