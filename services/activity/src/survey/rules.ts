import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  SurveyLanguageSchema,
  type SurveyValues as SurveyMessage,
  SurveyValuesSchema,
} from "@emissions/proto/activity/v1/survey_service";
import { daysIn, isDay } from "@emissions/quantity/period";
import { checkPeriodOrder } from "../checks.ts";
import { PERIOD_DAYS_MAX } from "../commuting_period/rules.ts";
import { valuesChecker } from "../records/checks.ts";
import { type ValuesOf, valueColumns, valuesReader, valuesWriter } from "../records/columns.ts";

/** The values that a caller decides, as the table stores them. */
export interface SurveyValues extends Omit<ValuesOf<SurveyMessage>, "languages"> {
  languages: string[];
}

const LANGUAGES = "languages";
const columns = valueColumns(SurveyValuesSchema).filter(({ name }) => name !== LANGUAGES);
const readScalars = valuesReader<Omit<SurveyValues, "languages">>(columns);
const writeScalars = valuesWriter(columns);
const checkFields = valuesChecker(columns);
const texts = enumTexts(SurveyLanguageSchema);

/** Names of the values, and their keys in rows. */
export const VALUE_KEYS: ReadonlyMap<string, keyof SurveyValues> = new Map([
  ...columns.map(({ name, key }) => [name, key as keyof SurveyValues] as const),
  [LANGUAGES, "languages"],
]);

export const readValues = (message: Partial<SurveyMessage>): SurveyValues => ({
  ...readScalars(message),
  languages: (message.languages ?? []).map((number) => enumText(SurveyLanguageSchema, number) || String(number)),
});

export const toValues = (values: SurveyValues) => ({
  ...writeScalars(values),
  languages: values.languages.map((text) => enumNumber(SurveyLanguageSchema, text)),
});

export const checkSurvey = (values: SurveyValues): Check[] => [
  ...checkFields(values),
  ...checkPeriodOrder(values),
  ...checkLength(values),
  ...checkLanguages(values.languages),
];

/** Answers become commuting periods. */
function checkLength({ startDate, endDate }: SurveyValues): Check[] {
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return [];
  if (daysIn(startDate, endDate) <= PERIOD_DAYS_MAX) return [];
  return [violation("end_date", "value_error.period_too_long", `at most ${PERIOD_DAYS_MAX} days`)];
}

function checkLanguages(languages: readonly string[]): Check[] {
  if (languages.length === 0) return [missing(LANGUAGES)];
  if (languages.some((language) => !texts.includes(language)))
    return [violation(LANGUAGES, "type_error.enum", `value is not one of: ${texts.join(", ")}`)];
  if (new Set(languages).size === languages.length) return [];
  return [violation(LANGUAGES, "value_error.list.unique_items", "a language comes twice")];
}
