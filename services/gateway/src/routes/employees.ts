import {
  EmployeeFilterSchema,
  EmployeeService,
  EmployeeValuesSchema,
} from "@emissions/proto/activity/v1/employee_service";
import { z } from "zod";
import { bodySchema, changesSchema, querySchema } from "../rest/message-schema.ts";
import { flag, groupView, page, size, sortBy } from "../rest/query-fields.ts";
import { recordsOf } from "../rest/records.ts";
import { describedRoute, PEOPLE_READERS, PEOPLE_WRITERS } from "../rest/route.ts";
import { BATCH_MAX, deletionByIds, queuedBatch, Seen } from "./records.ts";

const { method } = EmployeeService;

const path = "/v1/employees";
const one = `${path}/{id}` as const;
const readers = { roles: PEOPLE_READERS };
const writers = { roles: PEOPLE_WRITERS };

const example = { name: "Ada Lovelace", email: "ada@example.com", situation: "active", status: "uploaded" };

const NewEmployee = bodySchema(EmployeeValuesSchema);
const Changes = changesSchema(EmployeeValuesSchema).meta({ examples: [{ situation: "terminated" }] });
const Batch = z
  .strictObject({ records: recordsOf(NewEmployee, BATCH_MAX) })
  .meta({ examples: [{ records: [{ ...example, external_id: "hr-4711" }] }] });

const filters = querySchema(EmployeeFilterSchema);

export const employeeRoutes = [
  describedRoute(method.createEmployee, {
    ...writers,
    http: `POST ${path}`,
    summary: "Create an employee",
    body: NewEmployee.meta({ examples: [example] }),
    status: 201,
    refuses: ["EMPLOYEE_ALREADY_EXISTS"],
  }),
  describedRoute(method.createEmployees, {
    ...writers,
    http: "POST /v2/employees",
    summary: "Create employees",
    body: Batch,
    ...queuedBatch,
    refuses: ["BULK_RECORDS_REJECTED", "EMPLOYEE_ALREADY_EXISTS"],
  }),
  describedRoute(method.listEmployees, {
    ...readers,
    http: `GET ${path}`,
    summary: "List employees",
    query: z.object({ ...filters, page, size: size(50, 100), sort: sortBy("name", "created_at"), ...groupView }),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  describedRoute(method.listEmployeeValues, {
    ...readers,
    http: `GET ${path}/unique-values`,
    summary: "List the values of a field of the employees",
    query: z.object({ field: z.enum(["file_id", "situation", "status"]), ...groupView }),
  }),
  describedRoute(method.getEmployee, { ...readers, http: `GET ${one}`, summary: "Get an employee" }),
  describedRoute(method.updateEmployee, {
    ...writers,
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change an employee",
    body: Changes,
    refuses: ["EMPLOYEE_ALREADY_EXISTS"],
  }),
  describedRoute(method.deleteEmployee, {
    ...writers,
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete or erase an employee",
    query: z.object({ erase: flag }),
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  describedRoute(method.deleteEmployees, {
    ...writers,
    http: `POST ${path}/bulk-delete`,
    summary: "Delete employees",
    ...deletionByIds("employee_ids"),
    restates: true,
    refuses: ["TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
  describedRoute(method.deleteEmployeesByFilters, {
    ...writers,
    http: `POST ${path}/bulk-delete-by-filters`,
    summary: "Delete all employees that match",
    query: z.object({ ...filters, ...groupView }),
    body: Seen,
    restates: true,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS", "PERIOD_LOCKED"],
  }),
];
