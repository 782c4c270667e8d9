import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { chunked } from "@emissions/kit/db/chunked";
import { type FoundEntities, lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, placed, refuse, violation } from "@emissions/kit/wire/checks";
import { busy } from "@emissions/kit/wire/errors";
import type {
  CreateSurveyAnswersRequest,
  SurveyAnswerService,
} from "@emissions/proto/activity/v1/survey_answer_service";
import { BATCH_MAX, checkBatchSize, codedCheck, refuseBatch } from "../batch.ts";
import { commutingPeriods } from "../commuting_period/commuting_period.ts";
import type { Commute } from "../commuting_period/row.ts";
import type { Context } from "../context.ts";
import { employeeOwner } from "../employee/owner.ts";
import { beginJob, jobIdOf } from "../job/begin.ts";
import { toJob } from "../job/message.ts";
import { requireOrganization } from "../organization/queries.ts";
import { announceStored, RECORDS_MAX } from "../records/announce.ts";
import { settingsOf, toInput } from "../records/inputs.ts";
import type { Lookups, PricingContext } from "../records/kind.ts";
import { type Parts, partsOf } from "../records/parts.ts";
import { newRecords } from "../records/prepare.ts";
import { refuseFull } from "../survey/refusals.ts";
import { commuteOf } from "../survey_row/answers.ts";
import { type Answer, answerChecker, type Known, readAnswer, rowKey, type TargetRow, targetOf } from "./answer.ts";
import {
  type AnsweredRow,
  insertAnsweredRows,
  lockRowsOfEmployees,
  lockSurveys,
  updateAnsweredRows,
} from "./batch-queries.ts";

/** Commutes of one batch: as many records as a request stores within its timeout. */
const COMMUTES_OF_BATCH_MAX = 10_000;
/** Commuting periods have no place of their own. */
const LOCATION = { country: "", gridZone: null };

/** A valid answer with the values to store. */
interface Stored {
  target: TargetRow;
  row: AnsweredRow;
  commutes: Commute[];
}

/** Stores a batch of answers, all or none, as a finished job whose items are the rows. */
export function createSurveyAnswers(context: Context): ServiceImpl<typeof SurveyAnswerService>["createSurveyAnswers"] {
  const parts = partsOf(context, commutingPeriods);
  return async (request, call) => {
    checkSize(request);
    const answers = request.records.map(readAnswer);
    const [lookups, files] = await Promise.all([parts.lookUp(call, [], "price"), parts.lookUpFiles(call, answers)]);
    return parts.db.write(call, request, async (write) => {
      const organization = await requireOrganization(write.tx, write.org);
      const pricing = { ...lookups, ...settingsOf(organization), ...LOCATION };
      const known = await lockKnown(write, answers, files);
      const stored = checkAnswers(parts, request, { answers, known, lookups, org: write.org });
      const jobId = jobIdOf(write);
      await storeRows(write, stored, { known, jobId });
      await storeCommutes(parts, write, stored, pricing);
      const items = stored.map(({ row }, index) => ({ entityId: row.id, externalId: answers[index]!.externalId }));
      const job = { id: jobId, entityType: "survey_rows", operation: "create", items, isDone: true } as const;
      return { job: toJob(await beginJob(write, job)) };
    });
  };
}

function checkSize({ records }: CreateSurveyAnswersRequest): void {
  checkBatchSize("records", records.length, BATCH_MAX);
  const commutes = records.reduce((sum, record) => sum + record.commutes.length, 0);
  if (commutes <= COMMUTES_OF_BATCH_MAX) return;
  refuse([violation("records", "value_error.list.max_items", `at most ${COMMUTES_OF_BATCH_MAX} commutes`)]);
}

