import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { SurveyAnswerService } from "@emissions/proto/activity/v1/survey_answer_service";
import { FILE_FIELDS } from "../common-columns.ts";
import { COMMUTE_COLUMNS } from "../commute-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

/** Commutes of an answer: as many as the API takes, so that a file can have each answer whole. */
const COMMUTES_MAX = 10;
/** Commutes that an example file has columns for. */
const EXAMPLE_COMMUTES = 3;

/** Values of a commute that follow from the answer. */
const OF_THE_ANSWER = [
  "employee_id",
  "start_date",
  "end_date",
  "situation",
  "response_medium",
  "country",
  "custom_ef_record_id",
  "custom_emission_factor_id",
  "external_id",
  ...FILE_FIELDS,
];

const example = (number: number, transport_type: string, total_km: string) => ({
  survey_id: "{survey}",
  "commutes.0.transport_type": transport_type,
  "commutes.0.total_km": total_km,
  "commutes.0.weekly_travels": "0; 1; 2",
  external_id: `ANSWER-${number}`,
});

export const surveyAnswers = describeTemplate({
  id: "survey_answers",
  labels: { en: "Answers to surveys", es: "Respuestas de encuestas", ca: "Respostes d'enquestes" },
  entityType: EntityType.SURVEY_ROWS,
  method: SurveyAnswerService.method.createSurveyAnswers,
  records: "records",
  isPersonal: true,
  leftOut: [...FILE_FIELDS, ...OF_THE_ANSWER.map((name) => `commutes.${name}`)],
  places: { commutes: COMMUTES_MAX },
  exampleItems: EXAMPLE_COMMUTES,
  columns: {
    survey_id: {
      ...named("Survey", "Encuesta", "Enquesta", ["survey name", "nombre de la encuesta"]),
      reference: "survey",
    },
    employee_id: {
      ...named("Employee", "Empleado", "Empleat", [
        "employee name",
        "email",
        "employee email",
        "correo",
        "nombre",
        "name",
      ]),
      reference: "employee",
    },
    ...Object.fromEntries(Object.entries(COMMUTE_COLUMNS).map(([name, names]) => [`commutes.${name}`, names])),
  },
  examples: [example(1, "car", "12.5"), example(2, "bus", "8"), example(3, "train", "31.2")],
});
