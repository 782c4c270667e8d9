import { ImportSessionService, ImportSessionStatusSchema } from "@emissions/proto/imports/v1/import_session_service";
import { z } from "zod";
import { createImport, isParsing, isValidating, validateImport } from "../compose/import-sessions.ts";
import { filterEnumOf, id, text } from "../rest/fields.ts";
import { flag, page, size } from "../rest/query-fields.ts";
import { PEOPLE_WRITERS, route, upload } from "../rest/route.ts";
import {
  COLUMN_TEXT_MAX,
  combine,
  constant,
  fill,
  filledFrom,
  mapping,
  VALUE_TEXT_MAX,
  valueMappings,
} from "./mapping-fields.ts";

const { method } = ImportSessionService;

const all = "/v2/imports/sessions";
const one = "/v2/imports/{import_id}";

const CREATION_REFUSALS = [
  "IMPORT_TEMPLATE_NOT_FOUND",
  "IMPORT_FILE_TYPE_UNSUPPORTED",
  "IMPORT_FILE_TYPE_MISMATCH",
  "IMPORT_FILE_TOO_LARGE",
  "IMPORT_FILE_EMPTY",
  "IMPORT_FILE_ENCRYPTED",
  "IMPORT_FILE_MACROS",
  "IMPORT_FILE_UNREADABLE",
  "IMPORT_FILE_TOO_COMPLEX",
  "IMPORT_SHEET_NOT_FOUND",
  "IMPORT_HEADER_NOT_FOUND",
  "IMPORT_INTERRUPTED",
  "TOO_MANY_IMPORTS",
  "FILE_TOO_LARGE",
  "FILE_QUOTA_EXCEEDED",
  "TOO_MANY_UPLOADS",
] as const;
const OPEN = ["IMPORT_NOT_FOUND", "IMPORT_EXPIRED", "IMPORT_INVALID_STATE"] as const;

/** The last row of a spreadsheet. */
const HEADER_ROW_MAX = 1_048_575;
const LOCALE = z.string().max(20).optional();
const headerRow = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .pipe(z.number().max(HEADER_ROW_MAX))
  .optional()
  .meta({ type: "integer", minimum: 0, maximum: HEADER_ROW_MAX });

const CREATION = z.strictObject({
  template_id: text(100).describe("Id of the template."),
  numeric_locale: LOCALE.describe("Locale of numbers, such as `es_ES`; detected for each column by default."),
  date_locale: LOCALE.describe("Locale of days, such as `es_ES`; detected for each column by default."),
  sheet_name: z.string().max(255).optional().describe("Name of the sheet; the first one with values by default."),
  header_row: headerRow.describe("Zero-based row with the names of the columns; detected by default."),
  project_id: id.optional().describe("A project of the organization. Kept with the session."),
  folder_id: id.optional().describe("A folder that the caller sees. Kept with the session."),
  raw_file_id: id.optional().describe("Id of a stored file, instead of `upload_file`."),
});

const MAPPED = {
  mapping: { Residuo: "identification_name", "Cantidad (kg)": "base_quantity" },
  fill: {
    facility_id: constant("Bilbao plant"),
    start_date: filledFrom("Mes", "period_start"),
    end_date: filledFrom("Mes", "period_end"),
  },
};
const mappingBody = z
  .strictObject({
    mapping: mapping.optional(),
    fill,
    combine,
    value_mappings: valueMappings,
    saved_mapping_id: id
      .optional()
      .describe("A saved mapping in place of `mapping` and `fill`. A `combine` beside it replaces its own."),
  })
  .meta({ examples: [{ ...MAPPED, value_mappings: { rd_code: { Reciclado: "R03" } } }] });

const rows = { page, page_size: size(50, 500), errors_only: flag };
/** Combined rows have indices from 1,000,000. */
const ROW_INDEX_MAX = 2_000_000;
const rowIndex = z.number().int().min(0).max(ROW_INDEX_MAX);

