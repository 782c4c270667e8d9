import type { Tx } from "@emissions/kit/db/transactions";
import { alreadyExists, isDuplicateId } from "./refusals.ts";
import type { Contract, PersonValues, Remuneration } from "./values.ts";

/** Values that identify a person are null after an erasure. */
type Erasable = "externalEmployeeId" | "birthDate" | "disabledEmployee";

export type StoredPersonValues = Omit<PersonValues, Erasable> & { [K in Erasable]: PersonValues[K] | null };

export interface StoredRemuneration extends Remuneration {
  id: string;
}
export interface StoredContract extends Omit<Contract, "remunerations" | "jobCategory"> {
  id: string;
  /** Null after an erasure. */
  jobCategory: string | null;
  remunerations: StoredRemuneration[];
}

export interface StoredPerson extends StoredPersonValues {
  organizationId: string;
  id: string;
  status: "active" | "loading" | "error";
  revision: number;
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  erasedAt: Date | null;
  /** By start date. */
  contracts: StoredContract[];
}

export type NewPersonRow = PersonValues & Pick<StoredPerson, "id" | "uploadedBy" | "createdAt">;
export type ContractRow = Omit<StoredContract, "remunerations"> & { ownWorkforceId: string };
export type RemunerationRow = StoredRemuneration & { contractId: string };

/** People with their contracts and remunerations. */
export const withContracts = (tx: Tx) => tx`
  select t.*, (
    select coalesce(json_agg(json_build_object('id', c.id, 'contractType', c.contract_type, 'startDate', c.start_date,
      'endDate', c.end_date, 'endDateReason', c.end_date_reason, 'country', c.country, 'jobCategory', c.job_category,
      'workingHoursRatio', c.working_hours_ratio::text, 'remunerations', (
        select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount::text, 'currency', r.currency,
          'startDate', r.start_date, 'endDate', r.end_date) order by r.start_date), '[]')
        from workforce_remunerations r where r.organization_id = c.organization_id and r.contract_id = c.id)
      ) order by c.start_date), '[]')
    from workforce_contracts c where c.organization_id = t.organization_id and c.own_workforce_id = t.id) as contracts
  from own_workforces t`;

export const selectPeople = (tx: Tx, org: string, ids: readonly string[]) => tx<StoredPerson[]>`
  ${withContracts(tx)} where t.organization_id = ${org} and t.id in (select unnest(${ids as string[]}::uuid[]))`;

/** Prevents changes of the person and of the contracts until the transaction ends. Read them after it. */
export const lockPerson = async (tx: Tx, org: string, id: string): Promise<boolean> =>
  (await tx`select from own_workforces where organization_id = ${org} and id = ${id} for update`).length === 1;

/**
 * Returns the ids of the stored people: those whose external id exists are not stored. An external id that another
 * transaction stores is waited for, so all writers store them in one order.
 */
export async function insertPeople(tx: Tx, org: string, people: readonly NewPersonRow[]): Promise<Set<string>> {
  const stored = await tx<{ id: string }[]>`
    insert into own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee, file_id,
      file_name, uploaded_by, created_at)
    select ${org}::uuid, id, "externalEmployeeId", "birthDate", gender, "disabledEmployee", "fileId", "fileName",
      "uploadedBy", "createdAt"
    from json_to_recordset(${JSON.stringify(people)}::text::json) as p (id uuid, "externalEmployeeId" text,
      "birthDate" date, gender text, "disabledEmployee" boolean, "fileId" uuid, "fileName" text, "uploadedBy" uuid,
      "createdAt" timestamptz)
    order by "externalEmployeeId"
    on conflict (organization_id, external_employee_id) do nothing
    returning id`;
  return new Set(stored.map(({ id }) => id));
}

/** Locks the people with these external ids, in the order in which writers store them. */
export const lockByExternalId = (tx: Tx, org: string, externalIds: readonly string[]) => tx<
  { id: string; externalEmployeeId: string }[]
>`
  select id, external_employee_id from own_workforces
  where organization_id = ${org}
    and external_employee_id in (select jsonb_array_elements_text(${JSON.stringify(externalIds)}::text::jsonb))
  order by external_employee_id for update`;

export const insertContracts = (tx: Tx, org: string, contracts: readonly ContractRow[]) => tx`
  insert into workforce_contracts (organization_id, id, own_workforce_id, contract_type, start_date, end_date,
    end_date_reason, country, job_category, working_hours_ratio)
  select ${org}::uuid, id, "ownWorkforceId", "contractType", "startDate", "endDate", "endDateReason", country,
    "jobCategory", "workingHoursRatio"
  from json_to_recordset(${JSON.stringify(contracts)}::text::json) as c (id uuid, "ownWorkforceId" uuid,
    "contractType" text, "startDate" date, "endDate" date, "endDateReason" text, country text, "jobCategory" text,
    "workingHoursRatio" numeric)`;

export const insertRemunerations = (tx: Tx, org: string, remunerations: readonly RemunerationRow[]) => tx`
  insert into workforce_remunerations (organization_id, id, contract_id, amount, currency, start_date, end_date)
  select ${org}::uuid, id, "contractId", amount, currency, "startDate", "endDate"
  from json_to_recordset(${JSON.stringify(remunerations)}::text::json) as r (id uuid, "contractId" uuid, amount numeric,
    currency text, "startDate" date, "endDate" date)`;

/** Remunerations are deleted with their contracts. */
export const deleteContracts = (tx: Tx, org: string, ownWorkforceId: string) => tx`
  delete from workforce_contracts where organization_id = ${org} and own_workforce_id = ${ownWorkforceId}`;

/** Refuses with OWN_WORKFORCE_ALREADY_EXISTS. */
export async function updatePerson(tx: Tx, org: string, person: StoredPerson): Promise<void> {
  try {
    await tx`
      update own_workforces set external_employee_id = ${person.externalEmployeeId}, birth_date = ${person.birthDate},
        gender = ${person.gender}, disabled_employee = ${person.disabledEmployee}, file_id = ${person.fileId},
        file_name = ${person.fileName}, revision = ${person.revision}, updated_at = ${person.updatedAt}
      where organization_id = ${org} and id = ${person.id}`;
  } catch (error) {
    // Another transaction may store the same id at this moment, so that no earlier query can find it.
    if (isDuplicateId(error)) throw alreadyExists();
    throw error;
  }
}

/** Contracts were added to these people. */
export const touchPeople = (tx: Tx, org: string, ids: readonly string[]) => tx`
  update own_workforces set revision = revision + 1, updated_at = now()
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))`;

/** Deletes people with what belongs to them. Locks them in the order of their ids, as all writers do. */
export async function deletePeople(tx: Tx, org: string, ids: readonly string[]): Promise<string[]> {
  const locked = await tx<{ id: string }[]>`
    select id from own_workforces where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[]))
    order by id for update`;
  const found = locked.map(({ id }) => id);
  if (found.length > 0)
    await tx`delete from own_workforces where organization_id = ${org} and id in (select unnest(${found}::uuid[]))`;
  return found;
}
