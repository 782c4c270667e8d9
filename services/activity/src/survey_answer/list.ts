import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { enumNumber } from "@emissions/kit/wire/enum";
import { principalOf } from "@emissions/kit/wire/principal";
import { CommutingPeriodValuesSchema } from "@emissions/proto/activity/v1/commuting_period_service";
import type { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowSourceSchema, SurveyRowStatusSchema } from "@emissions/proto/activity/v1/survey_row";
import type { Commute } from "../commuting_period/row.ts";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { selectList } from "../list/page.ts";
import { type ListQuery, parsePartialListQuery } from "../list/query.ts";
import { valueColumns, valuesWriter } from "../records/columns.ts";
import { surveyRowList } from "../survey_row_list/list.ts";
import type { DetailRow } from "../survey_row_list/row.ts";

type Handler = ServiceImpl<typeof SurveyAnswerService>["listSurveyAnswers"];

/** The rows of surveys that have an answer, with its commutes. */
export const listSurveyAnswers =
  ({ db }: Pick<Context, "db">): Handler =>
  async ({ filter, options }, call) => {
    const sent = { ...filter, ...options };
    const query = withCursor(answered(parsePartialListQuery(surveyRowList, sent, principalOf(call))), call);
    const work = async (tx: Tx) => {
      const { rows, ...summary } = await selectList<DetailRow>(tx, query);
      const commutes = await selectCommutes(tx, query.orgs, rows);
      return { answers: rows.map((row) => toAnswer(row, commutes.get(row.id) ?? [])), summary };
    };
    return db.read(call, work, query.view);
  };

const answered = (query: ListQuery): ListQuery => ({
  ...query,
  conditions: [
    ...query.conditions,
    { name: "answered", text: "true", where: (tx) => tx`status <> 'pending'`, states: null },
  ],
});

type CommuteRow = Commute & { surveyRowId: string };

/** By the id of the row, in the order of their creation. */
async function selectCommutes(tx: Tx, orgs: readonly string[], rows: readonly DetailRow[]) {
  const ids = rows.map(({ id }) => id);
  const commutes = await tx<CommuteRow[]>`
    select * from commuting_periods
    where organization_id = any(${orgs as string[]}::uuid[])
      and survey_row_id in (select unnest(${plainColumn(ids)}::uuid[]))
    order by id`;
  return Map.groupBy(commutes, ({ surveyRowId }) => surveyRowId);
}

const toCommute = valuesWriter(valueColumns(CommutingPeriodValuesSchema));

const toAnswer = (row: DetailRow, commutes: readonly CommuteRow[]) => ({
  id: row.id,
  organizationId: row.organizationId,
  surveyName: row.surveyName ?? undefined,
  values: {
    surveyId: row.surveyId ?? "",
    employeeId: row.employeeId ?? undefined,
    commutes: commutes.map(toCommute),
    recordOrigin: { fileId: row.fileId ?? undefined, fileName: row.fileName ?? undefined },
  },
  status: enumNumber(SurveyRowStatusSchema, row.status),
  source: enumNumber(SurveyRowSourceSchema, row.source),
  answeredAt: row.answeredAt === null ? undefined : timestampFromDate(row.answeredAt),
});
