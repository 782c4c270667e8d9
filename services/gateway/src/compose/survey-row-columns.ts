import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { SurveyCommute, SurveyRow } from "@emissions/proto/activity/v1/survey_row";
import type { Decimal } from "@emissions/proto/common/v1/decimal";
import { parse, plain } from "@emissions/quantity/decimal";
import type { CellType } from "../xlsx/cells.ts";
import type { Column } from "../xlsx/workbook.ts";
import {
  COMMUTING_TYPES,
  FUELS,
  type Language,
  SOURCES,
  STATUSES,
  type Text,
  TRANSPORTS,
  YES_NO,
} from "./survey-row-texts.ts";

export interface SurveyRowColumn extends Column {
  /** Null for an empty cell. */
  value(row: SurveyRow): string | null;
}

export const SHEET_NAMES: Text = { es: "Respuestas", en: "Survey rows" };

/** Shown in every language, because clients find anonymous rows by it. */
const ANONYMOUS = "Anonymous";

/** Spanish for `es`, Catalan and none; any other language is English. */
export const languageOf = (tag: string): Language => (/^((es|ca)([-_]|$)|$)/i.test(tag) ? "es" : "en");

/** The columns of the export. Their order is part of the contract: new ones come last. */
export function surveyRowColumns(language: Language): SurveyRowColumn[] {
  const column =
    (type: CellType, width: number) =>
    (es: string, en: string, value: SurveyRowColumn["value"]): SurveyRowColumn => ({
      title: { es, en }[language],
      type,
      width,
      value,
    });
  const name = column("text", 30);
  const short = column("text", 16);
  const number = column("number", 12);
  const date = column("date", 12);
  const instant = column("instant", 20);
  const listed = <E extends number>(texts: Readonly<Record<E, Text>>, value: E) => texts[value][language];
  const ofCommute = (value: (commute: SurveyCommute) => string | null) => (row: SurveyRow) =>
    row.commute === undefined ? null : value(row.commute);

  return [
    name("Organización", "Organization", ({ organization }) => organization?.name ?? null),
    name("Email", "Email", ({ anonymous, email }) => (anonymous ? ANONYMOUS : (email ?? null))),
    name("Nombre o ID", "Name or ID", ({ name, externalId }) => name ?? externalId ?? null),
    date("Inicio del periodo", "Period start", ({ periodStart }) => periodStart),
    date("Fin del periodo", "Period end", ({ periodEnd }) => periodEnd),
    short("Estado", "Status", ({ status }) => listed(STATUSES, status)),
    short("Fuente", "Source", ({ source }) => listed(SOURCES, source)),
    name("Archivo", "File", ({ file }) => file?.name ?? null),
    name("Encuesta", "Survey", ({ survey }) => survey?.name ?? null),
    instant("Enviado", "Sent", ({ sentAt }) => time(sentAt)),
    number("Veces enviado", "Times sent", ({ timesSent }) => String(timesSent)),
    instant("Respondido", "Answered", ({ answeredAt }) => time(answeredAt)),
    number("CO2e (kg)", "CO2e (kg)", ({ co2e }) => digits(co2e)),
    number("Número de desplazamientos", "Number of commutes", ({ commutesCount }) => String(commutesCount)),
    short(
      "Tipo de desplazamiento",
      "Commuting type",
      ofCommute((one) => listed(COMMUTING_TYPES, one.commutingType)),
    ),
    name(
      "Origen",
      "Origin",
      ofCommute(({ origin }) => origin ?? null),
    ),
    name(
      "Destino",
      "Destination",
      ofCommute(({ destination }) => destination ?? null),
    ),
    short(
      "Transporte",
      "Transport",
      ofCommute(({ transportType }) => listed(TRANSPORTS, transportType)),
    ),
    short(
      "Tipo de combustible",
      "Fuel type",
      ofCommute(({ fuelType }) => (fuelType ? listed(FUELS, fuelType) : null)),
    ),
    number(
      "Km al trabajo",
      "Km to work",
      ofCommute(({ totalKm }) => digits(totalKm)),
    ),
    number(
      "Viajes diarios",
      "Daily trips",
      ofCommute(({ dailyTrips }) => String(dailyTrips)),
    ),
    number(
      "Horas trabajadas por día",
      "Hours worked per day",
      ofCommute(({ hoursPerDay }) => digits(hoursPerDay)),
    ),
    number(
      "Días por semana",
      "Days per week",
      ofCommute(({ weeklyTravels }) => String(weeklyTravels.length)),
    ),
    number(
      "Días de teletrabajo",
      "Telecommuting days",
      ofCommute((one) => String(one.telecommutingDays.length)),
    ),
    short(
      "Coche compartido",
      "Carpool",
      ofCommute(({ carpool }) => YES_NO[carpool ? "yes" : "no"][language]),
    ),
    instant("Fecha de creación", "Creation date", ({ createdAt }) => time(createdAt)),
    instant("Fecha de actualización", "Update date", ({ updatedAt }) => time(updatedAt)),
  ];
}

const time = (value: Timestamp | undefined) => (value ? timestampDate(value).toISOString() : null);

/** Without the zeros at the end that columns of the database add. */
const digits = (decimal: Decimal | undefined) => (decimal ? plain(parse(decimal.value)) : null);
