import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import {
  type EmployeeValues as EmployeeMessage,
  EmployeeValuesSchema,
} from "@emissions/proto/activity/v1/employee_service";
import { valuesChecker } from "../records/checks.ts";
import { type ValuesOf, valueColumns, valuesReader } from "../records/columns.ts";

/** The values that a caller decides, as the table stores them. */
export type EmployeeValues = ValuesOf<EmployeeMessage>;

export const columns = valueColumns(EmployeeValuesSchema);
export const readValues = valuesReader<EmployeeValues>(columns);
const checkFields = valuesChecker(columns);

/** Values of people, which the audit log does not store. A name of a file can be that of a person. */
export const SECRET: readonly (keyof EmployeeValues)[] = ["name", "email", "externalId", "fileName", "fileUrl"];

/** One `@` with text on both sides, and no blanks. Only a message to the address could show more. */
export const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Violations that the values show. */
export const checkValues = (employee: EmployeeValues): Check[] => [
  ...checkFields(employee),
  ...(employee.name === null && employee.email === null ? [missing("name")] : []),
  ...(employee.email === null || EMAIL.test(employee.email)
    ? []
    : [violation("email", "value_error.email", "value is not a valid email address")]),
];
