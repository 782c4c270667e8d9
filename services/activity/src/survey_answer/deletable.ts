import type { Tx, Write } from "@emissions/kit/db/transactions";
import type { Deletable } from "../job/deletion.ts";
import { lockCommutes, removeCommutes } from "../survey_row/removal.ts";

/** Rows of one transaction: each has up to 10 commuting periods. */
const BATCH_ROWS = 500;

/** Reverts of jobs with answers: rows that the job added are deleted, those that waited for an answer wait again. */
export const surveyAnswersDeletable: Deletable = {
  entityType: "survey_rows",
  batchSize: BATCH_ROWS,
  deleteItems: removeAnswers,
  revert: {
    table: "survey_rows",
    dependants: [],
    days: { table: "commuting_periods", column: "survey_row_id" },
    // Periods are locked before rows, as consumers of results do.
    lockBefore: (tx, org, ids) => lockCommutes(tx, org, tx`select unnest(${ids as string[]}::uuid[])`),
    changed: (tx, { jobId }) => tx`
      r.answered_by_job_id is distinct from ${jobId} or exists (
        select from commuting_periods p
        where p.organization_id = r.organization_id and p.survey_row_id = r.id and p.updated_at is not null)`,
  },
};

async function removeAnswers(write: Write, ids: readonly string[]): Promise<void> {
  const { tx, org, about } = write;
  await removeCommutes(write, tx`select unnest(${ids as string[]}::uuid[])`);
  const reopened = await reopenRows(tx, org, ids);
  for (const { id, status } of reopened) about(id, { status: { old: status, new: "pending" } });
  for (const { id } of await deleteAddedRows(tx, org, ids)) about(id);
}

/** A row that its batch added is as old as its answer. */
const reopenRows = (tx: Tx, org: string, ids: readonly string[]) => tx<{ id: string; status: string }[]>`
  with answered as (
    select id, status from survey_rows
    where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) and created_at < answered_at)
  update survey_rows r set status = 'pending', source = 'form', file_id = null, file_name = null, answered_at = null,
    answered_by_job_id = null, updated_at = now()
  from answered a where r.organization_id = ${org} and r.id = a.id
  returning r.id, a.status`;

const deleteAddedRows = (tx: Tx, org: string, ids: readonly string[]) => tx<{ id: string }[]>`
  delete from survey_rows
  where organization_id = ${org} and id in (select unnest(${ids as string[]}::uuid[])) and created_at = answered_at
  returning id`;
