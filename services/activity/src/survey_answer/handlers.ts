import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { enumNumber } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import type { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowStatusSchema } from "@emissions/proto/activity/v1/survey_row";
import { SurveyLanguageSchema } from "@emissions/proto/activity/v1/survey_service";
import type { Context } from "../context.ts";
import { refuseArchived } from "../organization/queries.ts";
import { type LinkRow, selectLink } from "../survey/link-queries.ts";
import { getSurvey, type StoredSurvey } from "../survey/queries.ts";
import { refuseClosed, refuseFull } from "../survey/refusals.ts";
import { answerStore, COMMUTES_MAX, checkCommutes } from "../survey_row/answers.ts";
import { lockToAnswer } from "../survey_row/handlers.ts";
import { insertAnonymousRow, type StoredSurveyRow, selectStoredRow } from "../survey_row/queries.ts";
import { alreadyAnswered } from "../survey_row/refusals.ts";
import { createSurveyAnswers } from "./batch.ts";
import { listSurveyAnswers } from "./list.ts";
import { questionsIn } from "./questions.ts";

export const surveyAnswerHandlers = (context: Context): ServiceImpl<typeof SurveyAnswerService> => {
  const { db, keys } = context;
  const answers = answerStore(context);

  /** Reads what a link is for. All tokens that do not work have the same refusal. */
  async function openLink(tx: Tx, org: string, token: string) {
    const link = await getLink(tx, org, keys.hashes(token));
    const survey = await getSurvey(tx, org, link.surveyId);
    refuseClosed(survey);
    const row = link.surveyRowId === null ? null : await selectStoredRow(tx, org, link.surveyRowId);
    if (row !== null && row.status !== "pending") throw alreadyAnswered();
    return { survey, row };
  }

  return {
    createSurveyAnswers: createSurveyAnswers(context),

    listSurveyAnswers: listSurveyAnswers(context),

    getSurveyForm: ({ token }, call) => {
      return db.read(call, async (tx, org) => {
        const { survey, row } = await openLink(tx, org, token);
        const [organization] = await tx<[{ name: string }]>`select name from organizations where id = ${org}`;
        return { form: formOf(survey, { row, organizationName: organization.name }) };
      });
    },

    submitSurveyAnswer: async (request, call) => {
      const { token, commutes } = request;
      // Before the idempotency key and the answer, so that a guess has no other refusal.
      await db.read(call, (tx, org) => getLink(tx, org, keys.hashes(token)));
      checkCommutes(commutes);
      const looked = await answers.lookUp(call);
      return db.write(call, request, async (write) => {
        const { tx, org } = write;
        await refuseArchived(tx, [org]);
        const link = await getLink(tx, org, keys.hashes(token));
        const survey = await getSurvey(tx, org, link.surveyId, "to answer");
        refuseClosed(survey);
        const row = await rowOf(write, link, survey);
        const source = link.surveyRowId === null ? "qr" : "form";
        const { status, answeredAt } = await answers.store(write, { row, commutes, source }, looked);
        return {
          receipt: {
            status: enumNumber(SurveyRowStatusSchema, status),
            answeredAt: timestampFromDate(answeredAt),
            commutesCount: commutes.length,
          },
        };
      });
    },
  };
};

async function getLink(tx: Tx, org: string, tokenHashes: Buffer[]): Promise<LinkRow> {
  const link = await selectLink(tx, org, tokenHashes);
  if (link === null) throw notFound("link");
  return link;
}

/** The row of the link, or a new anonymous one. Locked. */
async function rowOf(write: Write, { surveyRowId }: LinkRow, survey: StoredSurvey): Promise<StoredSurveyRow> {
  if (surveyRowId !== null) return lockToAnswer(write, surveyRowId);
  refuseFull(survey, 1);
  return insertAnonymousRow(write.tx, write.org, { ...survey, id: newId(), surveyId: survey.id });
}

interface Asked {
  row: StoredSurveyRow | null;
  organizationName: string;
}

const formOf = (survey: StoredSurvey, { row, organizationName }: Asked) => ({
  surveyName: survey.name,
  organizationName,
  periodStart: survey.startDate,
  periodEnd: survey.endDate,
  languages: survey.languages.map((language) => enumNumber(SurveyLanguageSchema, language)),
  anonymous: row === null || row.anonymous,
  commutesMax: COMMUTES_MAX,
  questions: questionsIn(survey.languages),
});
