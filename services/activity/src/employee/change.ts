import { fieldChanges } from "@emissions/kit/db/audit";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import type { UpdateEmployeeRequest } from "@emissions/proto/activity/v1/employee_service";
import { checkFile } from "../records/files.ts";
import { changesIn as valuesIn } from "../records/rules.ts";
import { type EmployeeRow, selectEmployee, updateEmployee } from "./queries.ts";
import { checkValues, columns, type EmployeeValues, readValues, SECRET } from "./rules.ts";

/** The changes that the mask of an update names. */
export const changesIn = ({ updateMask, values }: UpdateEmployeeRequest): Partial<EmployeeValues> =>
  valuesIn<EmployeeValues>(columns, updateMask, { values: readValues(values ?? {}), more: {} });

/** Changes an employee. The revision grows only when a value changes. */
export async function changeEmployee(
  { tx, org, about }: Write,
  id: string,
  changes: Partial<EmployeeValues>,
  looked: FoundEntities,
): Promise<EmployeeRow> {
  const files = await lockReferences(tx, org, looked);
  const before = isId(id) ? await selectEmployee(tx, org, id, "to change") : null;
  if (before === null) throw notFound("employee");
  const changed = { ...before, ...changes };
  refuse([...checkValues(changed), ...checkFile(changes, files)]);
  const difference = fieldChanges(before, changed, { fields: Object.keys(changes), secret: SECRET });
  about(id, difference);
  if (Object.keys(difference).length === 0) return before;
  const after = { ...changed, revision: before.revision + 1, updatedAt: new Date() };
  await updateEmployee(tx, org, after);
  return after;
}
