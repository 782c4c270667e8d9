import type { FoundEntities } from "@emissions/kit/db/external-references";
import { newId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import type { CommutingPeriodValues } from "@emissions/proto/activity/v1/commuting_period_service";
import { type SurveyAnswerValues, SurveyAnswerValuesSchema } from "@emissions/proto/activity/v1/survey_answer_service";
import { valuesChecker } from "../records/checks.ts";
import { type ValuesOf, valueColumns, valuesReader } from "../records/columns.ts";
import { checkFile } from "../records/files.ts";
import type { StoredSurvey } from "../survey/queries.ts";
import { COMMUTES_MAX } from "../survey_row/answers.ts";
import type { StoredSurveyRow } from "../survey_row/queries.ts";

/** An answer as a batch has it. */
export interface Answer extends Omit<ValuesOf<SurveyAnswerValues>, "commutes"> {
  commutes: readonly CommutingPeriodValues[];
}

/** The locked rows that a batch refers to. */
export interface Known {
  surveys: ReadonlyMap<string, StoredSurvey>;
  /** By id. */
  employees: ReadonlyMap<string, unknown>;
  /** By `rowKey`. */
  rows: ReadonlyMap<string, StoredSurveyRow>;
  files: FoundEntities;
}

/** A new row has a survey, a known one has none. */
export type TargetRow = Pick<StoredSurveyRow, "id" | "employeeId" | "periodStart" | "periodEnd"> & {
  survey: StoredSurvey | null;
};

// Commutes are checked as commuting periods, with the days of the row.
const columns = valueColumns(SurveyAnswerValuesSchema).filter(({ name }) => name !== "commutes");
const readValues = valuesReader<Omit<Answer, "commutes">>(columns);
const checkFields = valuesChecker(columns);

export function readAnswer(message: SurveyAnswerValues): Answer {
  const { surveyId, employeeId, ...values } = readValues(message);
  return {
    ...values,
    surveyId: surveyId?.toLowerCase(),
    employeeId: employeeId?.toLowerCase() ?? null,
    commutes: message.commutes,
  };
}

export const rowKey = (surveyId: string | null, employeeId: string | null) => `${surveyId} ${employeeId}`;

/** Checks the answers of one batch in their order: an employee may answer a survey once. */
export function answerChecker({ surveys, employees, rows, files }: Known) {
  const seen = new Set<string>();
  const checkPerson = ({ surveyId, employeeId }: Answer): Check[] => {
    const survey = surveys.get(surveyId);
    if (survey === undefined) return [unknown("survey_id")];
    const closed = violation("survey_id", "SURVEY_CLOSED", "the survey is closed");
    if (employeeId === null) return survey.status === "closed" ? [closed] : [];
    if (!employees.has(employeeId)) return [unknown("employee_id")];
    const key = rowKey(surveyId, employeeId);
    if (seen.has(key)) return [violation("employee_id", "value_error.list.unique_items", "an employee comes twice")];
    seen.add(key);
    const row = rows.get(key);
    if (row === undefined) return survey.status === "closed" ? [closed] : [];
    if (row.status === "pending") return [];
    return [violation("employee_id", "SURVEY_ALREADY_ANSWERED", "the employee has answered the survey")];
  };
  return (answer: Answer): Check[] => {
    const found = checkFields(answer);
    if (answer.commutes.length > COMMUTES_MAX)
      found.push(violation("commutes", "value_error.list.max_items", `at most ${COMMUTES_MAX} commutes`));
    return found.length > 0 ? found : [...checkPerson(answer), ...checkFile(answer, files)];
  };
}

/** The row of a valid answer: that of the employee, or a new one with the days of the survey. */
export function targetOf({ surveyId, employeeId }: Answer, { surveys, rows }: Known): TargetRow {
  const row = employeeId === null ? undefined : rows.get(rowKey(surveyId, employeeId));
  if (row !== undefined) return { ...row, survey: null };
  const survey = surveys.get(surveyId)!;
  return { id: newId(), employeeId, periodStart: survey.startDate, periodEnd: survey.endDate, survey };
}
