import {
  OwnWorkforceTrainingFilterSchema,
  OwnWorkforceTrainingService,
  OwnWorkforceTrainingValuesSchema,
} from "@emissions/proto/activity/v1/own_workforce_training_service";
import { TrainingColumnService, TrainingColumnTypeSchema } from "@emissions/proto/activity/v1/training_column_service";
import { z } from "zod";
import { enumOf, pattern, text } from "../rest/fields.ts";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { groupView } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS, route, streamedList } from "../rest/route.ts";
import { BATCH_MAX, deletionByIds, queuedBatch } from "./records.ts";

const { method } = OwnWorkforceTrainingService;
const columns = TrainingColumnService.method;

const path = "/v1/own_workforce_trainings";
const one = `${path}/{training_id}` as const;
const rename = { training_id: "id" };
/** Lists of one caller at once; each occupies a connection of the database while the client reads. */
const LISTS_MAX = 2;

const example = {
  external_employee_id: "HR-0042",
  type: "safety",
  description: "Fire drill",
  hours: 1.5,
  start_date: "2026-03-02",
  end_date: "2026-03-02",
  custom_values: { provider: "Fire service" },
};

const NewTraining = bodySchema(OwnWorkforceTrainingValuesSchema);
const Batch = z
  .strictObject({ records: recordsOf(NewTraining, BATCH_MAX) })
  .meta({ examples: [{ records: [{ ...example, custom_values: {} }] }] });

export const ownWorkforceTrainingRoutes = [
  describedRoute(method.createOwnWorkforceTraining, {
    http: `POST ${path}`,
    summary: "Create a training",
    body: NewTraining.meta({ examples: [example] }),
    roles: PEOPLE_WRITERS,
    status: 201,
  }),
  describedRoute(method.createOwnWorkforceTrainings, {
    http: "POST /v2/own_workforce_trainings",
    summary: "Create trainings",
    body: Batch,
    roles: PEOPLE_WRITERS,
    ...queuedBatch,
    refuses: ["BULK_RECORDS_REJECTED"],
  }),
  streamedList(method.streamOwnWorkforceTrainings, {
    http: `GET ${path}`,
    summary: "List all trainings",
    operation: "listOwnWorkforceTrainings",
    query: z.object({ ...querySchema(OwnWorkforceTrainingFilterSchema), ...groupView }),
    roles: PEOPLE_READERS,
    limits: { atOnce: LISTS_MAX },
  }),
  describedRoute(method.getOwnWorkforceTraining, {
    http: `GET ${one}`,
    summary: "Get a training",
    rename,
    roles: PEOPLE_READERS,
  }),
  describedRoute(method.updateOwnWorkforceTraining, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a training",
    rename,
    body: changesSchema(OwnWorkforceTrainingValuesSchema).meta({ examples: [{ hours: 2 }] }),
    roles: PEOPLE_WRITERS,
  }),
  describedRoute(method.deleteOwnWorkforceTraining, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a training",
    rename,
    roles: PEOPLE_WRITERS,
  }),
  describedRoute(method.deleteOwnWorkforceTrainings, {
    http: `POST ${path}/bulk-delete`,
    summary: "Delete trainings",
    ...deletionByIds("training_ids"),
    roles: PEOPLE_WRITERS,
  }),
];

const OPTIONS_MAX = 100;
const OPTION_LENGTH_MAX = 100;

const label = text(255);
const options = z.array(text(OPTION_LENGTH_MAX)).max(OPTIONS_MAX).optional();
const NewColumn = z
  .strictObject({ key: pattern(/^[a-z][a-z0-9_]{0,62}$/), label, type: enumOf(TrainingColumnTypeSchema), options })
  .meta({ examples: [{ key: "provider", label: "Provider", type: "text" }] });
const ColumnChanges = z
  .strictObject({ label: label.optional(), options })
  .meta({ examples: [{ label: "Training provider" }] });

const columnPath = `${path}/custom-columns`;
const oneColumn = `${columnPath}/{column_id}` as const;
const renameColumn = { column_id: "id" };

/** Before the routes of single trainings, whose paths have the same form. */
export const trainingColumnRoutes = [
  route(columns.createTrainingColumn, {
    http: `POST ${columnPath}` as const,
    summary: "Declare a custom column of trainings",
    body: NewColumn,
    roles: PEOPLE_WRITERS,
    status: 201,
    refuses: ["TRAINING_COLUMN_ALREADY_EXISTS", "TOO_MANY_TRAINING_COLUMNS"],
  }),
  route(columns.listTrainingColumns, {
    http: `GET ${columnPath}` as const,
    summary: "List the custom columns of trainings",
    list: "bare",
    roles: PEOPLE_READERS,
  }),
  route(columns.updateTrainingColumn, {
    http: `PATCH ${oneColumn}` as const,
    summary: "Change a custom column of trainings",
    rename: renameColumn,
    body: ColumnChanges,
    roles: PEOPLE_WRITERS,
  }),
  route(columns.deleteTrainingColumn, {
    http: `DELETE ${oneColumn}` as const,
    summary: "Delete a custom column of trainings",
    rename: renameColumn,
    roles: PEOPLE_WRITERS,
    refuses: ["TOO_MANY_ROWS"],
  }),
];
