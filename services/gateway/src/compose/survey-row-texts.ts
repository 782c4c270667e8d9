import { CommutingType } from "@emissions/proto/activity/v1/commuting_period_service";
import { SurveyRowSource, SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { TravelFuel } from "@emissions/proto/factors/v1/travel";

/** The languages of the export. */
export type Language = "es" | "en";

export type Text = Readonly<Record<Language, string>>;

/** A text for each value of an enum. Does not compile when one is missing. */
type Texts<E extends number> = Readonly<Record<E, Text>>;

const NONE: Text = { es: "", en: "" };

export const STATUSES: Texts<SurveyRowStatus> = {
  [SurveyRowStatus.UNSPECIFIED]: NONE,
  [SurveyRowStatus.PENDING]: { es: "Pendiente", en: "Pending" },
  [SurveyRowStatus.ANSWERED]: { es: "Respondida", en: "Answered" },
  [SurveyRowStatus.BLANK]: { es: "En blanco", en: "Blank" },
};

export const SOURCES: Texts<SurveyRowSource> = {
  [SurveyRowSource.UNSPECIFIED]: NONE,
  [SurveyRowSource.MANUAL]: { es: "Manual", en: "Manual" },
  [SurveyRowSource.FORM]: { es: "Formulario", en: "Form" },
  [SurveyRowSource.QR]: { es: "QR", en: "QR" },
  [SurveyRowSource.FILE]: { es: "Archivo", en: "File" },
};

export const COMMUTING_TYPES: Texts<CommutingType> = {
  [CommutingType.UNSPECIFIED]: NONE,
  [CommutingType.IN_ITINERE]: { es: "In itinere", en: "In itinere" },
  [CommutingType.IN_LABORE]: { es: "In labore", en: "In labore" },
};

export const TRANSPORTS: Texts<CommuteTransport> = {
  [CommuteTransport.UNSPECIFIED]: NONE,
  [CommuteTransport.CAR]: { es: "Coche", en: "Car" },
  [CommuteTransport.BUS]: { es: "Autobús", en: "Bus" },
  [CommuteTransport.TRAIN]: { es: "Tren", en: "Train" },
  [CommuteTransport.METRO]: { es: "Metro", en: "Metro" },
  [CommuteTransport.TRAM]: { es: "Tranvía", en: "Tram" },
  [CommuteTransport.MOTORBIKE]: { es: "Motocicleta", en: "Motorbike" },
  [CommuteTransport.BICYCLE]: { es: "Bicicleta", en: "Bicycle" },
  [CommuteTransport.WALKING]: { es: "A pie", en: "Walking" },
  [CommuteTransport.TELECOMMUTING]: { es: "Teletrabajo", en: "Telecommuting" },
  [CommuteTransport.ELECTRIC_KICK_SCOOTER]: { es: "Patinete eléctrico", en: "Electric kick scooter" },
  [CommuteTransport.TROLLEYBUS]: { es: "Trolebús", en: "Trolleybus" },
};

export const FUELS: Texts<TravelFuel> = {
  [TravelFuel.UNSPECIFIED]: NONE,
  [TravelFuel.PETROL]: { es: "Gasolina", en: "Petrol" },
  [TravelFuel.DIESEL]: { es: "Diésel", en: "Diesel" },
  [TravelFuel.CNG]: { es: "GNC", en: "CNG" },
  [TravelFuel.LPG]: { es: "GLP", en: "LPG" },
  [TravelFuel.UNKNOWN]: { es: "Desconocido", en: "Unknown" },
  [TravelFuel.PLUG_IN_HYBRID_ELECTRIC]: { es: "Híbrido enchufable", en: "Plug-in hybrid electric" },
  [TravelFuel.BATTERY_ELECTRIC]: { es: "Eléctrico de batería", en: "Battery electric" },
};

export const YES_NO: Readonly<Record<"yes" | "no", Text>> = {
  yes: { es: "Sí", en: "Yes" },
  no: { es: "No", en: "No" },
};
