import type { Tx } from "@emissions/kit/db/transactions";
import { ownerIn } from "../records/owner.ts";

/** Commuting periods of employees: the employee shows the sum of their emissions. Anonymous answers have no employee. */
export const employeeOwner = ownerIn({
  table: "employees",
  totals: "employee_totals",
  countsFailures: false,
  column: "employee_id",
  key: "employeeId",
});

/** The names of employees, or their e-mail addresses, by id. */
export async function selectLabels(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; label: string }[]>`
    select id, label from employees
    where organization_id = any (${orgs as string[]}::uuid[]) and id = any (${ids as string[]}::uuid[])`;
  return new Map(rows.map(({ id, label }) => [id, label]));
}
