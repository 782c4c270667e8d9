import type { DescEnum, MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber, enumTexts } from "@emissions/kit/wire/enum";
import { CommutingTypeSchema, RenewableEnergySchema } from "@emissions/proto/activity/v1/commuting_period_service";
import { type SurveyQuestionSchema, SurveyQuestionType } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveyLanguageSchema } from "@emissions/proto/activity/v1/survey_service";
import { CommuteTransportSchema } from "@emissions/proto/factors/v1/commute";
import { TravelFuelSchema, TravelVehicleSizeSchema } from "@emissions/proto/factors/v1/travel";

interface Question {
  field: string;
  type: SurveyQuestionType;
  required?: true;
  options?: DescEnum;
  texts: Readonly<Record<"es" | "en" | "ca", string>>;
}

const { CHOICE, NUMBER, TEXT, BOOLEAN, WEEKDAYS } = SurveyQuestionType;

/** The fields of a commute that people answer, in the order of the questions. */
const QUESTIONS: readonly Question[] = [
  {
    field: "transport_type",
    type: CHOICE,
    required: true,
    options: CommuteTransportSchema,
    texts: {
      es: "¿Cómo viajas, o teletrabajas?",
      en: "How do you travel, or do you work at home?",
      ca: "Com viatges, o teletreballes?",
    },
  },
  {
    field: "commuting_type",
    type: CHOICE,
    options: CommutingTypeSchema,
    texts: {
      es: "¿El viaje es entre casa y el trabajo, o durante la jornada?",
      en: "Is the trip between home and work, or during working hours?",
      ca: "El viatge és entre casa i la feina, o durant la jornada?",
    },
  },
  {
    field: "vehicle_size",
    type: CHOICE,
    options: TravelVehicleSizeSchema,
    texts: {
      es: "¿Qué tamaño tiene el coche o la moto?",
      en: "What is the size of the car or motorbike?",
      ca: "Quina mida té el cotxe o la moto?",
    },
  },
  {
    field: "fuel_type",
    type: CHOICE,
    options: TravelFuelSchema,
    texts: {
      es: "¿Qué combustible usa el coche o la moto?",
      en: "What fuel does the car or motorbike use?",
      ca: "Quin combustible fa servir el cotxe o la moto?",
    },
  },
  {
    field: "renewable_energy",
    type: CHOICE,
    options: RenewableEnergySchema,
    texts: {
      es: "¿La electricidad del vehículo es renovable?",
      en: "Is the electricity of the vehicle renewable?",
      ca: "L'electricitat del vehicle és renovable?",
    },
  },
  {
    field: "total_km",
    type: NUMBER,
    texts: {
      es: "¿Cuántos kilómetros hay de ida?",
      en: "How many kilometres is it one way?",
      ca: "Quants quilòmetres hi ha d'anada?",
    },
  },
  {
    field: "weekly_travels",
    type: WEEKDAYS,
    texts: {
      es: "¿Qué días de la semana viajas?",
      en: "On which weekdays do you travel?",
      ca: "Quins dies de la setmana viatges?",
    },
  },
  {
    field: "daily_trips",
    type: NUMBER,
    texts: {
      es: "¿Cuántos viajes de ida y vuelta haces cada día?",
      en: "How many trips to work and back do you make each day?",
      ca: "Quants viatges d'anada i tornada fas cada dia?",
    },
  },
  {
    field: "carpool",
    type: BOOLEAN,
    texts: {
      es: "¿Compartes el coche o la moto con otra persona?",
      en: "Do you share the car or motorbike with another person?",
      ca: "Comparteixes el cotxe o la moto amb una altra persona?",
    },
  },
  {
    field: "telecommuting_days",
    type: WEEKDAYS,
    texts: {
      es: "¿Qué días de la semana teletrabajas?",
      en: "On which weekdays do you work at home?",
      ca: "Quins dies de la setmana teletreballes?",
    },
  },
  {
    field: "hours_per_day",
    type: NUMBER,
    texts: {
      es: "¿Cuántas horas trabajas cada día?",
      en: "How many hours do you work each day?",
      ca: "Quantes hores treballes cada dia?",
    },
  },
  {
    field: "origin",
    type: TEXT,
    texts: { es: "¿Dónde empieza el viaje?", en: "Where does the trip begin?", ca: "On comença el viatge?" },
  },
  {
    field: "destination",
    type: TEXT,
    texts: { es: "¿Dónde termina el viaje?", en: "Where does the trip end?", ca: "On acaba el viatge?" },
  },
];

/** The questions in the languages of a survey. */
export const questionsIn = (languages: readonly string[]): MessageInitShape<typeof SurveyQuestionSchema>[] =>
  QUESTIONS.map(({ field, type, required = false, options, texts }) => ({
    field,
    type,
    required,
    options: options === undefined ? [] : enumTexts(options),
    texts: languages.map((language) => ({
      language: enumNumber(SurveyLanguageSchema, language),
      text: texts[language as keyof typeof texts],
    })),
  }));
