import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { OwnWorkforceTrainingSchema } from "@emissions/proto/activity/v1/own_workforce_training_service";
import type { Remove } from "../list/deletion.ts";
import { type ListQuery, matching, orderBy } from "../list/query.ts";
import { rowWriter } from "../rows.ts";
import { type StoredValues, toCustomValues } from "./custom-values.ts";

export interface TrainingRow {
  organizationId: string;
  id: string;
  ownWorkforceId: string;
  type: string;
  description: string;
  hours: string;
  startDate: string;
  endDate: string;
  customValues: StoredValues;
  fileId: string | null;
  fileName: string | null;
  processingJobId: string | null;
  status: string;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  externalEmployeeId: string | null;
}

const toFields = rowWriter(OwnWorkforceTrainingSchema) as (row: object) => object;

/** Keys of number columns by organization. */
export type NumberKeys = ReadonlyMap<string, ReadonlySet<string>>;

const NO_KEYS: ReadonlySet<string> = new Set();

/** `isGroup` in a view of several organizations. */
export function toTraining(row: TrainingRow, numbers: NumberKeys, isGroup = false) {
  const { organizationId, customValues, ...fields } = row;
  return {
    ...toFields({ ...fields, ...(isGroup && { organizationId }) }),
    customValues: toCustomValues(customValues, numbers.get(organizationId) ?? NO_KEYS),
  };
}

export async function selectNumberKeys(tx: Tx, orgs: readonly string[]): Promise<NumberKeys> {
  const rows = await tx<{ organizationId: string; keys: string[] }[]>`
    select organization_id, array_agg(key) as keys from training_columns
    where organization_id = any(${orgs as string[]}::uuid[]) and type = 'number' group by organization_id`;
  return new Map(rows.map(({ organizationId, keys }) => [organizationId, new Set(keys)]));
}

const COLUMNS = [
  "organization_id",
  "id",
  "own_workforce_id",
  "type",
  "description",
  "hours",
  "start_date",
  "end_date",
  "custom_values",
  "file_id",
  "file_name",
  "processing_job_id",
  "status",
  "created_by",
  "created_at",
  "updated_at",
];

/** Trainings with the HR ids of their people. `trainings` is the table, or a part of it. */
export const withPeople = (tx: Tx, trainings = tx`own_workforce_trainings`) => tx`
  select ${tx(COLUMNS)}, w.external_employee_id from ${trainings} as t cross join lateral (
    select external_employee_id from own_workforces p
    where p.organization_id = t.organization_id and p.id = t.own_workforce_id) as w`;

/** All trainings that match, in the order of the list. */
export const trainingsOf = (tx: Tx, query: ListQuery): Fragment => tx`
  ${withPeople(tx, tx`(select * from own_workforce_trainings ${matching(tx, query)})`)} ${orderBy(tx, query.order)}`;

export const insertTrainings = (tx: Tx, org: string, rows: readonly TrainingRow[]) => tx`
  insert into own_workforce_trainings (organization_id, id, own_workforce_id, type, description, hours, start_date,
    end_date, custom_values, file_id, file_name, processing_job_id, created_by, created_at, updated_at)
  select ${org}::uuid, id, "ownWorkforceId", type, description, hours, "startDate", "endDate", "customValues", "fileId",
    "fileName", "processingJobId", "createdBy", "createdAt", "createdAt"
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as v (id uuid, "ownWorkforceId" uuid, type text,
    description text, hours numeric, "startDate" date, "endDate" date, "customValues" jsonb, "fileId" uuid,
    "fileName" text, "processingJobId" uuid, "createdBy" uuid, "createdAt" timestamptz)`;

export const updateTraining = (tx: Tx, org: string, row: TrainingRow) => tx`
  update own_workforce_trainings set type = ${row.type}, description = ${row.description}, hours = ${row.hours},
    start_date = ${row.startDate}, end_date = ${row.endDate},
    custom_values = ${JSON.stringify(row.customValues)}::text::jsonb, file_id = ${row.fileId},
    file_name = ${row.fileName}, updated_at = ${row.updatedAt}
  where organization_id = ${org} and id = ${row.id}`;

/** Returns the ids that existed. */
export const deleteTrainings: Remove = async ({ tx, org }, ids) => {
  const gone = await tx<{ id: string }[]>`
    delete from own_workforce_trainings where organization_id = ${org} and id = any(${ids as string[]}::uuid[])
    returning id`;
  return gone.map(({ id }) => id);
};

interface PersonRow {
  id: string;
  externalEmployeeId: string;
}

/** People that a request names by either id, without erased ones. They stay until the end of the transaction. */
export const lockPeople = (tx: Tx, org: string, ids: readonly string[], externalIds: readonly string[]) => tx<
  PersonRow[]
>`
  select id, external_employee_id from own_workforces
  where organization_id = ${org} and erased_at is null
    and (id = any(${ids as string[]}::uuid[]) or external_employee_id = any(${externalIds as string[]}))
  order by id for key share`;

/** Texts of the trainings of these people that could identify them. Hours and days stay, for the figures. */
export const clearTrainings = (tx: Tx, org: string, people: readonly string[]) => tx`
  update own_workforce_trainings
  set type = '', description = '', custom_values = '{}', file_id = null, file_name = null, updated_at = now()
  where organization_id = ${org} and own_workforce_id = any(${people as string[]}::uuid[])`;
