import {
  OwnWorkforceFilterSchema,
  OwnWorkforceRowSchema,
  OwnWorkforceService,
  OwnWorkforceValuesSchema,
} from "@emissions/proto/activity/v1/own_workforce_service";
import { z } from "zod";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { flag, groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS } from "../rest/route.ts";
import { BATCH_MAX, idsBody, queuedBatch, Seen } from "./records.ts";

const { method } = OwnWorkforceService;

/** People of one bulk deletion. Contracts, remunerations and trainings are deleted with each. */
const DELETED_MAX = 10_000;

const path = "/v1/own_workforces";
const one = `${path}/{id}` as const;
const [readers, writers] = [{ roles: PEOPLE_READERS }, { roles: PEOPLE_WRITERS }];

const contract = {
  contract_type: "permanent",
  start_date: "2024-03-01",
  country: "ES",
  job_category: "Engineer",
  working_hours_ratio: 0.75,
  remunerations: [{ amount: 31250.75, currency: "EUR", start_date: "2024-03-01" }],
};
const example = {
  external_employee_id: "HR-0042",
  birth_date: "1988-02-29",
  gender: "F",
  disabled_employee: false,
  contracts: [contract],
};
const row = {
  external_employee_id: "HR-0042",
  birth_date: "1988-02-29",
  gender: "F",
  disabled_employee: false,
  contract_type: "permanent",
  contract_start_date: "2024-03-01",
  country: "ES",
  job_category: "Engineer",
  working_hours_ratio: 0.75,
  gross_annual_remuneration: 31250.75,
  currency: "EUR",
};

const NewPerson = bodySchema(OwnWorkforceValuesSchema).meta({ examples: [example] });
const ended = { ...contract, end_date: "2025-12-31", end_date_reason: "resignation" };
const Changes = changesSchema(OwnWorkforceValuesSchema).meta({ examples: [{ contracts: [ended] }] });
const Batch = z
  .strictObject({ records: recordsOf(bodySchema(OwnWorkforceRowSchema), BATCH_MAX) })
  .meta({ examples: [{ records: [row] }] });

const filters = querySchema(OwnWorkforceFilterSchema);

export const ownWorkforceRoutes = [
  describedRoute(method.createOwnWorkforce, {
    http: `POST ${path}`,
    summary: "Create a person of the own workforce",
    ...writers,
    body: NewPerson,
    status: 201,
    refuses: ["OWN_WORKFORCE_ALREADY_EXISTS"],
  }),
  describedRoute(method.createOwnWorkforces, {
    http: "POST /v2/own_workforces",
    summary: "Create people and contracts of the own workforce",
    ...writers,
    body: Batch,
    ...queuedBatch,
    refuses: ["BULK_RECORDS_REJECTED", "RECORD_CHANGED_MEANWHILE"],
  }),
  describedRoute(method.listOwnWorkforces, {
    http: `GET ${path}`,
    summary: "List the own workforce",
    ...readers,
    query: z.object({
      ...filters,
      page,
      size: size(50, 100),
      sort: sortBy("external_employee_id", "created_at", "updated_at"),
      ...groupView,
    }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  describedRoute(method.listOwnWorkforceValues, {
    http: `GET ${path}/unique-values`,
    summary: "List the files of the own workforce",
    ...readers,
    query: z.object({ field: z.enum(["file_id"]), ...groupView }),
  }),
  describedRoute(method.getOwnWorkforce, {
    http: `GET ${one}`,
    summary: "Get a person of the own workforce",
    ...readers,
  }),
  describedRoute(method.updateOwnWorkforce, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a person of the own workforce",
    ...writers,
    body: Changes,
    refuses: ["OWN_WORKFORCE_ALREADY_EXISTS", "PERSON_ERASED"],
  }),
  describedRoute(method.deleteOwnWorkforce, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete or erase a person of the own workforce",
    ...writers,
    query: z.object({ erase: flag }),
  }),
  describedRoute(method.deleteOwnWorkforces, {
    http: `POST ${path}/bulk-delete`,
    summary: "Delete people of the own workforce",
    ...writers,
    rename: { own_workforce_ids: "ids" },
    body: idsBody("own_workforce_ids", DELETED_MAX),
  }),
  describedRoute(method.deleteOwnWorkforcesByFilters, {
    http: `POST ${path}/bulk-delete-by-filters`,
    summary: "Delete everybody of the own workforce who matches",
    ...writers,
    query: z.object({ ...filters, ...groupView }),
    body: Seen,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS"],
  }),
];
