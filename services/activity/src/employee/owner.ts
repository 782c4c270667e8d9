import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { unknown } from "@emissions/kit/wire/checks";
import type { Owner } from "../records/owner.ts";

/** Commuting periods of employees: the employee shows the sum of their emissions. Anonymous answers have no employee. */
export const employeeOwner: Owner = {
  table: "employees",
  totals: "employee_totals",
  countsFailures: false,
  column: "employee_id",
  key: "employeeId",
  // The place of an employee is not recorded; periods have a country of their own.
  lockLocations: async (tx, org, ids) => {
    const employees = await lockEmployees(tx, org, [...new Set(ids)].filter(isId));
    return new Map(employees.map(({ id }) => [id, { country: "", gridZone: null }]));
  },
  // An employee of another organization is unknown, too.
  check: (record, known) => {
    const { employeeId } = record as { employeeId: string | null };
    return employeeId === null || !isId(employeeId) || known.has(employeeId) ? [] : [unknown("employee_id")];
  },
};

/** Locks the existing employees against deletion until the transaction ends, and returns their ids. */
const lockEmployees = (tx: Tx, org: string, ids: readonly string[]) => tx<{ id: string }[]>`
  select id from employees where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
  order by id for key share`;

/** The names of employees, or their e-mail addresses, by id. */
export async function selectLabels(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; label: string }[]>`
    select id, label from employees
    where organization_id = any (${orgs as string[]}::uuid[]) and id = any (${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, label }) => [id, label]));
}
