import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import type { EmployeeValues as EmployeeMessage } from "@emissions/proto/activity/v1/employee_service";
import type { ValuesOf } from "../records/columns.ts";

/** The values that a caller decides, as the table stores them. */
export type EmployeeValues = ValuesOf<EmployeeMessage>;

/** One `@` with text on both sides, and no blanks. Only a message to the address could show more. */
export const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Violations that the values alone show, besides those of the fields. */
export const checkValues = (employee: EmployeeValues): Check[] => [
  ...(employee.name === null && employee.email === null ? [missing("name")] : []),
  ...(employee.email === null || EMAIL.test(employee.email)
    ? []
    : [violation("email", "value_error.email", "value is not a valid email address")]),
];
