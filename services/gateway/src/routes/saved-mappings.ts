import { SavedMappingService } from "@emissions/proto/imports/v1/saved_mapping_service";
import { z } from "zod";
import { text } from "../rest/fields.ts";
import { page, size } from "../rest/query-fields.ts";
import { PEOPLE_WRITERS, route } from "../rest/route.ts";
import { COLUMN_TEXT_MAX, combine, constant, fill, filledFrom, mapping, valueMappings } from "./mapping-fields.ts";

const { method } = SavedMappingService;

const all = "/v2/imports/mappings";
const one = `${all}/{id}` as const;
const NAME_MAX = 255;
const SOURCE_COLUMNS_MAX = 256;

const name = text(NAME_MAX);
const sourceColumns = z.array(text(COLUMN_TEXT_MAX)).min(1).max(SOURCE_COLUMNS_MAX);
const LOCALE = z.string().max(20).nullish();
const locales = { numeric_locale: LOCALE, date_locale: LOCALE };

const NewMapping = z
  .strictObject({
    name,
    template_id: text(100),
    source_columns: sourceColumns,
    mapping,
    fill,
    combine,
    value_mappings: valueMappings,
    ...locales,
  })
  .meta({
    examples: [
      {
        name: "Bills of the electricity supplier",
        template_id: "invoices",
        source_columns: ["Mes", "Consumo (kWh)"],
        mapping: { "Consumo (kWh)": "base_quantity" },
        fill: {
          type: constant("electricity"),
          start_date: filledFrom("Mes", "period_start"),
          end_date: filledFrom("Mes", "period_end"),
        },
        numeric_locale: "es_ES",
      },
    ],
  });
const Changes = z
  .strictObject({
    name: name.optional(),
    source_columns: sourceColumns.optional(),
    mapping: mapping.optional(),
    fill,
    combine,
    value_mappings: valueMappings,
    ...locales,
  })
  .meta({ examples: [{ name: "Bills of 2026" }] });

const usual = { roles: PEOPLE_WRITERS } as const;

export const savedMappingRoutes = [
  route(method.createSavedMapping, {
    ...usual,
    http: `POST ${all}`,
    summary: "Save a mapping of columns",
    body: NewMapping,
    status: 201,
    location: ({ savedMapping }) => `${all}/${savedMapping?.id}`,
    refuses: ["IMPORT_TEMPLATE_NOT_FOUND", "SAVED_MAPPING_NAME_TAKEN", "SAVED_MAPPING_LIMIT_REACHED"],
  }),
  route(method.listSavedMappings, {
    ...usual,
    http: `GET ${all}`,
    summary: "List saved mappings of columns",
    query: z.object({ template_id: z.string().max(100).optional(), page, size: size(10, 100) }),
    list: "counted",
  }),
  route(method.getSavedMapping, {
    ...usual,
    http: `GET ${one}`,
    summary: "Get a saved mapping of columns",
  }),
  route(method.updateSavedMapping, {
    ...usual,
    http: `PATCH ${one}`,
    summary: "Change a saved mapping of columns",
    body: Changes,
    versioned: true,
    refuses: ["SAVED_MAPPING_NAME_TAKEN"],
  }),
  route(method.deleteSavedMapping, {
    ...usual,
    http: `DELETE ${one}`,
    summary: "Delete a saved mapping of columns",
    versioned: true,
  }),
];
