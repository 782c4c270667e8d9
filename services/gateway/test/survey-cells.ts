import type { ListedRow } from "./survey-rows.ts";

export const HEADINGS = {
  en: "Organization|Email|Name or ID|Period start|Period end|Status|Source|File|Survey|Sent|Times sent|Answered|CO2e (kg)|Number of commutes|Commuting type|Origin|Destination|Transport|Fuel type|Km to work|Daily trips|Hours worked per day|Days per week|Telecommuting days|Carpool|Creation date|Update date",
  es: "Organización|Email|Nombre o ID|Inicio del periodo|Fin del periodo|Estado|Fuente|Archivo|Encuesta|Enviado|Veces enviado|Respondido|CO2e (kg)|Número de desplazamientos|Tipo de desplazamiento|Origen|Destino|Transporte|Tipo de combustible|Km al trabajo|Viajes diarios|Horas trabajadas por día|Días por semana|Días de teletrabajo|Coche compartido|Fecha de creación|Fecha de actualización",
};

/** A text, a number, a day, a time, or nothing. */
export type ExpectedCell = { text: string } | { number: number } | { date: string } | { time: string } | null;

/** English texts that are not the value with spaces and a capital letter. */
const WORDS: Readonly<Record<string, string>> = {
  qr: "QR",
  cng: "CNG",
  lpg: "LPG",
  plug_in_hybrid_electric: "Plug-in hybrid electric",
};

const inEnglish = (value: string) => WORDS[value] ?? (value[0]!.toUpperCase() + value.slice(1)).replaceAll("_", " ");
const text = (value: string | null): ExpectedCell => (value === null ? null : { text: value });
const number = (value: number | null): ExpectedCell => (value === null ? null : { number: value });
const date = (value: string): ExpectedCell => ({ date: value });
const time = (value: string | null): ExpectedCell => (value === null ? null : { time: value });
const word = (value: string | null): ExpectedCell => (value === null ? null : { text: inEnglish(value) });

/** The cells of a row of the list in the English export, in the order of the contract. */
export function expectedCells(row: ListedRow): ExpectedCell[] {
  const { commute } = row;
  const mobility =
    commute === null
      ? Array(11).fill(null)
      : [
          word(commute.commuting_type),
          text(commute.origin),
          text(commute.destination),
          word(commute.transport_type),
          word(commute.fuel_type),
          number(commute.total_km),
          number(commute.daily_trips),
          number(commute.hours_per_day),
          number(commute.weekly_travels.length),
          number(commute.telecommuting_days.length),
          text(commute.carpool ? "Yes" : "No"),
        ];
  return [
    text(row.organization.name),
    text(row.anonymous ? "Anonymous" : row.email),
    text(row.name ?? row.external_id),
    date(row.period_start),
    date(row.period_end),
    word(row.status),
    word(row.source),
    text(row.file?.name ?? null),
    text(row.survey?.name ?? null),
    time(row.sent_at),
    number(row.times_sent),
    time(row.answered_at),
    number(row.co2e),
    number(row.commutes_count),
    ...mobility,
    time(row.created_at),
    time(row.updated_at),
  ];
}
