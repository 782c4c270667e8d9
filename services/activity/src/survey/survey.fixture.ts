import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { SurveyLanguage, SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { activity, us } from "../activity.fixture.ts";

export const surveys = (by: Principal = us, key: string = newId()) =>
  activity.as(by, SurveyService, { "idempotency-key": key, "idempotency-fingerprint": key });

export const rows = (by: Principal = us) => activity.as(by, SurveyRowService);

/** The public interface, with the organization that the gateway reads in the token. */
export const answers = (organizationId: string = us.organizationId) =>
  activity.as(servicePrincipal(organizationId), SurveyAnswerService);

export const surveyOf = (values: object = {}) => ({
  name: "How do you commute?",
  startDate: "2025-01-01",
  endDate: "2025-07-01",
  languages: [SurveyLanguage.ES, SurveyLanguage.CA],
  ...values,
});

export const addSurvey = async (values: object = {}, by: Principal = us) =>
  (await surveys(by).createSurvey(surveyOf(values))).survey!;

export const addRows = async (id: string, selection: object) =>
  (await surveys().addSurveyRows({ id, ...selection })).added!;

/** A pending row of an employee, or without a person. */
export async function addRow(surveyId: string, employeeId?: string): Promise<string> {
  const { rowIds } = await addRows(
    surveyId,
    employeeId === undefined ? { anonymous: 1 } : { employeeIds: [employeeId] },
  );
  return rowIds[0]!;
}

export const rowOf = async (id: string, by: Principal = us) => (await rows(by).getSurveyRow({ id })).row!;

/** The token of a link that everybody can answer. */
export const linkOf = async (id: string) => (await surveys().createSurveyLink({ id })).link!.token!;

/** The token of a link of a row. */
export const rowLink = async (id: string, rowId: string) =>
  (await surveys().createSurveyRowLinks({ id, rowIds: [rowId] })).items[0]!.token!;

/** 15 km by car on working days. */
export const car = (values: object = {}) => ({
  transportType: CommuteTransport.CAR,
  totalKm: { value: "15" },
  weeklyTravels: [0, 1, 2, 3, 4],
  ...values,
});

/** 8 km by bus on Saturdays. */
export const bus = { transportType: CommuteTransport.BUS, totalKm: { value: "8" }, weeklyTravels: [5] };

/** Ends the life of all links. */
export const expireLinks = () =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    await tx`update survey_links set expires_at = now() - interval '1 second'`;
  });
