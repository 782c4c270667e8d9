import { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import { z } from "zod";
import type { Caller } from "../rest/call.ts";
import { day, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = CustomDatabaseService;

type Ids = Readonly<Record<string, string>>;

/** Checks that the contract requires before the validation of the request. */
const databaseFirst = (toChange: boolean) => (call: Caller, ids: Ids) =>
  call(method.getCustomDatabase, { databaseId: ids.database_id!, toChange });

export const versionFirst = (toChange: boolean) => (call: Caller, ids: Ids) =>
  call(method.getCustomVersion, { databaseId: ids.database_id!, sourceId: ids.source_id!, toChange });

const NewDatabase = z.strictObject({ name: text(255), description: z.string().max(500).nullish() });
const NewVersion = z.strictObject({ name: text(255), start_date: day.nullish(), end_date: day.nullish() });

const NO_DATABASE = "CUSTOM_DATABASE_NOT_FOUND";
const TO_CHANGE = [NO_DATABASE, "CUSTOM_DATABASE_NOT_OWNER"];
export const NO_VERSION = [NO_DATABASE, "CUSTOM_VERSION_NOT_FOUND"];
export const TO_CHANGE_VERSION = [...TO_CHANGE, "CUSTOM_VERSION_NOT_FOUND"];

const all = "/v1/emission-factors/custom-databases";
const database = `${all}/{database_id}` as const;
const versions = `${database}/versions` as const;
export const version = `${versions}/{source_id}` as const;

export const customDatabaseRoutes = [
  route(method.createCustomDatabase, {
    http: `POST ${all}`,
    summary: "Create a custom database",
    body: NewDatabase.meta({ examples: [{ name: "Own measurements", description: "Boilers of the plant in Vigo" }] }),
    status: 201,
    refuses: ["CUSTOM_DATABASE_LIMIT_REACHED"],
  }),
  describedRoute(method.listCustomDatabases, {
    http: `GET ${all}`,
    summary: "List custom databases",
    query: listQuery(method.listCustomDatabases.input, 50),
    list: "offset",
  }),
  route(method.getCustomDatabase, {
    http: `GET ${database}`,
    summary: "Get a custom database",
    refuses: [NO_DATABASE],
  }),
  route(method.updateCustomDatabase, {
    http: `PATCH ${database}`,
    versioned: true,
    summary: "Change a custom database",
    first: databaseFirst(true),
    body: NewDatabase.partial().meta({ examples: [{ name: "Own measurements in Vigo" }] }),
    refuses: TO_CHANGE,
  }),
  route(method.deleteCustomDatabase, {
    http: `DELETE ${database}`,
    versioned: true,
    summary: "Delete a custom database",
    refuses: [...TO_CHANGE, "CUSTOM_DATABASE_IN_USE"],
  }),
  route(method.createCustomVersion, {
    http: `POST ${versions}`,
    summary: "Create a version of a custom database",
    first: databaseFirst(true),
    body: NewVersion.meta({ examples: [{ name: "2025", start_date: "2025-01-01", end_date: "2025-12-31" }] }),
    status: 201,
    refuses: [...TO_CHANGE, "CUSTOM_VERSION_LIMIT_REACHED"],
  }),
  describedRoute(method.listCustomVersions, {
    http: `GET ${versions}`,
    summary: "List the versions of a custom database",
    first: databaseFirst(false),
    query: listQuery(method.listCustomVersions.input, 50, "database_id"),
    list: "offset",
    refuses: [NO_DATABASE],
  }),
  route(method.getCustomVersion, {
    http: `GET ${version}`,
    summary: "Get a version of a custom database",
    refuses: NO_VERSION,
  }),
  route(method.updateCustomVersion, {
    http: `PATCH ${version}`,
    versioned: true,
    summary: "Change a version of a custom database",
    first: versionFirst(true),
    body: NewVersion.partial().meta({ examples: [{ end_date: null }] }),
    refuses: TO_CHANGE_VERSION,
  }),
  route(method.deleteCustomVersion, {
    http: `DELETE ${version}`,
    versioned: true,
    summary: "Delete a version of a custom database",
    refuses: [...TO_CHANGE_VERSION, "CUSTOM_VERSION_IN_USE"],
  }),
];
