import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import type { Context } from "../context.ts";
import { employeeOwner } from "../employee/owner.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import { toSurveyRow } from "../survey_row_list/row.ts";
import { answerStore, checkCommutes } from "./answers.ts";
import { deleteRow, lockRows, type StoredSurveyRow, selectDetails, selectStoredRow, updateState } from "./queries.ts";
import { removeCommutes } from "./removal.ts";

export const surveyRowHandlers = (context: Context): ServiceImpl<typeof SurveyRowService> => {
  const { db } = context;
  const answers = answerStore(context);
  return {
    getSurveyRow: ({ id }, call) => db.read(call, async (tx, org) => ({ row: await getDetails(tx, org, id) })),

    answerSurveyRow: async (request, call) => {
      checkCommutes(request.commutes);
      const looked = await answers.lookUp(call);
      return db.write(call, request, async (write) => {
        const row = await lockToAnswer(write, request.id);
        await answers.store(write, { row, commutes: request.commutes, source: "manual" }, looked);
        return { row: await getDetails(write.tx, write.org, row.id) };
      });
    },

    reopenSurveyRow: (request, call) =>
      db.write(call, request, async (write) => {
        const { tx, org, about } = write;
        const row = await removeAnswer(write, request.id);
        if (row.status !== "pending") {
          about(row.id, fieldChanges(row, { status: "pending" }));
          await updateState(tx, org, row.id, { status: "pending", source: row.source });
        }
        return { row: await getDetails(tx, org, row.id) };
      }),

    deleteSurveyRow: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = await removeAnswer(write, request.id);
        write.about(id);
        await deleteRow(write.tx, write.org, id);
        return {};
      }),
  };
};

async function getDetails(tx: Tx, org: string, id: string) {
  const row = isId(id) ? await selectDetails(tx, org, id) : null;
  if (row === null) throw notFound("survey row");
  return toSurveyRow(row);
}

/** Locks the employee before the row, as the deletion of an employee does. Refuses with SURVEY_ROW_NOT_FOUND. */
export async function lockToAnswer({ tx, org }: Write, id: string): Promise<StoredSurveyRow> {
  const seen = isId(id) ? await selectStoredRow(tx, org, id) : null;
  if (seen?.employeeId) await employeeOwner.lockLocations(tx, org, [seen.employeeId]);
  const [row] = seen === null ? [] : await lockRows(tx, org, [seen.id]);
  if (row === undefined) throw notFound("survey row");
  if (row.employeeId !== seen?.employeeId) throw concurrentChange();
  return row;
}

/** Deletes the answer of a row and locks the row. */
async function removeAnswer(write: Write, id: string): Promise<StoredSurveyRow> {
  const { tx, org } = write;
  if (!isId(id)) throw notFound("survey row");
  await removeCommutes(write, tx`select ${id}::uuid`);
  const [row] = await lockRows(tx, org, [id]);
  if (row === undefined) throw notFound("survey row");
  // An answer was stored since the periods were locked.
  if (row.commutesCount > 0) throw concurrentChange();
  return row;
}