/** Locks what the answers name: surveys before employees, and these before rows. */
async function lockKnown({ tx, org }: Write, answers: readonly Answer[], looked: FoundEntities): Promise<Known> {
  const files = await lockReferences(tx, org, looked);
  const named = answers.filter(
    ({ surveyId, employeeId }) => isId(surveyId) && (employeeId === null || isId(employeeId)),
  );
  const surveys = await lockSurveys(tx, org, [...new Set(named.map(({ surveyId }) => surveyId))]);
  const people = named.filter(({ employeeId }) => employeeId !== null);
  const ids = people.map(({ employeeId }) => employeeId!);
  const employees = await employeeOwner.lockLocations(tx, org, ids);
  const rows = people.length === 0 ? [] : await lockRowsOfEmployees(tx, org, people);
  return {
    files,
    employees,
    surveys: new Map(surveys.map((survey) => [survey.id, survey])),
    rows: new Map(rows.map((row) => [rowKey(row.surveyId, row.employeeId), row])),
  };
}

interface Checked {
  answers: readonly Answer[];
  known: Known;
  lookups: Lookups;
  org: string;
}

/** Refuses the batch with the violations of all answers. */
function checkAnswers(
  parts: Parts,
  { rejected }: CreateSurveyAnswersRequest,
  { answers, known, lookups, org }: Checked,
): Stored[] {
  const rejectedAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
  const check = answerChecker(known);
  const stored: Stored[] = [];
  const found = answers.map((answer, index): Check[] => {
    const checks = rejectedAt.get(index) ?? check(answer);
    if (checks.length > 0) return checks;
    const one = toStored(parts, answer, targetOf(answer, known));
    stored.push(one);
    return one.commutes.flatMap((commute, at) =>
      placed(
        parts.rules.checkAll(commute, lookups, {
          org,
          country: "",
          inBatch: true,
          isCalculated: false,
          owners: undefined,
        }),
        ...["body", "commutes", at],
      ),
    );
  });
  refuseBatch(found.map((checks) => checks.map(codedCheck)));
  return stored;
}

function toStored(parts: Parts, answer: Answer, target: TargetRow): Stored {
  const { surveyId, employeeId, fileId, fileName, fileUrl, commutes } = answer;
  const source = fileId === null ? "manual" : "file";
  const status = commutes.length > 0 ? "answered" : "blank";
  const file = { fileId, fileName, fileUrl };
  return {
    target,
    row: { id: target.id, surveyId, employeeId, status, source, fileId, fileName },
    commutes: commutes.map((message) => commuteOf(parts, message, { row: target, source, file })),
  };
}

async function storeRows(
  write: Write,
  stored: readonly Stored[],
  { known: { surveys }, jobId }: { known: Known; jobId: string },
): Promise<void> {
  const { tx, org, principal, about, send } = write;
  const added = stored.filter(({ target }) => target.survey !== null);
  for (const [id, rows] of Map.groupBy(added, ({ row }) => row.surveyId)) refuseFull(surveys.get(id)!, rows.length);
  const rows = added.map(({ row }) => row);
  if (
    rows.length > 0 &&
    (await insertAnsweredRows(tx, org, rows, { createdBy: principal.userId, jobId })) < rows.length
  )
    throw busy("RECORD_CHANGED_MEANWHILE", "A row of the batch was added in this moment. Send it again.");
  const pending = stored.filter(({ target }) => target.survey === null);
  if (pending.length > 0) {
    send(
      updateAnsweredRows(
        tx,
        org,
        pending.map(({ row }) => row),
        jobId,
      ),
    );
  }
  for (const { id } of rows) about(id);
  for (const { row, target } of pending) about(row.id, fieldChanges(target, row, { fields: ["status", "source"] }));
}

async function storeCommutes(
  parts: Parts,
  write: Write,
  stored: readonly Stored[],
  pricing: PricingContext & Lookups,
): Promise<void> {
  const commutes = stored.flatMap((one) => one.commutes);
  for (const piece of chunked(commutes, RECORDS_MAX)) {
    const records = newRecords(commutingPeriods, write, piece, pricing);
    write.send(parts.writer.insert(write.tx, write.org, records));
    announceStored(
      write,
      records.map((record) => toInput(commutingPeriods, record, pricing)),
    );
    for (const { id } of records) write.about(id);
    await write.flush();
  }
}
