import { isDuplicate } from "@emissions/kit/db/duplicate";
import type { Tx } from "@emissions/kit/db/transactions";
import { emailTaken } from "./refusals.ts";
import type { EmployeeValues } from "./rules.ts";

export interface EmployeeRow extends EmployeeValues {
  organizationId: string;
  id: string;
  revision: number;
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  /** Kilograms. */
  co2e: string;
  co2eBiomass: string;
}

/**
 * Returns the ids of the stored employees: those whose e-mail address exists, or came before in the request, are not
 * stored. An address that another transaction stores is waited for, so all writers store addresses in one order. JSON,
 * because it needs one parameter.
 */
export async function insertEmployees(tx: Tx, org: string, employees: readonly EmployeeRow[]): Promise<Set<string>> {
  const stored = await tx<{ id: string }[]>`
    insert into employees (organization_id, id, name, email, situation, status, external_id, file_id, file_name, file_url,
      uploaded_by, created_at)
    select ${org}::uuid, id, name, email, situation, status, "externalId", "fileId", "fileName", "fileUrl",
      "uploadedBy", "createdAt"
    from json_to_recordset(${JSON.stringify(employees)}::text::json) as e (id uuid, name text, email text, situation text,
      status text, "externalId" text, "fileId" uuid, "fileName" text, "fileUrl" text, "uploadedBy" uuid,
      "createdAt" timestamptz)
    order by lower(email), id
    on conflict (organization_id, lower(email)) where email is not null do nothing
    returning id`;
  return new Set(stored.map(({ id }) => id));
}

/** Employees with the sums of their records. */
export const withTotals = (tx: Tx) => tx`
  select t.*, coalesce(s.co2e, 0) as co2e, coalesce(s.co2e_biomass, 0) as co2e_biomass
  from employees t left join employee_totals s on s.organization_id = t.organization_id and s.employee_id = t.id`;

/** A lock prevents changes of the employee, and new periods, until the transaction ends. */
export async function selectEmployee(tx: Tx, org: string, id: string, lock?: "to change"): Promise<EmployeeRow | null> {
  const [row] = await tx<EmployeeRow[]>`
    ${withTotals(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update of t` : tx``}`;
  return row ?? null;
}

/** Refuses with EMPLOYEE_ALREADY_EXISTS. */
export async function updateEmployee(tx: Tx, org: string, employee: EmployeeRow): Promise<void> {
  try {
    await tx`
      update employees set name = ${employee.name}, email = ${employee.email}, situation = ${employee.situation},
        status = ${employee.status}, external_id = ${employee.externalId}, file_id = ${employee.fileId},
        file_name = ${employee.fileName}, file_url = ${employee.fileUrl}, revision = ${employee.revision},
        updated_at = ${employee.updatedAt}
      where organization_id = ${org} and id = ${employee.id}`;
  } catch (error) {
    if (isDuplicate(error, "employees_by_email")) throw emailTaken([["body", "email"]]);
    throw error;
  }
}
