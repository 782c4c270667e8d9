import type { Declared } from "./common-columns.ts";
import { named } from "./words.ts";

/** Values of a commute, as commuting periods and answers to surveys have them. */
export const COMMUTE_COLUMNS: Readonly<Record<string, Declared>> = {
  commuting_type: {
    ...named("Type of commute", "Tipo de desplazamiento", "Tipus de desplaçament", ["commuting type"]),
    default: "in_itinere",
  },
  transport_type: named("Means of transport", "Medio de transporte", "Mitjà de transport", [
    "transport",
    "transport type",
    "mode",
    "transporte",
  ]),
  vehicle_size: named("Size of the vehicle", "Tamaño del vehículo", "Mida del vehicle", ["vehicle size", "size"]),
  fuel_type: named("Fuel", "Combustible", "Combustible", ["fuel type", "tipo de combustible"]),
  renewable_energy: named("Renewable electricity", "Electricidad renovable", "Electricitat renovable", [
    "renewable energy",
  ]),
  total_km: named("Distance (km)", "Distancia (km)", "Distància (km)", [
    "km",
    "distance",
    "kilometres",
    "kilómetros",
    "total km",
  ]),
  weekly_travels: named("Days at work (0 is Monday)", "Días de trabajo (0 es lunes)", "Dies de feina (0 és dilluns)", [
    "weekly travels",
  ]),
  daily_trips: { ...named("Trips a day", "Viajes al día", "Viatges al dia", ["daily trips"]), default: "1" },
  carpool: {
    ...named("Carpool", "Coche compartido", "Cotxe compartit", ["shared car", "car sharing"]),
    default: "false",
  },
  hours_per_day: {
    ...named("Hours a day", "Horas al día", "Hores al dia", ["hours per day", "working hours"]),
    default: "8",
  },
  telecommuting_days: named("Days at home (0 is Monday)", "Días en casa (0 es lunes)", "Dies a casa (0 és dilluns)", [
    "telecommuting days",
  ]),
  days_per_year: named("Working days a year", "Días laborables al año", "Dies laborables a l'any", ["days per year"]),
  weeks_per_year: named("Working weeks a year", "Semanas laborables al año", "Setmanes laborables a l'any", [
    "weeks per year",
  ]),
};
