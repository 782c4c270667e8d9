import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { checkFile } from "../records/files.ts";
import { newRows } from "../records/new-rows.ts";
import { type EmployeeRow, insertEmployees } from "./queries.ts";
import { emailTaken } from "./refusals.ts";
import { checkValues, type EmployeeValues } from "./rules.ts";

interface NewEmployees {
  values: readonly EmployeeValues[];
  /** The files that they name, looked up before the transaction. */
  files: FoundEntities;
  /** Refuses the request with the violations of each employee. */
  refuse(violations: readonly Check[][]): void;
  /** The place of the employee at an index in the request. */
  place(index: number): string[];
}

/** Stores all employees or none, and returns them in the order of the request; ids grow in this order. */
export async function createEmployees(
  write: Write,
  { values, files: looked, refuse, place }: NewEmployees,
): Promise<EmployeeRow[]> {
  const { tx, org, about } = write;
  // Inside the transaction, so that replays of an earlier request skip it.
  const files = await lockReferences(tx, org, looked);
  refuse(values.map((employee) => [...checkValues(employee), ...checkFile(employee, files)]));
  const rows = newRows(write, values);
  const stored = await insertEmployees(tx, org, rows);
  const taken = rows.flatMap(({ id }, index) => (stored.has(id) ? [] : [[...place(index), "email"]]));
  if (taken.length > 0) throw emailTaken(taken);
  for (const { id } of rows) about(id);
  return rows;
}