export const importSessionRoutes = [
  upload(
    method.getParsedImport,
    {
      http: `POST ${all}`,
      operation: "createImportSession",
      summary: "Create an import session",
      description:
        "Parts of `multipart/form-data`: `template_id` (an id of `GET /v2/imports/templates`), `upload_file` (csv, tsv, xlsx or " +
        "xls, at most 25 MiB and 200,000 rows) or `raw_file_id` (a stored file), and options. csv and tsv files may be UTF-8, " +
        "UTF-16 or Windows-1252; their delimiter is detected. `header_row` is zero-based and detected by default. To read another " +
        "sheet or header row, create another session with the same `raw_file_id`. A file that cannot be read is refused " +
        "with the reason, and the session is kept as `failed`. While a large file is still being read, the answer is 202 " +
        "with the status `created`. A repeat under the same `Idempotency-Key` is one with the same parts.",
      part: "upload_file",
      bytesMax: 25 * 1024 * 1024,
      tooLarge: "FILE_TOO_LARGE",
      fileOptional: true,
      texts: CREATION,
      roles: PEOPLE_WRITERS,
      returns: "parsed",
      status: 201,
      accepted: isParsing,
      location: ({ parsed }) => `/v2/imports/${parsed?.importId}/status`,
      refuses: CREATION_REFUSALS,
    },
    createImport,
  ),
  route(method.listImportSessions, {
    http: `GET ${all}`,
    summary: "List import sessions",
    query: z.object({
      status: filterEnumOf(ImportSessionStatusSchema).optional(),
      template_id: z.string().max(100).optional(),
      user_id: id.optional(),
      include_expired: flag,
      page,
      size: size(10, 100),
    }),
    list: "counted",
    roles: PEOPLE_WRITERS,
  }),
  route(method.getImportStatus, {
    http: `GET ${one}/status`,
    summary: "Get the status of an import session",
    roles: PEOPLE_WRITERS,
    refuses: ["IMPORT_NOT_FOUND"],
  }),
  route(method.suggestImportMapping, {
    http: `POST ${one}/mapping/suggest`,
    summary: "Suggest a mapping of columns",
    roles: PEOPLE_WRITERS,
    refuses: OPEN,
  }),
  route(method.saveImportMapping, {
    http: `POST ${one}/mapping`,
    summary: "Save the mapping of columns",
    body: mappingBody,
    roles: PEOPLE_WRITERS,
    refuses: OPEN,
  }),
  route(method.listImportValues, {
    http: `POST ${one}/unique-values`,
    summary: "List the different values of columns with options",
    body: z.strictObject({ mapping, fill, combine }).meta({ examples: [MAPPED] }),
    roles: PEOPLE_WRITERS,
    refuses: OPEN,
  }),
  route(
    method.startImportValidation,
    {
      http: `POST ${one}/validate`,
      summary: "Validate the rows",
      description:
        "Validates every row by a dry run of the batch endpoint of its records, in the name of the caller, and answers one " +
        "page. A validation of more than 25 seconds continues after the answer, which is 202 with the status `validating`; " +
        "`GET /v2/imports/{import_id}/status` tells its end. With `combine` the rows of the file become one row for each month " +
        "and for each value of the other mapped columns, and these are validated, corrected and submitted. " +
        "Rows that may repeat a stored record or an earlier row have " +
        "notices `POSSIBLE_DUPLICATE`, and strictly errors.",
      query: z.object(rows),
      body: mappingBody,
      roles: PEOPLE_WRITERS,
      strict: "duplicates",
      accepted: isValidating,
      refuses: [...OPEN, "IMPORT_ROWS_NOT_COMBINED"],
    },
    validateImport,
  ),
  route(method.listImportRows, {
    http: `GET ${one}/rows`,
    summary: "List the rows of an import session",
    query: z.object({ ...rows, duplicates_only: flag }),
    roles: PEOPLE_WRITERS,
    refuses: OPEN,
  }),
  route(method.correctImportRows, {
    http: `PATCH ${one}/rows`,
    summary: "Correct values of rows",
    body: z
      .strictObject({
        corrections: z
          .array(
            z.strictObject({
              row_index: rowIndex,
              column: text(COLUMN_TEXT_MAX),
              value: z.string().max(VALUE_TEXT_MAX).nullable(),
            }),
          )
          .min(1)
          .max(500),
      })
      .meta({ examples: [{ corrections: [{ row_index: 2, column: "base_quantity", value: "17.25" }] }] }),
    roles: PEOPLE_WRITERS,
    refuses: [...OPEN, "IMPORT_CHANGED_MEANWHILE"],
  }),
  route(method.deleteImportRows, {
    http: `POST ${one}/rows/delete`,
    summary: "Delete rows",
    body: z
      .strictObject({
        row_indices: z.array(rowIndex).max(10_000).optional(),
        delete_all_errors: z.boolean().optional(),
      })
      .meta({ examples: [{ row_indices: [2, 17] }] }),
    roles: PEOPLE_WRITERS,
    refuses: OPEN,
  }),
  route(method.submitImport, {
    http: `POST ${one}/submit`,
    summary: "Submit the valid rows",
    strict: "duplicates",
    body: z.strictObject({ ignore_errors: z.boolean().optional() }).meta({ examples: [{ ignore_errors: true }] }),
    roles: PEOPLE_WRITERS,
    refuses: [...OPEN, "IMPORT_HAS_ERRORS", "IMPORT_NO_ROWS", "IMPORT_CHANGED_MEANWHILE", "POSSIBLE_DUPLICATE"],
  }),
  route(method.deleteImportSession, {
    http: `DELETE ${one}`,
    summary: "Delete an import session",
    roles: PEOPLE_WRITERS,
    refuses: ["IMPORT_NOT_FOUND", "IMPORT_INVALID_STATE"],
  }),
];
