import {
  CustomDatabaseService,
  GasTypeSchema,
  RecordTagSchema,
} from "@emissions/proto/factors/v1/custom_database_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { day, decimal, enumOf, id, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { limit, offset } from "../rest/query-fields.ts";
import { describedRoute, route } from "../rest/route.ts";
import { NO_VERSION, TO_CHANGE_VERSION, version, versionFirst } from "./custom-databases.ts";

const { method } = CustomDatabaseService;

const NewFactor = z.strictObject({
  gas_type: enumOf(GasTypeSchema),
  value: decimal({ min: "0", asSent: true }),
  start_date: day.optional(),
  end_date: day.nullish(),
});

/** Which categories there are and which factors go with a tag, the service says by codes of their own. */
const NewRecord = z.strictObject({
  name: text(255),
  unit_id: id,
  tag: enumOf(RecordTagSchema),
  activity_categories: z.array(z.string().max(100)).min(1).max(30),
  factors: z.array(NewFactor).max(30),
  enabled: z.boolean().optional(),
  is_biogenic: z.boolean().optional(),
  renewable_percentage: decimal({ min: "0", max: "1" }).nullish(),
  uncertainty_grade: decimal({ min: "0", digits: 15 }).optional(),
});

const example = {
  name: "Natural gas, boiler 2",
  unit_id: unitId("kWh"),
  tag: "advanced",
  activity_categories: ["stationary"],
  factors: [
    { gas_type: "co2", value: "0.18250", start_date: "2025-01-01" },
    { gas_type: "ch4", value: "0.0033" },
    { gas_type: "n2o", value: "0.00033" },
  ],
  uncertainty_grade: 2.5,
};

const RULES = [
  "CUSTOM_RECORD_INVALID_CATEGORIES",
  "CUSTOM_RECORD_INVALID_FACTORS",
  "CUSTOM_RECORD_BIOGENIC_CATEGORY",
  "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2",
  "CUSTOM_RECORD_RENEWABLE_CATEGORY",
];

const NO_RECORD = "CUSTOM_RECORD_NOT_FOUND";

const records = `${version}/records` as const;
const one = `${records}/{record_id}` as const;

export const customRecordRoutes = [
  route(method.createCustomRecord, {
    http: `POST ${records}`,
    summary: "Create a custom record",
    first: versionFirst(true),
    body: NewRecord.meta({ examples: [example] }),
    status: 201,
    refuses: [...TO_CHANGE_VERSION, ...RULES, "CUSTOM_RECORD_LIMIT_REACHED"],
  }),
  describedRoute(method.listCustomRecords, {
    http: `GET ${records}`,
    summary: "List custom records",
    first: versionFirst(false),
    query: listQuery(method.listCustomRecords.input, 50, "database_id", "source_id"),
    list: "offset",
    refuses: NO_VERSION,
  }),
  route(method.getCustomRecord, {
    http: `GET ${one}`,
    summary: "Get a custom record",
    refuses: [...NO_VERSION, NO_RECORD],
  }),
  route(method.updateCustomRecord, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a custom record",
    first: versionFirst(true),
    body: NewRecord.partial().meta({ examples: [{ enabled: false }] }),
    refuses: [...TO_CHANGE_VERSION, NO_RECORD, ...RULES, "CUSTOM_RECORD_UNIT_LOCKED"],
  }),
  route(method.listCustomRecordRevisions, {
    http: `GET ${one}/revisions`,
    summary: "List the revisions of a custom record",
    first: versionFirst(false),
    query: z.object({ offset, limit }),
    list: "offset",
    refuses: [...NO_VERSION, NO_RECORD],
  }),
  route(method.attachEvidence, {
    http: `POST ${one}/evidence`,
    summary: "Attach files to a custom record",
    first: versionFirst(true),
    body: z
      .strictObject({ file_ids: z.array(id).min(1).max(20) })
      .meta({ examples: [{ file_ids: ["0190f3a0-0000-7000-8000-0000000000f1"] }] }),
    refuses: [...TO_CHANGE_VERSION, NO_RECORD],
  }),
  route(method.detachEvidence, {
    http: `DELETE ${one}/evidence/{file_id}`,
    summary: "Take a file off a custom record",
    refuses: [...TO_CHANGE_VERSION, NO_RECORD],
  }),
];
