import { ImportTemplateService } from "@emissions/proto/imports/v1/import_template_service";
import { z } from "zod";
import { importExample } from "../compose/import-example.ts";
import { content, EVERY_ROLE, route } from "../rest/route.ts";
import { XLSX_TYPE } from "../xlsx/workbook.ts";

const { listImportTemplates, getImportTemplate, getImportExample, listImportOptions } = ImportTemplateService.method;

const LANGUAGE_LENGTH_MAX = 255;
const translated = {
  query: z.object({ language: z.string().max(LANGUAGE_LENGTH_MAX).optional() }),
  roles: EVERY_ROLE,
  translates: true,
} as const;

const one = "/v2/imports/templates/{template_id}";

/** The same for all organizations, but for the names in example files. */
export const importTemplateRoutes = [
  route(listImportTemplates, {
    http: "GET /v2/imports/templates",
    summary: "List the templates of imports",
    ...translated,
    list: "bare",
  }),
  route(getImportTemplate, {
    http: `GET ${one}`,
    names: ["template_id"],
    summary: "Get a template of imports with its columns",
    ...translated,
    refuses: ["IMPORT_TEMPLATE_NOT_FOUND"],
  }),
  content(
    getImportExample,
    {
      http: `GET ${one}/example.xlsx`,
      names: ["template_id"],
      summary: "Download an example file of a template",
      description:
        "An Excel workbook. Its first sheet has the labels of the columns and three example rows, with drop-downs for " +
        "closed lists; the second sheet describes the columns. The rows name the first facilities, vehicles or people " +
        "of the organization. If it has none, or the role may not read them, the second sheet says so.",
      ...translated,
      mediaTypes: [XLSX_TYPE],
      refuses: ["IMPORT_TEMPLATE_NOT_FOUND"],
    },
    importExample,
  ),
  route(listImportOptions, {
    http: "GET /v2/imports/options/{source_key}",
    names: ["source_key"],
    summary: "List the values of a catalogue for columns of imports",
    ...translated,
    refuses: ["IMPORT_OPTIONS_NOT_FOUND"],
  }),
];
